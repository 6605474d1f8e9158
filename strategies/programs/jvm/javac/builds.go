package javac

import "github.com/toktee/toktee/strategies/report"

// BuildEnd holds the lines about the end of the last build of an output, as Maven and Gradle print them.
type BuildEnd struct {
	Totals []int // numbers of tests, then "BUILD SUCCESS": a pass shows them, a failure has them among its notes
	Failed []int // "BUILD FAILURE", and further lines of a failure
}

// BuildNotes bounds the notes of a build that are kept.
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
