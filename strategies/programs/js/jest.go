package js

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// jest reads jest's default and verbose reporters, and its coverage threshold:
//
//	FAIL test/cart.test.js
//	  ● Cart › tax › takes the food rate
//
//	    expect(received).toBe(expected) // Object.is equality
//
//	Test Suites: 1 failed, 1 total
//	Tests:       3 failed, 4 passed, 7 total
//	Snapshots:   0 total
//	Time:        0.29 s
//	Ran all test suites.
var jest = report.Program{
	Name: "jest",
	Runs: func(c report.Call) bool {
		return c.Name == "jest" || c.Name == "react-scripts" && c.Sub() == "test"
	},
	Begins: []string{
		"> jest", "$ jest", "> react-scripts test", "$ react-scripts test", "PASS ", "FAIL ", "Test Suites: ",
		jestRetry,
	},
	New: func(report.Call) report.Parser { return new(jestParser) },
}

type jestParser struct {
	suite     string // the test file whose results follow
	suiteAt   int    // the line that names it, 0 for one that passed
	open      jsOpen
	repeats   bool  // below "Summary of all failing tests", which prints long runs' failures again
	badSuites int64 // failed suites, as jest counts them
	ended     bool
	green     []int    // the first suites that passed
	totals    int      // the line of the last totals
	suites    int64    // suites that are named since
	broken    []string // suites that didn't run
	retried   []string // tests that failed and ran again
}

// fewGreen bounds the suites that are named in a pass.
const fewGreen = 2

// jestNotes lists lines about the end of jest that are worth room with the failures.
var jestNotes = []string{
	"Force exiting Jest", "Jest did not exit one second after",
}

// jestRetry opens the list of a test's failures before it ran again.
const jestRetry = "LOGGING RETRY ERRORS "

// jestCrash opens the line about a worker that had to be killed: the tests after its last one may not have run.
const jestCrash = "A worker process has failed to exit gracefully"

// Line implements [report.Parser].
func (p *jestParser) Line(l report.Line, run *report.Run) {
	bare := strings.TrimLeft(l.Text, " ")
	switch indent := len(l.Text) - len(bare); {
	case bare == "":
	case indent == 0:
		p.top(l.N, bare, run)
	case indent == 1 && strings.HasPrefix(bare, jestRetry):
		p.open.close()
		p.retried = append(p.retried, strings.TrimSpace(bare[len(jestRetry):]))
		run.Belongs(l.N)
	case parse.StartsWith(l.Text, " FAIL ", " PASS "): // with colours
		p.suiteLine(l.N, bare, run)
	case indent == 2 && strings.HasPrefix(bare, "● "):
		title := strings.TrimPrefix(bare, "● ")
		p.failure(l.N, strings.TrimSpace(title), title[:min(1, len(title))] == " ", run)
	case indent == 2 && strings.HasPrefix(bare, "console."), strings.HasPrefix(l.Text, " › "):
		p.open.close()
		run.Belongs(l.N)
	default:
		p.open.line(l.N, bare)
	}
}

// top reads a line without indentation.
func (p *jestParser) top(n int, s string, run *report.Run) {
	switch {
	case parse.StartsWith(s, "PASS ", "FAIL "):
		p.suiteLine(n, s, run)
	case parse.StartsWith(s, "Test Suites: ", "Tests: ") && strings.HasSuffix(s, " total"):
		p.total(n, s, run)
	case s == "Summary of all failing tests":
		p.open.close()
		p.repeats = true
		run.Belongs(n)
	case p.ended && parse.StartsWith(s, "Time: ", "Ran all test suites"):
		run.End(n, report.Ending{})
	case strings.HasPrefix(s, jestCrash):
		run.Notes = report.AppendFirst(run.Notes, n, maxNotes)
		run.Claim(report.Unfinished)
	case coverageTotal(s), parse.StartsWith(s, jestNotes...), p.ended && badSnapshots(s):
		run.Notes = report.AppendFirst(run.Notes, n, maxNotes)
	case s == "No tests found, exiting with code 0":
		p.ended = true
		run.Claim(report.NoTest)
		run.End(n, report.Ending{Totals: report.MaxSummary})
	case strings.HasPrefix(s, "No tests found, exiting with code "), jestThreshold(s):
		p.open.close()
		run.Found(strategies.Errors, report.Finding{Message: s, At: n})
	case strings.HasPrefix(s, "● ") && !strings.Contains(s, "Warning") && !strings.Contains(s, "›"):
		p.failure(n, strings.TrimSpace(s[len("● "):]), true, run)
	}
}

// badSnapshots reads "Snapshots:   1 failed, 2 obsolete, 3 total".
func badSnapshots(s string) bool {
	return strings.HasPrefix(s, "Snapshots: ") && (strings.Contains(s, "failed") || strings.Contains(s, "obsolete"))
}

// jestThreshold reads `Jest: "global" coverage threshold for lines (80%) not met: 50%`.
func jestThreshold(s string) bool {
	return strings.HasPrefix(s, "Jest: ") && (strings.Contains(s, "threshold") || strings.Contains(s, "not met"))
}

// suiteLine reads "FAIL test/a.test.js (5.1 s)", "PASS  web  src/b.test.ts".
func (p *jestParser) suiteLine(n int, s string, run *report.Run) {
	path := strings.TrimSpace(s[len("FAIL "):])
	if i := strings.LastIndex(path, " ("); i > 0 && strings.HasSuffix(path, "s)") {
		path = path[:i]
	}
	path = path[strings.LastIndexByte(path, ' ')+1:]
	if !sourceFile(path) {
		return
	}
	p.open.close()
	run.Belongs(n)
	p.suite, p.suiteAt = path, n
	if !p.repeats {
		p.suites++
	}
	if s[0] == 'P' {
		p.suiteAt = 0
		p.green = report.AppendFirst(p.green, n, fewGreen+1)
	}
}

// total reads "Test Suites: 1 failed, 1 total", "Tests:       3 failed, 4 passed, 7 total".
func (p *jestParser) total(n int, s string, run *report.Run) {
	p.open.close()
	run.End(n, report.Ending{Totals: report.MaxSummary})
	counts := testCounts(s)
	if strings.HasPrefix(s, "Tests: ") {
		p.ended, p.suites = true, 0
		report.StateTests(run, counts)
		return
	}
	all := int64(0)
	parse.EachCount(s, func(n int64, word string) {
		if word == "total" {
			all = n
		}
	})
	if p.suites > all && p.ended { // some are of a run that printed no totals
		run.Part = true
	}
	p.repeats, p.totals, p.suites = false, n, 0
	p.badSuites += counts[strategies.Failed]
}

// failure reads what "●" opens: a test by its name, a suite that didn't run, or, with more indentation or with none,
// what happened outside of any test: `  ●  process.exit called with "5"`.
func (p *jestParser) failure(n int, title string, outside bool, run *report.Run) {
	p.open.close()
	f := report.Finding{File: p.suite, At: n, Head: p.suiteAt}
	switch {
	case title == "Console", strings.Contains(title, "Warning:"):
	case outside && strings.HasPrefix(title, "Cannot log after tests are done"):
		run.Notes = report.AppendFirst(run.Notes, n, maxNotes)
	case title == "Test suite failed to run":
		if p.repeats && slices.Contains(p.broken, p.suite) {
			p.open.ignore()
			return
		}
		p.broken = append(p.broken, p.suite)
		p.open.begin(strategies.Errors, f, run)
	case outside:
		f.Message = strings.TrimSuffix(title, ":")
		p.open.begin(strategies.Errors, f, run)
	case p.suite != "": // other programs have such lists too, but not below a test file
		f.Name = title
		p.test(f, run)
	}
}

// test takes a failed test. One that fails twice, such as in itself and in its teardown, is printed twice.
func (p *jestParser) test(f report.Finding, run *report.Run) {
	known := func(g report.Finding) bool { return g.Name == f.Name }
	found := run.Pending()
	switch {
	case p.repeats && slices.ContainsFunc(run.Pending(), known):
		p.open.ignore()
	case len(found) > 0 && known(found[len(found)-1]) && found[len(found)-1].File == f.File:
		run.Treat(strategies.Failed, report.OneMore)
		p.open.begin("", f, run)
	default:
		p.open.begin(strategies.Failed, f, run)
	}
	run.Belongs(f.At)
}

// Close implements [report.Closer].
func (p *jestParser) Close(run *report.Run) {
	p.open.close()
	if p.ended && p.suites > 0 {
		run.Part = true
	}
	run.Treat(strategies.Failed, report.OnlyStated)
	for _, name := range p.retried {
		failed := func(f report.Finding) bool { return f.Name == name || strings.HasSuffix(f.Name, " › "+name) }
		if p.ended && !slices.ContainsFunc(run.Pending(), failed) {
			run.Adds(strategies.Flaky, 1, report.Printed)
		}
	}
	switch {
	case len(run.Pending()) > 0:
		run.Claim(report.Failed)
	case !p.ended:
		run.Claim(report.NotOurs)
	case p.badSuites > 0:
		run.Differs(strategies.Failed, p.badSuites, 0)
	default:
		run.Claim(report.Passed)
		if k := len(p.green); k > 0 && k <= fewGreen && p.green[k-1]+2 >= p.totals { // right above the totals
			run.Notes = append(run.Notes, p.green...)
		}
	}
}
