package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// minitest reads Ruby's minitest, and Rails' way of printing it.
var minitest = report.Program{
	Name: "minitest",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "rails":
			return strings.HasPrefix(c.Sub(), "test")
		case "rake":
			return c.Sub() == "" || c.Sub() == "test"
		}
		return false
	},
	Begins: []string{"Run options: ", "# Running:"},
	Old:    func() report.Reader { return &minitestParser{} },
}

type minitestParser struct {
	runs
	list    numberedFailures
	named   bool // the next line names a test
	errored bool
	at      int // the line above it
	ran     int64
}

func (p *minitestParser) Line(n int, s string) {
	if s == "" {
		return
	}
	if p.named {
		p.named = false
		if p.test(n, s) {
			return
		}
	}
	kind := s
	if title, ok := numberedTitle(s); ok {
		kind = title
	}
	switch kind {
	case "Failure:", "Error:":
		p.named, p.errored, p.at = true, kind == "Error:", n
		p.list.open = nil
		return
	case "Skipped:":
		p.list.open = nil
		return
	}
	switch {
	case strings.HasPrefix(s, "Run options: "), strings.HasPrefix(s, "# Running:"):
		p.seen(n)
	case parse.Digit(s[0]) && p.totals(n, s):
	case strings.HasPrefix(s, "Finished in "), strings.HasPrefix(s, "rails test "), strings.HasPrefix(s, "bin/rails test "):
		p.list.open = nil
	case p.list.open != nil:
		p.line(n, s)
	}
}

// test reads "CalcTest#test_adds [test/calc_test.rb:3]:".
func (p *minitestParser) test(n int, s string) bool {
	name, where, _ := strings.Cut(strings.TrimSuffix(s, ":"), " [")
	if !strings.Contains(name, "#") {
		return false
	}
	p.seen(n)
	p.list.begin(n, name)
	if f := p.list.open; f != nil {
		f.Span.First = p.at
		at, _, _ := parse.CutPlace(strings.TrimSuffix(where, "]"))
		f.File, f.Row = at.File, at.Row
	}
	return true
}

// line reads a line of a failure.
func (p *minitestParser) line(n int, s string) {
	f := p.list.open
	bare := strings.TrimSpace(s)
	if at, _, ok := parse.CutPlace(bare); ok && strings.HasPrefix(s, "  ") && strings.Contains(bare, ":in ") {
		if f.File == "" {
			f.File, f.Row = at.File, at.Row
			p.list.says(n)
		}
		return
	}
	if len(f.Evidence) >= 6 {
		return
	}
	if f.Message == "" {
		f.Message = report.Clip(bare)
	} else if strings.HasPrefix(bare, "Actual:") {
		f.Message = report.Clip(f.Message + ", " + bare)
	}
	p.list.says(n)
}

// totals reads "5 runs, 3 assertions, 2 failures, 1 errors, 1 skips".
func (p *minitestParser) totals(n int, s string) bool {
	if !strings.Contains(s, " assertions, ") || !strings.Contains(s, " runs, ") {
		return false
	}
	c := parse.WordCounts(s)
	p.seen(n)
	p.list.open = nil
	p.summary = []int{n}
	failed := c["failures"] + c["errors"]
	counts := map[strategies.Key]int64{strategies.Passed: max(c["runs"]-failed-c["skips"], 0)}
	for key, word := range map[strategies.Key]string{strategies.Failed: "failures", strategies.Errors: "errors", strategies.Skipped: "skips"} {
		if c[word] > 0 {
			counts[key] = c[word]
		}
	}
	if told := p.list.told(); told != failed {
		p.disagree(failed, told)
	}
	p.bad = p.bad || failed > 0
	p.pass = p.pass || failed == 0
	p.ran += c["runs"]
	p.add(p.list.findings, counts)
	p.list = numberedFailures{}
	p.end()
	return true
}

// Report implements [report.Reader].
func (p *minitestParser) Report() report.Report {
	if len(p.list.findings) > 0 { // a run that didn't end
		p.bad = true
		p.add(p.list.findings, nil)
	}
	r := p.report()
	if p.ran == 0 && r.Outcome == strategies.Pass {
		r.Verdict = "no tests ran"
	}
	return r
}
