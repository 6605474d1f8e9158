package general

import "slices"

// keepToStep makes the lines of other steps plain if the failed steps of a CI job are known: no error or warning of
// theirs explains the failure. The failed step is quoted: no diagnostics known by their form alone are folded.
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
	d.reports = slices.DeleteFunc(d.reports, func(p parsed) bool { return p.FormOnly })
	d.found.reports = d.reports
}
