package python

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// unittest reads the test runner of Python's standard library. Django's, nose and setup.py test print as it does:
//
//	======================================================================
//	FAIL: test_table (test_bank.InterestTest.test_table)
//	----------------------------------------------------------------------
//	Traceback (most recent call last):
//	  File "/home/dev/project/test_bank.py", line 27, in test_table
//	    self.assertEqual(interest(5, 2), 1102)
//	AssertionError: 1103 != 1102
//
//	----------------------------------------------------------------------
//	Ran 5 tests in 0.001s
//
//	FAILED (failures=1, skipped=1)
var unittest = report.Program{
	Name: "unittest",
	Runs: func(c report.Call) bool {
		script := c.Name + " " + c.Sub()
		if strings.HasPrefix(c.Name, "python") && len(c.Args) > 1 {
			script = c.Args[0] + " " + c.Args[1]
		}
		return script == "manage.py test" || script == "setup.py test" ||
			c.Is("nosetests", "nosetests3", "nose2") || py.Runs(c, "unittest")
	},
	Begins: []string{unittestRule, "test_", "Ran "},
	Extent: report.EachRun,
	Compare: report.Comparison{
		UniqueNames: true, CountsErrors: true, CountsFailedAlone: true, // of a test, several parts may fail
		StopFlags: []string{"-f"}, HidesTests: hidesTests,
	},
	IdleExit: 5,
	New:      func(report.Call) report.Parser { return new(unittestParser) },
}

// hidesTests reports whether a failure is a module that can't be loaded, or the setup or teardown of several tests:
//
//	ERROR: tests.test_fares (unittest.loader._FailedTest.tests.test_fares)
//	ERROR: setUpClass (tests.test_fares.Fares)
func hidesTests(f *result.Finding) bool {
	return strings.Contains(f.Name, "_FailedTest") || strings.HasPrefix(f.Name, "setUp") ||
		strings.HasPrefix(f.Name, "tearDownClass") || strings.HasPrefix(f.Name, "tearDownModule")
}

const (
	unittestRule = "======================================================================"
	unittestDash = "----------------------------------------------------------------------"
)

// unittestParser follows one run after the other.
type unittestParser struct {
	open   *unittestFailure
	ruled  bool // the line before was a rule of "="
	traced bool // a failure of this run has a traceback
	begun  bool // a line of this run was read
	passed int64
	ran    int64
	ranAt  int // the line that counts the tests, above the verdict
}

// unittestHeadings maps the first words of lines that name a failed test to kinds.
var unittestHeadings = map[string]strategies.Key{
	"ERROR": strategies.Errors, "FAIL": strategies.Failed, "UNEXPECTED SUCCESS": "",
}

// Line implements [report.Parser].
func (p *unittestParser) Line(l report.Line, run *report.Run) {
	s, ruled := l.Text, p.ruled
	p.ruled = s == unittestRule
	if s == "" || p.ruled {
		return
	}
	verb, name, key, heading := "", "", strategies.Key(""), false
	if ruled {
		verb, name, _ = l.CutColon()
		key, heading = unittestHeadings[verb]
	}
	switch {
	case heading:
		p.close(run)
		run.Belongs(l.N)
		p.begun = true
		p.open = &unittestFailure{key: key, name: strings.TrimSpace(name), at: l.N, last: l.N}
	case p.ranAt > 0 && p.verdict(l, run), p.counted(l, run):
	case p.open == nil:
		p.progress(l, run)
	case s == unittestDash && p.open.last > p.open.at: // the last before the totals
		p.close(run)
	default:
		p.open.line(l.N, s)
	}
}

// close hands over the failure that was read. An unexpected success that was found while the tests ran is none.
func (p *unittestParser) close(run *report.Run) {
	f := p.open
	if f == nil {
		return
	}
	p.open = nil
	p.traced = p.traced || f.traced
	known := func(g report.Finding) bool { return g.Name == f.name }
	if f.key != "" || !slices.ContainsFunc(run.Pending(), known) {
		run.Found(f.key, f.finding())
	}
}

// counted reads "Ran 5 tests in 0.001s".
func (p *unittestParser) counted(l report.Line, run *report.Run) bool {
	rest, ok := strings.CutPrefix(l.Text, "Ran ")
	ran, rest, counted := parse.CutNumber(rest)
	if !ok || !counted || !strings.HasPrefix(rest, " test") || !strings.Contains(rest, " in ") ||
		!strings.HasSuffix(rest, "s") {
		return false
	}
	p.close(run)
	p.ran, p.ranAt, p.begun = int64(ran), l.N, true
	run.Belongs(l.N)
	return true
}

// verdict reads "OK (skipped=1)", "FAILED (failures=2, errors=3)", "NO TESTS RAN".
func (p *unittestParser) verdict(l report.Line, run *report.Run) bool {
	word, rest, _ := strings.Cut(l.Text, " (")
	if !slices.Contains([]string{"OK", "FAILED", "NO TESTS RAN"}, word) {
		return false
	}
	run.End(p.ranAt, report.Ending{Totals: report.MaxSummary})
	run.End(l.N, report.Ending{Totals: report.MaxSummary})
	c := map[string]int64{}
	all := int64(0)
	for part := range strings.SplitSeq(rest, ", ") {
		key, number, _ := strings.Cut(strings.ToLower(part), "=")
		if n, _, ok := parse.CutNumber(number); ok {
			c[key] = int64(n)
			all += int64(n)
		}
	}
	p.close(run)
	run.States(strategies.Failed, c["failures"])
	run.States(strategies.Errors, c["errors"])
	run.Adds(strategies.Skipped, c["skipped"]+c["skip"], report.Printed)
	switch {
	case p.passed > 0 && p.passed+all >= p.ran: // else lines are missing
		run.Adds(strategies.Passed, p.passed, report.Counted)
	case all == 0, c["skipped"] == p.ran:
		run.Adds(strategies.Passed, p.ran-all, report.Printed)
	default: // a failure may be a part of a test, so those that passed aren't the rest
		run.Treat(strategies.Passed, report.Unstated)
	}
	if word == "FAILED" {
		run.Claim(report.Failed)
	} else if p.ran > 0 {
		run.Claim(report.Passed)
	}
	run.EndRun()
	*p = unittestParser{}
	return true
}

// progress reads the lines of a verbose run, and crashes:
//
//	test_planets (test_sky.CatalogueTest.test_planets) ... unexpected success
func (p *unittestParser) progress(l report.Line, run *report.Run) {
	name, how, _ := strings.Cut(l.Text, " ... ")
	crash := -1
	if l.HasColon() {
		crash = strings.Index(l.Text, py.CrashHead)
	}
	switch f := run.Open(); {
	case f != nil && strings.HasPrefix(f.Message, py.CrashHead):
		py.CrashFrame(f, l.N, l.Text)
	case strings.HasSuffix(how, "ok"), l.Text == "ok" && p.passed > 0: // alone, below a test's own output
		run.Belongs(l.N)
		p.begun = true
		p.passed++
	case how == "unexpected success":
		p.traced, p.begun = true, true
		run.Found("", report.Finding{Name: report.Clip(name), Message: how, At: l.N})
	case how == "FAIL", how == "ERROR", strings.HasPrefix(how, "skipped "):
		run.Belongs(l.N)
		p.begun = true
	case crash >= 0 && p.begun:
		p.traced = true
		run.Found("", report.Finding{Message: report.Clip(l.Text[crash:]), At: l.N})
	}
}

// Close implements [report.Closer]. What looks like a failure and has no traceback may be another program's.
func (p *unittestParser) Close(run *report.Run) {
	p.close(run)
	if !p.traced {
		run.Drop(nil)
	}
	shape.CloseTests(run)
}
