package programs

import "github.com/toktee/toktee/strategies/report"

// buildEnd holds the lines that say how the last build of an output ended, as Maven and Gradle print them.
type buildEnd struct {
	totals []int // numbers of tests, then "BUILD SUCCESS": a pass shows them, a failure has them among its notes
	failed []int // "BUILD FAILURE", and what a failure shows beside it
}

// buildNotes is how many lines are kept that a build prints beside failures.
const buildNotes = 64

// ends takes line n, the end of a build, with the lines that count its tests.
func (e *buildEnd) ends(n int, passed bool, totals []int) {
	e.totals = totals
	if passed {
		e.totals = append(e.totals, n)
	} else {
		e.failed = []int{n}
	}
}

// put hands the lines over, after the last build.
func (e *buildEnd) put(run *report.Run) {
	if run.Failing() {
		run.Summary, run.Notes = e.failed, append(run.Notes, e.totals...)
	} else {
		run.Summary = e.totals
	}
}
