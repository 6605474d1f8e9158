package programs

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rspec is Ruby's other test runner. It prints its failures at the end, totals, and the commands that run each failed example
// again:
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
	Name:   "rspec",
	Runs:   report.Named("rspec"),
	Begins: []string{"An error occurred while loading ./", "Failed examples:", "Failures:"},
	Extent: report.EachRun,
	New:    func(report.Call) report.Parser { return new(rspecParser) },
}

type rspecParser struct {
	part    rspecPart
	message bool             // the next line is the exception's message
	reruns  []report.Finding // what "Failed examples" names
	loading bool             // an error outside of the examples was found
	counted bool             // totals were found
}

type rspecPart uint8

const (
	rspecProgress rspecPart = iota
	rspecPending
	rspecFailures
	rspecLoading // an error outside of the examples
	rspecReruns
)

// rspecParts are the lines that open a part of the output.
var rspecParts = []struct {
	begins string
	part   rspecPart
}{
	{"Failures:", rspecFailures},
	{"Pending:", rspecPending},
	{"Finished in ", rspecProgress},
	{"Failed examples:", rspecReruns},
	{"An error occurred ", rspecLoading},
}

// Line implements [report.Parser].
func (p *rspecParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" || p.opens(l, run) {
		return
	}
	title, numbered := numberedTitle(l.Text)
	switch open := run.Open(); {
	case parse.Digit(l.Text[0]) && strings.Contains(l.Text, " example") && strings.Contains(l.Text, " failure"):
		p.totals(l, run)
	case p.part == rspecReruns:
		p.rerun(l, run)
	case p.part == rspecFailures && numbered:
		run.Found(strategies.Failed, failedTest(l.N, title))
		p.message = false
	case open == nil:
	case p.part == rspecFailures:
		p.detail(l, open)
	case p.part == rspecLoading:
		p.loadingDetail(l, open)
	}
}

// opens reads a line that opens a part: "Failures:", "An error occurred while loading ./spec/broken_spec.rb.".
func (p *rspecParser) opens(l report.Line, run *report.Run) bool {
	for _, t := range rspecParts {
		if !strings.HasPrefix(l.Text, t.begins) {
			continue
		}
		p.part = t.part
		run.Belongs(l.N)
		run.Closes()
		if t.part == rspecLoading {
			p.loading = true
			run.Found("", report.Finding{Message: report.Clip(l.Bare), At: l.N})
		}
		return true
	}
	return false
}

// detail reads a line of a failure.
func (p *rspecParser) detail(l report.Line, f *report.Finding) {
	where, placed := strings.CutPrefix(l.Bare, "# ")
	switch {
	case placed:
		at, _, ok := parse.CutPlace(where)
		if !ok || f.File != "" {
			return
		}
		f.File, f.Row = at.File, at.Row
	case strings.HasPrefix(l.Bare, "(compared using"):
		return
	case strings.Contains(l.Bare, "Failure/Error:"):
	case p.message:
		p.message = false
		f.Message = report.Clip(f.Message + " " + l.Bare)
	case f.Message == "":
		f.Message = report.Clip(l.Bare)
		p.message = strings.HasSuffix(l.Bare, ":") // "ArgumentError:"
	case strings.HasPrefix(f.Message, "expected:") && strings.HasPrefix(l.Bare, "got:"):
		f.Message = report.Clip(f.Message + ", " + l.Bare)
	}
	addEvidence(f, l.N, maxNumbered)
}

// loadingDetail reads a line of an error outside of the examples:
//
//	LoadError:
//	  cannot load such file -- nope
//	# ./spec/broken_spec.rb:1:in `<top (required)>'
func (p *rspecParser) loadingDetail(l report.Line, f *report.Finding) {
	const limit = 8
	where, placed := strings.CutPrefix(l.Text, "# ")
	switch {
	case placed:
		if at, _, ok := parse.CutPlace(where); ok && f.File == "" {
			f.File, f.Row = at.File, at.Row
			f.Evidence = report.AppendFirst(f.Evidence, l.N, limit)
		}
	case excMessage(l.Text), l.Text[0] != ' ' && strings.HasSuffix(l.Text, "Error:"):
		f.Message, p.message = report.Clip(l.Bare), true
		f.Evidence = slices.Insert(f.Evidence, 0, l.N)
	case p.message:
		p.message = false
		f.Message = report.Clip(f.Message + " " + l.Bare)
		f.Evidence = slices.Insert(f.Evidence, 1, l.N)
	case strings.HasPrefix(l.Text, "Failure/Error:"):
		f.Evidence = report.AppendFirst(f.Evidence, l.N, limit)
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
	run.Totals(l.N)
	run.States(strategies.Failed, c["failure"])
	run.Adds(strategies.Errors, c["error"])
	run.Adds(strategies.Skipped, c["pending"])
	run.Adds(strategies.Passed, max(c["example"]-c["failure"]-c["pending"], 0))
	if c["example"] > 0 {
		run.Passes()
	}
	p.counted = true
}

// Close implements [report.Closer]. The lines that run the failed examples again name each and its place.
func (p *rspecParser) Close(run *report.Run) {
	if !p.counted && !p.loading { // others print "Failures:", too
		run.Restart()
	}
	closeTests(run)
	var failed []*report.Finding
	for i := range run.Pending() {
		if f := &run.Pending()[i]; f.Name != "" {
			failed = append(failed, f)
		}
	}
	if len(failed) != len(p.reruns) {
		return
	}
	for i, f := range failed {
		if again := &p.reruns[i]; f.Name == again.Name {
			f.At = again.At
			if f.File == "" {
				f.File, f.Row = again.File, again.Row
			}
		}
	}
}
