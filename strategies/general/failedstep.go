package general

import "slices"

// keepToStep makes the lines of earlier steps plain if the end of a step of a CI job states its failure: no error or
// warning of theirs explains it. The failed step is quoted: no diagnostics known by their form alone are folded.
func (d *digestion) keepToStep() {
	steps := &d.sc.steps
	if !steps.states {
		return
	}
	for i := range d.marks {
		m := &d.marks[i]
		if !steps.passed(m.step) || m.class == clsBoiler {
			continue
		}
		is := clsPlain
		if m.class >= clsRelay {
			is = clsElsewhere
		}
		m.class, m.block = is, 0
		m.flags &^= red
	}
	d.repeated = slices.DeleteFunc(d.repeated, func(m mark) bool { return steps.passed(m.step) })
	d.reports = slices.DeleteFunc(d.reports, func(p parsed) bool { return p.FormOnly })
	d.found.reports = d.reports
}
