package general

import (
	"slices"

	"github.com/toktee/toktee/strategies"
)

// contradicted reports whether all reports claim success, while lines outside of them name a failed test and count
// failures. Such lines come from another runner, so no pass may be claimed. If the exit status proves that each program
// succeeded, the lines are only the output of tests, and the result is false.
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

// manyKinds is the least number of kinds of outcomes in a line that denies a report's numbers.
const manyKinds = 3

// outcounted reports whether a line among those of a report counts more failures than the report, and the command line
// names no program of a report. Such a line is another runner's, whose tests the reports don't have.
//
//	FAIL! -- 12 Passed | 8 Failed | 0 Pending | 0 Skipped
//	--- FAIL: TestTariff (0.00s)
func (t *sums) outcounted(reports []parsed) bool {
	bad := int64(0)
	for i := range reports {
		n := reports[i].Counts
		if reports[i].named || reports[i].program == &totalsProgram || reports[i].Outcome != strategies.Fail {
			return false
		}
		bad += n[strategies.Failed] + n[strategies.Errors] + n[strategies.TimedOut]
	}
	return bad > 0 && slices.ContainsFunc(t.list, func(s sum) bool {
		return !s.nested && s.Kinds() >= manyKinds && s.isRun() && s.Bad() > bad && accounted(reports, s.line)
	})
}

// provesAll reports whether the exit status proves that each program of the command line succeeded.
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

// holds reports whether a span includes a line. The zero span includes none.
func holds(s strategies.Span, line int) bool { return s.First > 0 && line >= s.First && line <= s.Last }

// owned reports whether the exit status is known and is the command's own. In "go test | tail" it is the filter's; "||
// true" hides it.
func owned(in *strategies.Input) bool {
	return in.Status.Known && (!in.Status.OK() || in.Command == "" || in.Shell.OK && in.Shell.OwnExit)
}

// succeeded reports whether the exit status proves that the command succeeded. Programs that the command ran may have
// failed nevertheless.
func succeeded(in *strategies.Input) bool { return in.Status.OK() && owned(in) }
