package documents

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// MochaJSON reads the report of mocha's JSON reporter. Other runners, such as cypress, print the same form:
//
//	{
//	  "stats": {
//	    "passes": 4,
//	    "failures": 1,
//	  },
//	  "failures": [
//	    {
//	      "fullTitle": "lantern burns down",
//	      "err": {
//	        "message": "Expected values to be strictly equal:\n\n25 !== 20\n",
//
// A report in one line is [mochaLine].
var MochaJSON = report.Program{
	Name:     "mocha",
	Begins:   []string{`"stats": {`},
	Document: func(line string) bool { return line == `"stats": {` },
	New:      func(report.Call) report.Parser { return &mochaJSONParser{stats: map[string]int64{}} },
}

// mochaJSONParser follows a report line by line.
type mochaJSONParser struct {
	stats  map[string]int64
	part   string // "stats", "failures", or another list
	depth  int    // the indentation of its end
	passed bool   // the list of those that passed has come, which ends a report without failures
	over   bool
}

// Over implements [report.Ender]: all of a report was read, or this isn't one.
func (p *mochaJSONParser) Over() bool { return p.over }

// Line implements [report.Parser].
func (p *mochaJSONParser) Line(l report.Line, run *report.Run) {
	run.Belongs(l.N)
	if p.part != "" && parse.Indent(l.Text) <= p.depth && parse.StartsWith(l.Bare, "}", "]") {
		p.passed = p.passed || p.part == "passes"
		p.part = ""
		return
	}
	name, value, ok := strings.Cut(strings.TrimSuffix(l.Bare, ","), `": `)
	name = strings.TrimPrefix(name, `"`)
	switch {
	case !ok:
		p.over = p.part == "" && l.Bare == "}"
	case p.part == "" && (value == "{" || value == "["):
		p.part, p.depth = name, parse.Indent(l.Text)
	case p.part == "" && name == "passes":
		p.passed = true
	case p.part == "stats":
		if k, rest, ok := parse.CutNumber(value); ok && rest == "" {
			p.stats[name] = int64(k)
		}
	case p.part == "failures":
		p.failure(l.N, name, unquoted(value), run)
	}
}

// failure reads a line of a failed test.
func (p *mochaJSONParser) failure(n int, name, value string, run *report.Run) {
	if name == "fullTitle" {
		run.Found(strategies.Failed, report.Finding{Name: value, At: n, Span: strategies.Span{First: n, Last: n}})
	}
	f := run.Open()
	if f == nil {
		return
	}
	switch name {
	case "file":
		f.File = value
	case "message":
		f.Message, _, _ = strings.Cut(value, "\n")
		f.Evidence = append([]int{n}, f.Evidence...)
	case "stack":
		stackPlace(f, value)
		f.Evidence = append(f.Evidence, n)
	default:
		return
	}
	f.Span.Last = n
}

// stackPlace sets the place of a failed test to the first frame of its stack that is in the program's own code.
func stackPlace(f *report.Finding, stack string) {
	for l := range strings.Lines(stack) {
		if at, own, ok := textline.JSFrame(strings.TrimSpace(l)); ok && own {
			f.File, f.Row, f.Col = at.File, at.Row, at.Col
			return
		}
	}
}

// Close implements [report.Closer].
func (p *mochaJSONParser) Close(run *report.Run) {
	failed, ok := p.stats["failures"]
	if !ok {
		run.Claim(report.NotOurs)
		return
	}
	run.Skips = "pending"
	report.StateTests(run, map[strategies.Key]int64{
		strategies.Failed: failed, strategies.Passed: p.stats["passes"], strategies.Skipped: p.stats["pending"],
	})
	if p.part == "failures" { // the list was cut
		run.Treat(strategies.Failed, report.Cut)
	}
	if p.passed {
		run.Claim(report.Passed)
	}
}
