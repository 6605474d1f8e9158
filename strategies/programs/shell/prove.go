package shell

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// prove reads the harness of Perl's tests. Failed tests print their causes, then prove sums up the files that failed:
//
//	#   Failed test 'two is one'
//	#   at t/a.t line 1.
//	#          got: '1'
//	t/a.t .. Dubious, test returned 1 (wstat 256, 0x100)
//	t/b.t .. ok
//
//	Test Summary Report
//	-------------------
//	t/a.t (Wstat: 256 (exited 1) Tests: 3 Failed: 1)
//	  Failed test:  2
//	Files=2, Tests=4,  0 wallclock secs ( 0.02 usr)
//	Result: FAIL
var prove = report.Program{
	Name:   "prove",
	Names:  []string{"prove"},
	Begins: []string{"#   Failed test", "Test Summary Report", "All tests successful.", "# Failed test"},
	New:    func(report.Call) report.Parser { return &proveParser{died: map[string][]int{}} },
}

type proveParser struct {
	tests, failed int64
	summary       bool // below "Test Summary Report"
	result        string
	totals        []int            // lines with numbers, and the result
	file          string           // the file whose result comes
	printed       []int            // lines since the last result of a file
	died          map[string][]int // last lines of files that died
}

const (
	proveTotals   = 3  // last lines with numbers that are kept
	provePrinted  = 4  // first lines of a dying file, and of its cause
	proveEvidence = 24 // lines of a failed test
)

// Line implements [report.Parser].
func (p *proveParser) Line(l report.Line, run *report.Run) {
	s := l.Text
	switch {
	case l.Bare == "":
	case l.Bare[0] == '#':
		proveComment(l.N, strings.TrimLeft(l.Bare[1:], " "), run)
	case strings.HasPrefix(s, "Test Summary Report"):
		p.summary = true
		run.Belongs(l.N)
	case p.end(s):
		run.End(l.N, report.Ending{})
		p.totals = report.AppendLast(p.totals, l.N, proveTotals)
		if short, _, ok := strings.Cut(s, " wallclock secs"); ok { // how the time parts is no news
			run.Texts = map[int]string{l.N: short + " wallclock secs …"}
		}
	case p.summary && s[0] == ' ':
		run.Continues(l.N, provePrinted)
	case p.summary && strings.Contains(s, " (Wstat: "):
		p.failedFile(l.N, s, run)
	case strings.HasPrefix(s, "Dubious, test returned "):
		p.dies()
	case strings.Contains(s, " ."):
		p.fileResult(l.N, s, run)
	default:
		run.Closes()
		if !p.summary && !parse.StartsWith(s, " ", "ok ", "not ok ") {
			p.printed = report.AppendFirst(p.printed, l.N, provePrinted)
		}
	}
}

// dies keeps the last lines of the file whose result comes, which died.
func (p *proveParser) dies() {
	if len(p.died) < report.MaxFindings && p.died[p.file] == nil {
		p.died[p.file] = p.printed
	}
	p.printed = nil
}

// proveComment reads a line that a test prints: "Failed test 'two is one'", "at t/a.t line 1.", "got: '1'".
func proveComment(n int, s string, run *report.Run) {
	name, failed := strings.CutPrefix(s, "Failed test")
	at, placed := shape.TestFilePlace(s)
	f := run.Open()
	switch {
	case failed && !strings.HasPrefix(name, "s"):
		run.Found("", report.Finding{Name: strings.Trim(name, " '"), At: n})
		return
	case f == nil:
		return
	case strings.HasPrefix(s, "Looks like "):
		run.Closes()
		return
	case placed && f.File == "":
		f.File, f.Row = at.File, at.Row
	case f.Message == "", strings.HasPrefix(s, "Error:") && strings.HasPrefix(f.Message, "Tried to "):
		f.Message = s
	}
	run.Continues(n, proveEvidence)
}

// end reads "All tests successful.", "Files=3, Tests=4,  0 wallclock secs ( 0.02 usr)", "Result: FAIL".
func (p *proveParser) end(s string) bool {
	result, ok := strings.CutPrefix(s, "Result: ")
	tests, counted := parse.NumberAfter(s, ", Tests=")
	switch {
	case ok && p.result != "FAIL":
		p.result = result
	case strings.HasPrefix(s, "Files=") && counted:
		p.tests += tests
		p.summary = false
		return true
	}
	return ok || s == "All tests successful."
}

// failedFile reads a row of the summary: "t/a.t (Wstat: 256 (exited 1) Tests: 3 Failed: 1)". A file without a failed
// test is a failure itself.
func (p *proveParser) failedFile(n int, s string, run *report.Run) {
	run.Belongs(n)
	run.Closes()
	failed, _ := parse.NumberAfter(s, "Failed: ")
	p.failed += failed
	if failed == 0 {
		name, _, _ := strings.Cut(s, " (Wstat: ")
		run.Found(strategies.Errors, report.Finding{File: name, Message: s, At: n, Evidence: p.died[name]})
	}
}

// fileResult reads the line of a file: "t/a.t .. ok", "t/b.t .. skipped: no database", or "t/c.t .. ", whose result
// follows.
func (p *proveParser) fileResult(n int, s string, run *report.Run) {
	run.Closes()
	p.file, _, _ = strings.Cut(s, " .")
	skipped := strings.Contains(s, ". skipped: ")
	if skipped {
		run.Notes = report.AppendFirst(run.Notes, n, provePrinted) // why a file wasn't run
	}
	if skipped || strings.HasSuffix(s, "ok") {
		p.printed = nil
	}
	if p.result == "" && strings.Contains(s, ".. ok") {
		run.Belongs(n)
	}
}

// Close implements [report.Closer].
func (p *proveParser) Close(run *report.Run) {
	found := int64(len(run.Pending())) - run.Counted(strategies.Errors)
	switch {
	case p.result == "":
		run.Claim(report.NotOurs)
	case p.result == "PASS":
		run.Drop(nil) // failures of tests that are to be done
		run.Claim(report.Passed)
		run.Summary = p.totals
	case p.result == "FAIL":
		run.Claim(report.Failed)
		run.Notes = append(run.Notes, p.totals...)
		if found < min(p.failed, report.MaxFindings) {
			run.Differs(strategies.Failed, p.failed, found)
		}
	}
	run.Adds(strategies.Failed, p.failed, report.Printed)
	run.Adds(strategies.Passed, p.tests-p.failed, report.Printed)
}
