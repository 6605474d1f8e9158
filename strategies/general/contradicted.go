package general

import "github.com/toktee/toktee/strategies"

// contradicted reports whether all programs that were read say that all is well, and beside their runs somebody names a failed test
// and counts failures: another runner that nobody knows, or whose lines stand between theirs. Then nothing is claimed to have passed.
// Where the exit status says that each program of the command ended well, what it prints of failures is its tests' own.
func contradicted(reports []parsed, marks []mark, in *strategies.Input) bool {
	if outcome(reports) != strategies.Pass || in.Status.OK() && in.Shell.OK && in.Shell.AllExit && reports[0].named {
		return false
	}
	tests, tallies := false, false
	for i := range marks {
		m := &marks[i]
		if m.class != clsTest && m.class != clsTally || within(reports, int(m.line)) {
			continue
		}
		tests = tests || m.class == clsTest
		tallies = tallies || m.class == clsTally
	}
	return tests && tallies
}

// within reports whether a line stands in the run of a program.
func within(reports []parsed, line int) bool {
	in := func(s strategies.Span) bool { return s.First > 0 && line >= s.First && line <= s.Last }
	for i := range reports {
		if in(reports[i].Region) {
			return true
		}
		for _, s := range reports[i].Regions {
			if in(s) {
				return true
			}
		}
	}
	return false
}

// owned reports whether the exit status is known, and that of the command itself rather than of a filter behind it or of "|| true".
func owned(in *strategies.Input) bool {
	return in.Status.Known && (!in.Status.OK() || in.Command == "" || in.Shell.OK && in.Shell.OwnExit)
}
