package general

import "slices"

// withoutStray drops what was read by the form of a few lines among many others where that isn't what failed: beside
// other reports, where nothing says that the command failed, where a test did, whose places and errors they are, or
// where much was printed after them and then something else says that it failed.
func withoutStray(reports []parsed, marks []mark, failed bool) []parsed {
	isTest := func(m mark) bool { return m.class == clsTest }
	alone := onlyForms(reports) && failed && !slices.ContainsFunc(marks, isTest)
	return slices.DeleteFunc(reports, func(p parsed) bool { return p.Among && (!alone || p.outlived(marks)) })
}

// maxBehind is how many lines may follow the last finding of a few before another error is what failed instead.
const maxBehind = 40

// outlived reports whether a line that says that something failed comes long after all findings of a report.
func (p *parsed) outlived(marks []mark) bool {
	last := 0
	for i := range p.Findings {
		last = max(last, p.Findings[i].At)
	}
	return slices.ContainsFunc(marks, func(m mark) bool {
		return m.class == clsError && m.flags&red != 0 && int(m.line) > last+maxBehind
	})
}
