package general

import (
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/shell"
)

// headings recognises the lines that a command line itself prints above its parts, such as the round of a loop:
//
//	for n in 12 15; do echo "== #$n"; gh issue view $n; done
type headings struct {
	lines map[string]bool
	open  []*shell.Said // lines with a part that only the shell knows
	left  int           // how many more are recognised
	last  int           // the line of the last one
}

// maxEchoed is the most headings of an output. With more, they would take the place of the lines below them.
const maxEchoed = 32

// headingsOf returns the headings that a command line prints.
func headingsOf(command string) headings {
	h := headings{left: maxEchoed}
	if !strings.Contains(command, "echo") && !strings.Contains(command, "printf") {
		return h
	}
	parts, ok := shell.Parts(command)
	if !ok {
		return h
	}
	for _, p := range parts {
		switch s := p.Says; {
		case s == nil:
		case s.Open && s.Marked():
			h.open = append(h.open, s)
		case !s.Open && strings.ContainsFunc(s.Before, isLetterOrDigit):
			if h.lines == nil {
				h.lines = map[string]bool{}
			}
			h.lines[s.Before] = true
		}
	}
	return h
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// holds reports whether a line is a heading.
func (h *headings) holds(line string) bool {
	if h.left == 0 || h.lines == nil && h.open == nil {
		return false
	}
	found := h.lines[line]
	for _, s := range h.open {
		if !found {
			_, found = s.Match(line)
		}
	}
	if found {
		h.left--
	}
	return found
}
