package js

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// playwright reads Playwright Test with its list, line and dot reporters. It prints a numbered list of failures, then
// the numbers, with the names of the tests below each:
//
//	Running 6 tests using 1 worker
//
//	  1) test/lantern.spec.js:5:3 › lantern › burns down ─────────────
//
//	    Error: expect(received).toBe(expected) // Object.is equality
//
//	  1 failed
//	    test/lantern.spec.js:5:3 › lantern › burns down ─────────────
//	  1 skipped
//	  4 passed (1.2s)
var playwright = report.Program{
	Name: "playwright",
	Runs: func(c report.Call) bool { return c.Name == "playwright" && c.Sub() == "test" },
	Begins: []string{
		"> playwright test", "$ playwright test", "Running 1", "Running 2", "Running 3", "Running 4", "Running 5",
		"Running 6", "Running 7", "Running 8", "Running 9",
	},
	New: func(report.Call) report.Parser { return &playwrightParser{flaky: map[parse.Place]bool{}} },
}

type playwrightParser struct {
	began     bool
	hasTotals bool  // a number of this run was read
	ended     bool  // "4 passed" was read
	counted   bool  // a number was read
	failed    int64 // tests, as the program counts them
	outside   int64 // errors that belong to no test, as the program counts them
	open      jsOpen
	load      bool // the open failure is a file that can't be loaded, before the run began
	retry     bool // below "Retry #1", which repeats the failure
	marked    markedTests
	names     strategies.Key       // which tests the names below a number are
	flaky     map[parse.Place]bool // tests that passed when they ran again
}

const (
	playwrightTotals = 5 // lines with numbers that are kept
)

// Line implements [report.Parser].
func (p *playwrightParser) Line(l report.Line, run *report.Run) {
	bare := strings.TrimLeft(l.Text, " ")
	switch indent := len(l.Text) - len(bare); {
	case bare == "":
	case indent == 0:
		p.top(l.N, bare, run)
	case indent == 2 && p.began && (p.numbered(l.N, bare, run) || p.count(l.N, bare, run)):
	case indent == 2 && strings.HasPrefix(bare, "✘ "):
		p.mark(l.N, bare, run)
	case indent == 4 && p.names != "":
		p.name(l.N, bare, run)
	case indent == 4 && strings.HasPrefix(bare, "Retry #"):
		p.retry = true
	case !p.retry:
		p.open.line(l.N, bare)
	}
}

// top reads a line without indentation.
func (p *playwrightParser) top(n int, s string, run *report.Run) {
	switch {
	case strings.HasPrefix(s, "Running ") && strings.Contains(s, " using ") && strings.Contains(s, " worker"):
		p.open.close()
		if p.began && !p.hasTotals {
			run.Part = true
		}
		p.began, p.hasTotals, p.ended, p.names = true, false, false, ""
		run.Belongs(n)
	case strings.HasPrefix(s, "Error: No tests found"):
		p.open.close()
		if !p.load { // a file that can't be loaded has the cause
			run.Found(strategies.Errors, report.Finding{Message: s, At: n})
		}
	case jsError(s) && !p.ended && (p.open.to == nil || p.load):
		p.begin(strategies.Errors, report.Finding{Message: s, At: n}, run)
		p.load = true
	case strings.HasSuffix(s, " not a part of any test, see above for details"):
		if k, _, ok := parse.CutNumber(s); ok {
			p.outside += int64(k)
		}
		run.End(n, report.Ending{Totals: playwrightTotals})
	case p.load:
		p.open.line(n, s)
	}
}

// numbered opens a failure: "1) [chromium] › a.spec.ts:5:3 › Cart › takes the food rate ────".
func (p *playwrightParser) numbered(n int, bare string, run *report.Run) bool {
	_, rest, counted := parse.CutNumber(bare)
	title, ok := strings.CutPrefix(rest, ") ")
	at, name, placed := playwrightName(title)
	if !counted || !ok || !placed {
		return false
	}
	if short := strings.TrimRight(bare, "─ "); len(short) < len(bare) && len(run.Texts) < report.MaxFindings {
		if run.Texts == nil {
			run.Texts = map[int]string{}
		}
		run.Texts[n] = "  " + short
	}
	run.Belongs(n)
	p.begin("", report.Finding{Name: name, File: at.File, Row: at.Row, Col: at.Col, At: n}, run)
	p.names = ""
	return true
}

// playwrightName reads "[chromium] › a.spec.ts:5:3 › Cart › adds up ────".
func playwrightName(s string) (at parse.Place, name string, ok bool) {
	s = strings.TrimRight(s, "─ ")
	for rest := s; rest != ""; {
		part, more, found := strings.Cut(rest, " › ")
		if at, ok = textline.WholePlace(part); ok {
			return at, more, found
		}
		rest = more
	}
	return parse.Place{}, "", false
}

// mark reads the mark of a failed test among the results: "✘  1 a.spec.ts:5:3 › boat › floats (9ms)".
func (p *playwrightParser) mark(n int, bare string, run *report.Run) {
	name := strings.TrimPrefix(bare, "✘ ")
	if i := strings.LastIndex(name, " ("); i > 0 {
		name = name[:i]
	}
	if at, name, ok := playwrightName(strings.TrimLeft(name, " 0123456789")); ok {
		p.marked.add(report.Finding{Name: name, File: at.File, Row: at.Row, Col: at.Col, At: n}, run)
	}
}

// playwrightCounts maps the words after the numbers of tests to kinds.
var playwrightCounts = map[string]strategies.Key{
	" passed": strategies.Passed, " failed": strategies.Failed, " interrupted": strategies.Failed,
	" flaky": strategies.Flaky, " skipped": strategies.Skipped, " did not run": strategies.Skipped,
}

// count reads "6 failed", "1 flaky", "3 passed (6.9s)".
func (p *playwrightParser) count(n int, bare string, run *report.Run) bool {
	k, rest, ok := parse.CutNumber(bare)
	what, time, _ := strings.Cut(rest, " (")
	key := playwrightCounts[what]
	passed := key == strategies.Passed
	if !ok || key == "" || passed != strings.HasSuffix(time, ")") {
		return false
	}
	p.open.close()
	p.names, p.counted, p.hasTotals, p.ended = key, true, true, p.ended || passed
	run.Adds(key, int64(k), report.Printed)
	run.FlakyApart = true
	if key == strategies.Failed {
		p.failed += int64(k)
	}
	run.End(n, report.Ending{Totals: playwrightTotals})
	return true
}

// name reads a name below a number.
func (p *playwrightParser) name(n int, bare string, run *report.Run) {
	at, _, ok := playwrightName(bare)
	if !ok {
		return
	}
	run.End(n, report.Ending{})
	if p.names == strategies.Flaky && len(p.flaky) < report.MaxFindings {
		p.flaky[at] = true
	}
}

// begin opens a failure. Tests aren't counted until the names of the flaky ones are known.
func (p *playwrightParser) begin(key strategies.Key, f report.Finding, run *report.Run) {
	p.open.begin(key, f, run)
	p.load, p.retry = false, false
}

// tests counts the findings whose test failed in the end.
func (p *playwrightParser) tests(found []report.Finding) (n int64) {
	for i := range found {
		f := &found[i]
		if f.Name != "" && !p.flaky[parse.Place{File: f.File, Row: f.Row, Col: f.Col}] {
			n++
		}
	}
	return n
}

// Close implements [report.Closer].
func (p *playwrightParser) Close(run *report.Run) {
	p.open.close()
	if p.began && !p.hasTotals {
		run.Part = true
	}
	found := run.Pending()
	if !p.counted && len(found) == 0 {
		p.marked.found(run)
		return
	}
	if p.counted && p.tests(found) > p.failed { // several reporters print them
		run.Drop(report.Repeats(""))
		found = run.Pending()
	}
	for i := range found {
		f := &found[i]
		f.Warning = p.flaky[parse.Place{File: f.File, Row: f.Row, Col: f.Col}]
		if f.Name != "" && !f.Warning {
			run.Claim(report.Failed)
		}
	}
	if tests := p.tests(found); p.counted && tests != p.failed {
		run.Differs(strategies.Failed, p.failed, tests)
	}
	run.Adds(strategies.Errors, max(0, p.outside-run.Counted(strategies.Errors)), report.Printed)
	run.Answer = !p.began
	if p.ended {
		run.Claim(report.Passed)
	}
}
