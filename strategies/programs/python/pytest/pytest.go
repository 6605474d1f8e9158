package pytest

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// Program reads Python's test runner, with every style of traceback, quiet and verbose, with plugins such as
// xdist:
//
//	============================= test session starts ==============================
//	collected 3 items
//
//	a.py F..                                                                 [100%]
//
//	=================================== FAILURES ===================================
//	___________________________________ test_one ___________________________________
//	>       assert 1 == 2
//	E       assert 1 == 2
//
//	a.py:2: AssertionError
//	=========================== short test summary info ============================
//	FAILED a.py::test_one - assert 1 == 2
//	========================= 1 failed, 2 passed in 0.01s ==========================
var Program = report.Program{
	Name: "pytest",
	Runs: func(c report.Call) bool {
		return c.Is("pytest", "pytest-3", "py.test", "py.test-3") || py.Runs(c, "pytest")
	},
	Begins: []string{
		"platform linux -- Python", "platform darwin -- Python",
		"platform win32 -- Python", "platform linux2 -- Python",
		"============================= test session starts",
		"=================================== FAILURES ====",
		"==================================== ERRORS ====",
		"=========================== short test summary info",
	},
	Extent:   report.EachRun,
	IdleExit: 5,
	Compare: report.Comparison{
		UniqueNames: true, CountsErrors: true,
		// A file that can't be imported: "ERROR tests/test_fares.py".
		HidesTests: func(f *result.Finding) bool { return f.Name != "" && !strings.Contains(f.Name, "::") },
	},
	New: func(report.Call) report.Parser { return new(pytestParser) },
}

// A pytestPart is a part of a session's output.
type pytestPart uint8

const (
	pytestProgress  pytestPart = iota // names, dots, percentages
	pytestFailures                    // tracebacks
	pytestSummaries                   // one line for each failure
	pytestOther                       // warnings, durations, coverage
)

// pytestTitles lists the beginnings of titles between rules of "=", by the parts that they open.
var pytestTitles = map[pytestPart][]string{
	pytestFailures:  {"FAILURES", "ERRORS"},
	pytestSummaries: {"short test summary info"},
	pytestOther: {
		"warnings summary", "pytest-warning summary", "PASSES", "XPASSES", "XFAILURES", "tests coverage",
		"rerun test summary info", "slowest ",
	},
}

// pytestParser reads one session after the other.
type pytestParser struct {
	pytestSession
	ended    bool // a session ended
	coverage int  // the line with the total of the coverage
}

// A pytestSession holds one run of pytest.
type pytestSession struct {
	begun    bool // its first lines were found
	part     pytestPart
	open     *pytestFailure // whose traceback is read
	failures []*pytestFailure
	short    []*pytestLine // of the short summary
	verbose  []*pytestLine // failures that were reported while the tests ran
	dropped  int64         // failures beyond the bound
	stopped  bool          // it ended before its tests did
	broken   bool          // something other than its tests failed
	breaking string        // the kind of that, whose lines follow
}

// minPytestRule is the least width of a rule, which is as wide as the terminal.
const minPytestRule = 40

// Line implements [report.Parser].
func (p *pytestParser) Line(l report.Line, run *report.Run) {
	n, s := l.N, l.Text
	if s == "" {
		return
	}
	section, ruled := parse.Ruled(s, '=')
	stop, stops := parse.Ruled(s, '!')
	switch {
	case ruled && len(s) >= minPytestRule && p.section(n, section, run):
	case p.part == pytestFailures && p.opens(n, s, run):
	case stops && stop != "":
		p.stop(n, stop, run)
	case len(s) <= 200 && p.ends(n, s, run), p.breaks(l, run), p.follow(n, s, run):
	case p.part == pytestProgress:
		p.progress(n, s, run)
	case p.part == pytestFailures:
		p.trace(n, s, run)
	case p.part == pytestSummaries:
		p.summary(n, s, run)
	case strings.HasPrefix(s, "TOTAL "):
		p.coverage = n
	}
}

// section reads a title between rules of "=". It reports whether it is one of pytest's.
func (p *pytestParser) section(n int, title string, run *report.Run) bool {
	if strings.HasPrefix(title, "test session starts") {
		if p.open == nil || !p.open.inOutput { // else a test has run a session and printed it
			p.endSession(run)
			p.begun = true
			run.Belongs(n)
		}
		return true
	}
	for part, titles := range pytestTitles {
		if parse.StartsWith(title, titles...) {
			p.part, p.open = part, nil
			run.Belongs(n)
			return true
		}
	}
	return p.ends(n, title, run)
}

// ends reads the line that ends a session, which is between rules unless the session is quiet.
func (p *pytestParser) ends(n int, s string, run *report.Run) bool {
	c, ok := pytestTotals(s)
	if !ok {
		return false
	}
	run.End(n, report.Ending{Totals: report.MaxSummary})
	failed, errs := c["failed"], c["error"]+c["errors"]
	stated, found := failed+errs, p.handOver(run)
	more := found > stated && c["subtests failed"]+c["rerun"]+c["reruns"] == 0
	fewer := found+p.dropped < stated && stated <= report.MaxFindings
	if more || fewer && p.begun {
		run.Differs(strategies.Failed, stated, found)
	}
	run.Adds(strategies.Failed, failed, report.Printed)
	run.Adds(strategies.Errors, errs, report.Printed)
	run.Adds(strategies.Skipped, c["skipped"], report.Printed)
	run.Adds(strategies.Deselected, c["deselected"], report.Printed)
	run.Adds(strategies.Reruns, c["rerun"]+c["reruns"], report.Printed)
	run.Adds(strategies.XFailed, c["xfailed"], report.Printed)
	run.Adds(strategies.XPassed, c["xpassed"], report.Printed)
	if passed, ok := c["passed"]; ok {
		run.Adds(strategies.Passed, passed, report.Printed)
	}
	if stated+c["subtests failed"] > 0 || p.broken {
		run.Claim(report.Failed)
	} else if c["passed"]+c["xfailed"]+c["xpassed"] == 0 {
		run.Claim(report.NoTest) // "7 deselected in 0.01s"
	} else if !p.stopped {
		run.Claim(report.Passed)
	}
	run.EndRun()
	p.pytestSession, p.ended = pytestSession{}, true
	return true
}

// pytestWords lists the nouns of pytest's counts.
var pytestWords = []string{
	"failed", "passed", "skipped", "deselected", "xfailed", "xpassed", "error", "errors", "warning", "warnings",
	"pytest-warnings", "rerun", "reruns", "subtests passed", "subtests failed", "subtests skipped",
}

// pytestTotals reads "5 failed, 4 passed in 0.12s", "no tests ran in 0.01s".
func pytestTotals(s string) (counts map[string]int64, ok bool) {
	if s == "" || !parse.Digit(s[0]) && s[0] != 'n' {
		return nil, false
	}
	none := strings.HasPrefix(s, "no tests ")
	i := strings.LastIndex(s, " in ")
	switch {
	case i < 0:
		none = strings.HasPrefix(s, "no tests ran")
	case !pytestTime(s[i+len(" in "):]):
		return nil, false
	case !none:
		counts = parse.WordCounts(s[:i])
	}
	if none {
		return map[string]int64{"passed": 0}, true
	}
	for word := range counts {
		if !slices.Contains(pytestWords, word) {
			return nil, false
		}
	}
	return counts, len(counts) > 0
}

// pytestTime reports whether a text is a duration: "0.12s", "1.02 seconds", "65.20s (0:01:05)".
func pytestTime(s string) bool {
	_, clock, _ := strings.Cut(s, "s")
	return s != "" && parse.Digit(s[0]) && (strings.HasSuffix(s, "s") || strings.HasPrefix(clock, " ("))
}

// endSession ends a session without totals: it was killed, or its end was cut off.
func (p *pytestParser) endSession(run *report.Run) {
	if p.handOver(run) > 0 || p.broken {
		run.Claim(report.Failed)
	}
	if p.begun {
		run.Part = true
	}
	run.EndRun()
	p.pytestSession = pytestSession{}
}

// Close implements [report.Closer].
func (p *pytestParser) Close(run *report.Run) {
	p.endSession(run)
	if p.coverage > 0 && !run.Failing() {
		run.Notes = []int{p.coverage}
	}
}
