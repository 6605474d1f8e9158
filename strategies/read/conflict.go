package read

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// rankConflicts ranks the conflicts of a merge before all else: the lines that open, part and close each one, then the
// lines between them. A file with a conflict is read to resolve it.
//
//	<<<<<<< HEAD
//	=======
//	>>>>>>> topic
func (f *file) rankConflicts(lines strategies.Lines) {
	var marks []int // of the conflict that is open
	for r := range f.rows(lines) {
		if r.i == 0 || r.i >= len(f.marks) {
			return
		}
		switch {
		case strings.HasPrefix(r.text, "<<<<<<< "):
			marks = append(marks[:0], r.i)
		case len(marks) > 0 && (r.text == "=======" || strings.HasPrefix(r.text, "||||||| ")):
			marks = append(marks, r.i)
		case len(marks) > 1 && strings.HasPrefix(r.text, ">>>>>>> "):
			f.set(marks[0], r.i, strategies.Critical, true)
			for _, l := range append(marks, r.i) {
				f.set(l, l, strategies.Critical, false)
			}
			marks = marks[:0]
		}
	}
}
