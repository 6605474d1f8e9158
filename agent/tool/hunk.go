package tool

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

// A hunk is a place in a file that changes.
type hunk struct {
	header string   // as it is in the patch, for errors
	line   int      // its line by the patch, from 1; 0 if the patch has none
	anchor []string // lines that come before it, one after the other
	ops    []op
	atEnd  bool // it is the end of the file

	// Whether, by the patch, the last line of the file before and after has no line feed.
	oldBare, newBare bool
}

// An op is a line of a hunk, without its line end.
type op struct {
	kind byte // ' ' for context, '-' or '+'
	text string
}

// newOp reads a line of a hunk. An empty one is context whose space was taken off.
func newOp(line string) op {
	if line == "" {
		return op{' ', ""}
	}
	return op{line[0], strings.TrimSuffix(line[1:], "\r")}
}

// old returns the lines that the file has there before.
func (h *hunk) old() (lines []string) {
	for _, o := range h.ops {
		if o.kind != '+' {
			lines = append(lines, o.text)
		}
	}
	return lines
}

// place returns the index of the hunk's first line in a file: the patch's own, or the one place at which its text is.
// It isn't before the index from, at which the last hunk ended.
func (h *hunk) place(lines []textLine, from int) (int, error) {
	old := h.old()
	if len(old) == 0 {
		return h.placeOfNew(lines, from)
	}
	if at := h.line - 1; at >= from && h.fits(old, lines, at) {
		return at, nil
	}
	begin, err := h.afterAnchor(lines, from)
	if err != nil {
		return 0, err
	}
	var places []int
	for at := begin; at+len(old) <= len(lines); at++ {
		if h.fits(old, lines, at) {
			places = append(places, at)
		}
	}
	switch {
	case len(places) == 0:
		return 0, fmt.Errorf("its lines don't match the file%s", nearly(lines, old, begin))
	case len(places) > 1 && len(h.anchor) == 0:
		numbers := make([]int, len(places))
		for i, at := range places {
			numbers[i] = at + 1
		}
		return 0, fmt.Errorf("its lines occur %d times, at %s: give more context", len(places), lineList(numbers))
	}
	return places[0], nil
}

// fits reports whether a file has the hunk's old lines at an index.
func (h *hunk) fits(old []string, lines []textLine, at int) bool {
	if at+len(old) > len(lines) || h.atEnd && at+len(old) != len(lines) {
		return false
	}
	for i, text := range old {
		if lines[at+i].text != text {
			return false
		}
	}
	return true
}

// placeOfNew returns the index at which a hunk that only adds lines puts them: after its line or its anchor, else at
// the end of the file.
func (h *hunk) placeOfNew(lines []textLine, from int) (int, error) {
	switch {
	case h.line > 0:
		if h.line < from || h.line > len(lines) {
			return 0, fmt.Errorf("there is no line %d to add to", h.line)
		}
		return h.line, nil
	case len(h.anchor) > 0:
		return h.afterAnchor(lines, from)
	case strings.HasPrefix(h.header, "@@ -0"):
		if from > 0 {
			return 0, errors.New("there is no line 0 to add to")
		}
		return 0, nil
	}
	return len(lines), nil
}

// afterAnchor returns the index of the line after the hunk's anchors, which is from if it has none.
func (h *hunk) afterAnchor(lines []textLine, from int) (int, error) {
	for _, a := range h.anchor {
		isAnchor := func(l textLine) bool { return strings.TrimSpace(l.text) == strings.TrimSpace(a) }
		i := slices.IndexFunc(lines[from:], isAnchor)
		if i < 0 {
			return 0, fmt.Errorf("there is no line %q", a)
		}
		from += i + 1
	}
	return from, nil
}

// nearly returns the end of an error: the lines of a file that differ in white space alone, or else those at which it
// has most of them in a row and how the next one differs.
func nearly(lines []textLine, old []string, from int) string {
	best, most := 0, 0
	for at := from; at < len(lines); at++ {
		equal, similar := 0, 0 // lines in a row
		for i, text := range old {
			if at+i >= len(lines) || !sameWords(lines[at+i].text, text) {
				break
			}
			similar++
			if lines[at+i].text == text {
				equal++
			}
		}
		if similar == len(old) {
			return fmt.Sprintf("; those at line %d are the same but for white space", at+1)
		}
		if equal > most {
			best, most = at, equal
		}
	}
	if most == 0 || best+most >= len(lines) {
		return fmt.Sprintf(": there is no %q", words.Cut(old[0], 80))
	}
	return fmt.Sprintf(": line %d is %q, not %q", best+most+1, words.Cut(lines[best+most].text, 80),
		words.Cut(old[most], 80))
}

// sameWords reports whether two lines are the same but for white space.
func sameWords(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }

// lineList names two or more lines: "lines 1, 2, 3, 4, 5, and 7 more".
func lineList(numbers []int) string {
	const most = 5
	var names []string
	for _, n := range numbers[:min(len(numbers), most)] {
		names = append(names, fmt.Sprint(n))
	}
	if len(numbers) > most {
		names = append(names, fmt.Sprintf("and %d more", len(numbers)-most))
	}
	return "lines " + strings.Join(names, ", ")
}
