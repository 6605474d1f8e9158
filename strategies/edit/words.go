package edit

import (
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/toktee/toktee/internal/text/diff"
)

// Limits of the comparison inside lines, whose cost is the product of their lengths.
const (
	maxPair      = 2 << 10 // bytes of a line
	maxPairs     = 50
	maxPairBytes = 32 << 10 // of all pairs
)

// wordDiff marks the parts that differ between two lines, in characters counted from 0, ends excluded. Lines count from
// 1 in their own text.
type wordDiff struct {
	OldLine int      `json:"old_line"`
	NewLine int      `json:"new_line"`
	Old     [][2]int `json:"old"`
	New     [][2]int `json:"new"`
}

// wordsOf compares the lines of changes that replace lines by as many.
func wordsOf(s diff.Script, a, b []string) []wordDiff {
	var out []wordDiff
	size := 0
	for _, c := range s.Changes {
		if c.A2-c.A1 != c.B2-c.B1 {
			continue
		}
		for i := range c.A2 - c.A1 {
			old, new := strings.TrimRight(a[c.A1+i], "\n"), strings.TrimRight(b[c.B1+i], "\n")
			if len(old) > maxPair || len(new) > maxPair {
				continue
			}
			if size += len(old) + len(new); size > maxPairBytes || len(out) == maxPairs {
				return out
			}
			w := wordDiff{OldLine: c.A1 + i + 1, NewLine: c.B1 + i + 1, Old: [][2]int{}, New: [][2]int{}}
			w.compare(old, new)
			out = append(out, w)
		}
	}
	return out
}

// compare finds the parts of two lines that differ.
func (w *wordDiff) compare(old, new string) {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a limit in time would make the result depend on the machine
	x, y := 0, 0
	for _, e := range d.DiffCleanupSemantic(d.DiffMain(old, new, false)) {
		n := utf8.RuneCountInString(e.Text)
		switch e.Type {
		case diffmatchpatch.DiffDelete:
			w.Old = append(w.Old, [2]int{x, x + n})
			x += n
		case diffmatchpatch.DiffInsert:
			w.New = append(w.New, [2]int{y, y + n})
			y += n
		default:
			x, y = x+n, y+n
		}
	}
}
