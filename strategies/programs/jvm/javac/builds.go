package javac

import "github.com/toktee/toktee/strategies/report"

// BuildEnd holds the lines that say how the last build of an output ended, as Maven and Gradle print them.
type BuildEnd struct {
	Totals []int // numbers of tests, then "BUILD SUCCESS": a pass shows them, a failure has them among its notes
	Failed []int // "BUILD FAILURE", and what a failure shows beside it
}

// BuildNotes is how many lines are kept that a build prints beside failures.
const BuildNotes = 64

// ends takes line n, the end of a build, with the lines that count its tests.
func (e *BuildEnd) Ends(n int, passed bool, totals []int) {
	e.Totals = totals
	if passed {
		e.Totals = append(e.Totals, n)
	} else {
		e.Failed = []int{n}
	}
}

// put hands the lines over, after the last build.
func (e *BuildEnd) Put(run *report.Run) {
	if run.Failing() {
		run.Summary, run.Notes = e.Failed, append(run.Notes, e.Totals...)
	} else {
		run.Summary = e.Totals
	}
}
