package ruby

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// rspec reads Ruby's other test runner. It prints its failures at the end, totals, and the commands that run each
// failed example again:
//
//	Failures:
//
//	  1) Calculator adds
//	     Failure/Error: expect(1 + 1).to eq(3)
//
//	       expected: 3
//	            got: 2
//	     # ./spec/calc_spec.rb:2:in 'block (2 levels) in <top (required)>'
//
//	6 examples, 3 failures, 2 pending
//
//	Failed examples:
//
//	rspec ./spec/calc_spec.rb:2 # Calculator adds
var rspec = report.Program{
	Name:  "rspec",
	Names: []string{"rspec"},
	Begins: []string{
		"An error occurred while loading ./", "Failed examples:", "Failures:",
		"Pending: (Failures listed here are expected and do not affect your suite's status)",
	},
	Extent: report.EachRun,
	New:    func(report.Call) report.Parser { return new(rspecParser) },
}

type rspecParser struct {
	part    func(*rspecParser, report.Line, *report.Run) // reads the lines of the part; nil for parts without use
	reruns  []report.Finding                             // what "Failed examples" names
	loading bool                                         // an error outside of the examples was found
	own     bool                                         // a failure has a line that only RSpec prints: hspec has none
	counted bool                                         // totals were found
	total   string                                       // the last of them
	found   int64                                        // failures above them
}

// rspecParts lists the lines that open a part of the output.
var rspecParts = []struct {
	begins string
	part   func(*rspecParser, report.Line, *report.Run)
}{
	{"Failures:", (*rspecParser).failure},
	{"Pending:", nil},
	{"Finished in ", nil},
	{"Failed examples:", (*rspecParser).rerun},
	{"An error occurred ", (*rspecParser).loadingDetail},
}

// Line implements [report.Parser].
func (p *rspecParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "" || p.opens(l, run):
	case parse.Digit(l.Text[0]) && strings.Contains(l.Text, " example") && strings.Contains(l.Text, " failure"):
		p.totals(l, run)
	case p.part != nil:
		p.part(p, l, run)
	}
}

// opens reads a line that opens a part: "Failures:", "An error occurred while loading ./spec/broken_spec.rb.".
func (p *rspecParser) opens(l report.Line, run *report.Run) bool {
	for _, t := range rspecParts {
		if strings.HasPrefix(l.Text, t.begins) {
			p.part = t.part
			run.Belongs(l.N)
			run.Closes()
			if strings.HasPrefix(l.Text, "An error ") {
				p.loading = true
				run.Found("", report.Finding{Message: report.Clip(l.Bare), At: l.N})
			}
			return true
		}
	}
	return false
}

// failure reads a line of the failures.
func (p *rspecParser) failure(l report.Line, run *report.Run) {
	title, numbered := shape.NumberedTitle(l.Text)
	where, placed := strings.CutPrefix(l.Bare, "# ")
	at, _, ok := parse.CutPlace(where)
	p.own = p.own || placed && ok
	switch f := run.Open(); {
	case numbered:
		run.Found(strategies.Failed, shape.FailedTest(l.N, title))
	case f == nil, placed && !ok, strings.HasPrefix(l.Bare, "(compared using"):
	case strings.Contains(l.Bare, "Failure/Error:"):
		p.own = true
		shape.AddEvidence(f, l.N, shape.MaxNumbered)
	default:
		shape.AddDetail(f, l, at, placed, shape.MaxNumbered)
	}
}

// loadingDetail reads a line of an error outside of the examples:
//
//	LoadError:
//	  cannot load such file -- nope
//	# ./spec/broken_spec.rb:1:in `<top (required)>'
func (p *rspecParser) loadingDetail(l report.Line, run *report.Run) {
	f := run.Open()
	if f == nil {
		return
	}
	where, placed := strings.CutPrefix(l.Text, "# ")
	at, _, ok := parse.CutPlace(where)
	switch {
	case placed && ok && f.File == "":
		f.File, f.Row = at.File, at.Row
		shape.AddEvidence(f, l.N, shape.MaxNumbered)
	case shape.IsException(l.Text), l.Text[0] != ' ' && strings.HasSuffix(l.Text, "Error:"):
		f.Message = report.Clip(l.Bare)
		f.Evidence = slices.Insert(f.Evidence, 0, l.N)
	case strings.HasSuffix(f.Message, ":"):
		f.Message = report.Clip(f.Message + " " + l.Bare)
		f.Evidence = slices.Insert(f.Evidence, min(len(f.Evidence), 1), l.N)
	case strings.HasPrefix(l.Text, "Failure/Error:"):
		shape.AddEvidence(f, l.N, shape.MaxNumbered)
	}
}

// rerun reads "rspec ./spec/calc_spec.rb:2 # Calculator adds".
func (p *rspecParser) rerun(l report.Line, run *report.Run) {
	rest, ok := strings.CutPrefix(l.Text, "rspec ")
	if !ok || len(p.reruns) == report.MaxFindings {
		return
	}
	where, name, _ := strings.Cut(rest, " # ")
	at, _, _ := parse.CutPlace(where)
	run.Belongs(l.N)
	p.reruns = append(p.reruns, report.Finding{Name: name, File: at.File, Row: at.Row, At: l.N})
}

// totals reads "6 examples, 3 failures, 2 pending, 1 error occurred outside of examples".
func (p *rspecParser) totals(l report.Line, run *report.Run) {
	c := map[string]int64{}
	for word, n := range parse.WordCounts(l.Text) {
		word, _, _ = strings.Cut(word, " ")
		c[strings.TrimSuffix(word, "s")] += n
	}
	if c["failure"] > 0 && run.Counted(strategies.Failed) > 0 && !p.own {
		return
	}
	run.End(l.N, report.Ending{Totals: report.MaxSummary})
	if again := l.Text == p.total && p.found == run.Counted(strategies.Failed); again && p.found > 0 {
		return // several formatters print the same run
	}
	p.total, p.found = l.Text, run.Counted(strategies.Failed)
	run.States(strategies.Failed, c["failure"])
	run.Adds(strategies.Errors, c["error"], report.Printed)
	run.Adds(strategies.Skipped, c["pending"], report.Printed)
	run.Skips = "pending"
	run.Adds(strategies.Passed, max(c["example"]-c["failure"]-c["pending"], 0), report.Printed)
	if c["example"] > 0 {
		run.Claim(report.Passed)
	}
	p.counted = true
}

// Close implements [report.Closer]. The lines that run the failed examples again name each and its place.
func (p *rspecParser) Close(run *report.Run) {
	if !p.counted && !p.loading { // others print "Failures:", too
		run.Drop(nil)
	}
	shape.CloseTests(run)
	if int(run.Counted(strategies.Failed)) != len(p.reruns) {
		return
	}
	reruns := p.reruns
	for i := range run.Pending() {
		f := &run.Pending()[i]
		if f.Name == "" || len(reruns) == 0 {
			continue
		}
		if again := reruns[0]; f.Name == again.Name {
			f.At, f.File, f.Row = again.At, cmp.Or(f.File, again.File), cmp.Or(f.Row, again.Row)
		}
		reruns = reruns[1:]
	}
}
