package general

import "slices"

// withoutStray drops reports of a few lines known by their form if these aren't the failure. It drops them if other
// reports exist, if the command isn't known to have failed, or if a test failed. It also drops a report if another
// error came long after its findings.
func withoutStray(reports []parsed, marks []mark, failed bool) []parsed {
	isTest := func(m mark) bool { return m.class == clsTest }
	alone := onlyForms(reports) && failed && !slices.ContainsFunc(marks, isTest)
	return slices.DeleteFunc(reports, func(p parsed) bool { return p.Among && (!alone || p.outlived(marks)) })
}

// maxAfter is the most lines between the last finding of a few and another error. If there are more, that error is the
// failure.
const maxAfter = 40

// outlived reports whether an error comes long after all findings of a report.
func (p *parsed) outlived(marks []mark) bool {
	last := 0
	for i := range p.Findings {
		last = max(last, p.Findings[i].At)
	}
	return slices.ContainsFunc(marks, func(m mark) bool {
		return m.class == clsError && m.flags&red != 0 && int(m.line) > last+maxAfter
	})
}
