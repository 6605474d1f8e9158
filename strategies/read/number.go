package read

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// numbering is how an agent or a program writes line numbers before the lines of a file.
type numbering byte

// The numberings. Spaces may come before the number.
const (
	plain  numbering = iota // none
	arrow                   // 12→text
	tab                     // 12<TAB>text, of cat -n and nl
	spaced                  // 12 | text
	piped                   // 00012| text, five digits at least
	bar                     // 12|text
	colon                   // 12: text, L12: text
)

// cut takes the number off a line.
func (n numbering) cut(l string) (num int, text string, ok bool) {
	i := 0
	for i < len(l) && l[i] == ' ' {
		i++
	}
	if n == colon && i < len(l) && l[i] == 'L' {
		i++
	}
	start := i
	for i < min(len(l), start+9) && parse.Digit(l[i]) {
		num = num*10 + int(l[i]-'0')
		i++
	}
	if i == start {
		return 0, "", false
	}
	mark := [...]string{plain: "", arrow: "→", tab: "\t", spaced: " | ", piped: "| ", bar: "|", colon: ": "}[n]
	text, ok = strings.CutPrefix(l[i:], mark)
	if !ok && l[i:] == strings.TrimRight(mark, " ") { // an empty line, its end trimmed
		text, ok = "", true
	}
	if n == piped && i-start < 5 {
		return 0, "", false // 12|text, indented
	}
	return num, text, ok && n != plain
}

// numberingOf finds the numbering of a text by its start. It also returns how many lines come before the first numbered
// one, such as "Here's the result of running cat -n". The numbers must rise by one. Only an agent's own lines may
// follow them.
func numberingOf(head string) (n numbering, skip int) {
	lines := strings.Split(strings.TrimSuffix(head, "\n"), "\n")
	lines = lines[:min(len(lines), headLines)]
	for _, try := range [...]numbering{arrow, tab, spaced, piped, bar, colon} {
		for skip := range min(maxBefore+1, len(lines)) {
			good := try.run(lines[skip:])
			if good == 0 || good < 3 && try != arrow { // a line or two with a number and a colon may be data
				continue
			}
			if rest := lines[skip+good:]; len(rest) == 0 || isNote(rest[0]) {
				return try, skip
			}
		}
	}
	return plain, 0
}

// run returns how many lines from the first on have numbers that rise by one. nl doesn't number blank lines.
func (n numbering) run(lines []string) int {
	last := 0
	for i, l := range lines {
		num, _, ok := n.cut(l)
		switch {
		case ok && (i == 0 || num == last+1):
			last = num
		case ok || i == 0 || n != tab || strings.TrimSpace(l) != "":
			return i
		}
	}
	return len(lines)
}

const (
	headLines = 40 // lines that the numbering is found by
	maxBefore = 2  // lines that may come before the first numbered one
)

// isNote reports whether a line may be an agent's own after a file: a blank line, or a note in brackets.
func isNote(l string) bool {
	if strings.TrimSpace(l) == "" || strings.HasPrefix(l, "…") || strings.HasPrefix(l, "```") {
		return true
	}
	return strings.IndexByte("<([", l[0]) >= 0
}
