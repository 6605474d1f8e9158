package ruby

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// minitest reads Ruby's test library. It prints its failures at the end, and totals. Rails prints each failure at once,
// without a number:
//
//  1. Failure:
//     CalcTest#test_adds [test/calc_test.rb:3]:
//     Expected: 3
//     Actual: 2
//
//     5 runs, 3 assertions, 2 failures, 1 errors, 1 skips
var minitest = report.Program{
	Name: "minitest",
	Runs: func(c report.Call) bool {
		command := c.Name + " " + c.Sub()
		return command == "rake " || command == "rake test" || strings.HasPrefix(command, "rails test")
	},
	Begins: []string{"Run options: ", "# Running:"},
	Extent: report.EachRun,
	New:    func(report.Call) report.Parser { return new(minitestParser) },
}

type minitestParser struct {
	kind strategies.Key // of the failure that the next line names; "" if it names none
	at   int            // the line of the kind
}

// minitestKinds maps the lines above a test's name to kinds.
var minitestKinds = map[string]strategies.Key{
	"Failure:": strategies.Failed, "Error:": strategies.Errors, "Skipped:": "",
}

// Line implements [report.Parser].
func (p *minitestParser) Line(l report.Line, run *report.Run) {
	if l.Text == "" {
		return
	}
	failed := p.kind
	p.kind = ""
	if failed != "" && p.test(failed, l, run) {
		return
	}
	title, _ := shape.NumberedTitle(l.Text)
	switch kind, ok := minitestKinds[title]; {
	case ok:
		p.kind, p.at = kind, l.N
		run.Closes()
	case parse.StartsWith(l.Text, "Run options: ", "# Running:"):
		run.Belongs(l.N)
		if l.Text[0] == '#' {
			run.ExpectTotals(1)
		}
	case parse.StartsWith(l.Text, "Finished in ", "rails test ", "bin/rails test "):
		run.Closes()
	case strings.Contains(l.Text, " runs, ") && strings.Contains(l.Text, " assertions, "):
		p.totals(l, run)
	case run.Open() != nil:
		at, _, placed := parse.CutPlace(l.Bare)
		placed = placed && strings.HasPrefix(l.Text, "  ") && strings.Contains(l.Bare, ":in ")
		shape.AddDetail(run.Open(), l, at, placed, 6)
	}
}

// test reads "CalcTest#test_adds [test/calc_test.rb:3]:".
func (p *minitestParser) test(kind strategies.Key, l report.Line, run *report.Run) bool {
	name, where, _ := strings.Cut(strings.TrimSuffix(l.Text, ":"), " [")
	if !strings.Contains(name, "#") {
		return false
	}
	f := shape.FailedTest(l.N, name)
	f.Span.First = p.at
	at, _, _ := parse.CutPlace(strings.TrimSuffix(where, "]"))
	f.File, f.Row = at.File, at.Row
	run.Found(kind, f)
	return true
}

// totals reads "5 runs, 3 assertions, 2 failures, 1 errors, 1 skips".
func (p *minitestParser) totals(l report.Line, run *report.Run) {
	c := parse.WordCounts(l.Text)
	failed := c["failures"] + c["errors"]
	run.End(l.N, report.Ending{})
	run.ExpectTotals(-1)
	run.States(strategies.Failed, c["failures"])
	run.States(strategies.Errors, c["errors"])
	run.Adds(strategies.Skipped, c["skips"], report.Printed)
	run.Adds(strategies.Passed, max(c["runs"]-failed-c["skips"], 0), report.Printed)
	run.Claim(report.Passed)
	run.EndRun()
	run.Summary, run.Notes = []int{l.N}, nil
	if run.Failing() {
		run.Summary, run.Notes = nil, run.Summary
	}
}

// Close implements [report.Closer].
func (p *minitestParser) Close(run *report.Run) { shape.CloseTests(run) }
