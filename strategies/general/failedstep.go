package general

import (
	"slices"
	"sort"

	"github.com/toktee/toktee/strategies/report"
)

// keepToStep makes the lines of other steps plain if the failed steps of a CI job are known: no error, warning or
// finding of theirs explains the failure.
func (d *digestion) keepToStep() {
	steps := &d.sc.steps
	if _, ok := steps.last(); !ok {
		return
	}
	for i := range d.marks {
		m := &d.marks[i]
		if steps.suspect(m.step) || m.class == clsBoiler {
			continue
		}
		is := clsPlain
		if m.class >= clsError {
			is = clsElsewhere
		}
		m.class, m.block = is, 0
		m.flags &^= red
	}
	d.repeated = slices.DeleteFunc(d.repeated, func(m mark) bool { return !steps.suspect(m.step) })
	elsewhere := func(f report.Finding) bool { return !steps.suspect(d.stepOf(f.At)) }
	for i := range d.reports {
		if p := &d.reports[i]; p.FormOnly {
			p.Findings = slices.DeleteFunc(p.Findings, elsewhere)
		}
	}
	d.reports = slices.DeleteFunc(d.reports, func(p parsed) bool { return p.FormOnly && len(p.Findings) == 0 })
	d.found.reports = d.reports
}

// stepOf returns the step of a line: that of the last mark up to it.
func (d *digestion) stepOf(line int) uint32 {
	after := sort.Search(len(d.marks), func(i int) bool { return int(d.marks[i].line) > line })
	if after == 0 {
		return 0
	}
	return d.marks[after-1].step
}
