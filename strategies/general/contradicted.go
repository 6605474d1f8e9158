package general

import (
	"github.com/toktee/toktee/strategies"
)

// contradicted reports whether all programs that were read report success while other lines name a failed test and
// count failures. They are another runner's, one that isn't known or whose lines come between theirs, and nothing may
// be claimed to have passed. Where the exit status proves the success of each program, such lines are the output of
// tests.
func contradicted(reports []parsed, marks []mark, in *strategies.Input) bool {
	if outcome(reports) != strategies.Pass || provesAll(in) && reports[0].named {
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

// provesAll reports whether the exit status says that each program of the command line succeeded.
func provesAll(in *strategies.Input) bool { return in.Status.OK() && in.Shell.OK && in.Shell.AllExit }

// within reports whether a line belongs to the run of a program.
func within(reports []parsed, line int) bool {
	for i := range reports {
		if holds(reports[i].Region, line) || oneHolds(reports[i].Regions, line) {
			return true
		}
	}
	return false
}

// holds reports whether a line is one of a span; the zero span has none.
func holds(s strategies.Span, line int) bool { return s.First > 0 && line >= s.First && line <= s.Last }

// owned reports whether the exit status is known and the command's own, rather than that of a filter behind it or of
// "|| true".
func owned(in *strategies.Input) bool {
	return in.Status.Known && (!in.Status.OK() || in.Command == "" || in.Shell.OK && in.Shell.OwnExit)
}
