package general

import "slices"

// withoutStray drops what was read by the form of a few lines among many others where that isn't what failed: beside
// other reports, where nothing says that the command failed, or where a test did, whose places and errors they are.
func withoutStray(reports []parsed, marks []mark, failed bool) []parsed {
	isTest := func(m mark) bool { return m.class == clsTest }
	if onlyForms(reports) && failed && !slices.ContainsFunc(marks, isTest) {
		return reports
	}
	return slices.DeleteFunc(reports, func(p parsed) bool { return p.Among })
}
