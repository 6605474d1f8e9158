package report_test

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// jobs is a made-up runner, with a line for each job and a total:
//
//	2/2 logout ...... FAILED (session still open)
//	2 jobs, 1 failed
var jobs = report.Program{
	Name:  "jobs",
	Names: []string{"jobs"},
	New:   func(report.Call) report.Parser { return jobsParser{} },
}

type jobsParser struct{}

// Line implements [report.Parser].
func (jobsParser) Line(l report.Line, run *report.Run) {
	number, rest, _ := parse.CutNumber(l.Text)
	if total, ok := strings.CutPrefix(rest, " jobs, "); ok { // "2 jobs, 1 failed"
		if failed, _, ok := parse.CutNumber(total); ok {
			run.States(strategies.Failed, int64(failed))
			run.Adds(strategies.Passed, int64(number-failed), report.Printed)
		}
		run.Claim(report.Passed)
		run.End(l.N, report.Ending{Shown: true})
		return
	}
	_, job, isJob := strings.Cut(rest, " ")
	name, why, failed := strings.Cut(job, " FAILED (")
	switch {
	case isJob && strings.HasPrefix(rest, "/") && failed:
		name = strings.TrimRight(name, " .")
		run.Found(strategies.Failed, report.Finding{Name: name, Message: strings.TrimSuffix(why, ")"), At: l.N})
	case isJob && strings.HasPrefix(rest, "/"):
		run.Belongs(l.N)
		run.Closes()
	default:
		run.Continues(l.N, 4) // what the job printed that failed last
	}
}

// A parser recognises lines; the run gathers them, compares, and decides.
func ExampleProgram() {
	read := func(output string) report.Report {
		reading := jobs.Read(report.Call{})
		for i, text := range strings.Split(output, "\n") {
			reading.Line(report.NewLine(i+1, text))
		}
		return reading.Report()
	}

	r := read(
		"1/2 login ....... ok\n2/2 logout ...... FAILED (session still open)\nclosing 3 sessions\n2 jobs, 1 failed",
	)
	fmt.Println(r.Outcome == strategies.Fail, r.Counts[strategies.Failed], r.Counts[strategies.Passed])
	for _, f := range r.Findings {
		fmt.Printf("%s: %s, lines %v\n", f.Name, f.Message, append([]int{f.At}, f.Evidence...))
	}

	// The line of the failed job is missing: the total proves that something was lost.
	r = read("1/2 login ....... ok\n2 jobs, 1 failed")
	fmt.Println(r.Distrust)
	// Output:
	// true 1 1
	// logout: session still open, lines [2 3]
	// 1 failures are stated, 0 were found
}
