package general

import (
	"slices"

	"github.com/toktee/toktee/strategies"
)

// passEnd is how many lines at the end of a run that passed come before what else is in it.
const passEnd = 10

// lastLines is how many of them come before lines that only hint at an error.
const lastLines = 5

// showEndOfPass shows the last lines of a command that succeeded before its other lines, except its first ones and
// clear statements of an error. The last line comes first; repetitions don't count. It does so if other lines hint at
// errors or if the last ones sum up a run: the end of a listing isn't worth more than its beginning.
//
//	FAIL: expected 'total 7', got 'total -1'
//	...
//	48755fd is the first bad commit
func (d *digestion) showEndOfPass() {
	if d.failed || d.in.Content || !succeeded(d.in) || d.in.Family != strategies.FamilyExec {
		return
	}
	end := d.marks[max(0, len(d.marks)-passEnd):]
	sumsUp := func(m mark) bool { return m.class == clsSummary || m.class == clsCount }
	hints := func(m mark) bool { return m.class >= clsSuspect }
	if !slices.ContainsFunc(end, sumsUp) && !slices.ContainsFunc(d.marks, hints) {
		return
	}
	turn := int32(0)
	for i := len(end) - 1; i >= 0; i-- {
		n := int(end[i].line)
		_, hasRole := d.printer.byLine[n]
		if !hasRole && !end[i].dull() && end[i].rank > strategies.Critical && !within(d.reports, n) {
			turn++
			d.printer.byLine[n] = role{rank: strategies.Evidence, turn: turn, second: turn > lastLines}
		}
	}
}
