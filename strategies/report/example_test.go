package report_test

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// busted is Lua's test runner. It prints a sign for each test, then totals, then the failures:
//
//	1 success / 1 failure / 1 error / 0 pending : 0.000656 seconds
//
//	Failure -> spec/cart_spec.lua @ 2
//	cart adds up
//	spec/cart_spec.lua:2: Expected objects to be equal.
//
//	Error -> spec/bad_spec.lua:1: unexpected symbol near <eof>
var busted = report.Program{
	Name:   "busted",                                  // in verdicts
	Names:  []string{"busted"},                        // commands
	Begins: []string{"Failure -> spec/", "Error -> "}, // beginnings of lines that no other program prints
	Extent: report.FirstToLast,                        // which lines are its own: strategies/report/extent.go
	New:    func(report.Call) report.Parser { return bustedParser{} },
}

type bustedParser struct{} // its fields keep facts from one line to the next

// Line implements [report.Parser].
func (bustedParser) Line(l report.Line, run *report.Run) {
	heading, rest, isHeading := strings.Cut(l.Text, " -> ")
	switch {
	case isHeading && heading == "Failure":
		found(run, strategies.Failed, rest, l.N)
	case isHeading && heading == "Error":
		found(run, strategies.Errors, rest, l.N)
	case isHeading && heading == "Pending": // a test that is to be written
		run.Closes()
	case strings.HasSuffix(l.Text, " seconds") && strings.Contains(l.Text, " pending : "):
		totals(run, l)
	case l.Bare != "":
		run.Continues(l.N, 8) // up to 8 lines below a failure are shown with it
	}
}

// found takes the place of a failure, "spec/cart_spec.lua @ 2", or the message of an error without one.
func found(run *report.Run, kind strategies.Key, place string, at int) {
	f := report.Finding{Name: place, At: at}
	if file, row, ok := strings.Cut(place, " @ "); ok {
		f.File = file
		f.Row, _, _ = parse.CutNumber(row)
	}
	run.Found(kind, f)
}

// totals takes "1 success / 1 failure / 1 error / 0 pending : 0.000656 seconds".
func totals(run *report.Run, l report.Line) {
	var n [4]int // successes, failures, errors, pending
	for i, part := range strings.SplitN(l.Text, " / ", 4) {
		number, _, ok := parse.CutNumber(part)
		if !ok {
			return
		}
		n[i] = number
	}
	run.Adds(strategies.Passed, int64(n[0]), report.Printed)
	run.States(strategies.Failed, int64(n[1])) // compared with the failures at the end
	run.States(strategies.Errors, int64(n[2]))
	run.Adds(strategies.Skipped, int64(n[3]), report.Printed)
	run.Claim(report.Passed) // a failure that is found prevails
	run.End(l.N, report.Ending{Totals: report.MaxSummary})
}

// A parser recognises lines; the run gathers them, compares, and decides.
func ExampleProgram() {
	read := func(output string) report.Report {
		reading := busted.Read(report.Call{})
		for i, text := range strings.Split(output, "\n") {
			reading.Line(report.NewLine(i+1, text))
		}
		return reading.Report()
	}

	failure := "\n\nFailure -> spec/cart_spec.lua @ 2\ncart adds up\nspec/cart_spec.lua:2: Expected objects to be equal"
	crash := "\n\nError -> spec/bad_spec.lua:1: unexpected symbol near <eof>\nspec/bad_spec.lua"
	r := read("+-*\n1 success / 1 failure / 1 error / 0 pending : 0.000656 seconds" + failure + crash)
	fmt.Println(r.Outcome == strategies.Fail, r.Counts[strategies.Failed], r.Counts[strategies.Passed])
	for _, f := range r.Findings {
		fmt.Printf("%q, lines %v\n", f.Name, append([]int{f.At}, f.Evidence...))
	}

	r = read("+\n1 success / 0 failures / 0 errors / 0 pending : 0.000275 seconds")
	fmt.Println(r.Outcome == strategies.Pass)

	// One of the failures is missing: the totals prove that something was lost.
	r = read("--\n0 successes / 2 failures / 0 errors / 0 pending : 0.000656 seconds" + failure)
	fmt.Println(r.Distrust)
	// Output:
	// true 1 1
	// "spec/cart_spec.lua @ 2", lines [4 5 6]
	// "spec/bad_spec.lua:1: unexpected symbol near <eof>", lines [8 9]
	// true
	// 2 failures are stated, 1 were found
}
