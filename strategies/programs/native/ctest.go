package native

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// ctest reads CMake's test runner. It prints a line for each test, then totals, then the failed tests once more:
//
//	3/4 Test #3: parse ....................   Passed    0.01 sec
//	4/4 Test #4: full .....................***Failed    0.00 sec
//	75% tests passed, 1 tests failed out of 4
//	The following tests FAILED:
//		  4 - full (Failed)
var ctest = report.Program{
	Name:   "ctest",
	Names:  []string{"ctest"},
	Begins: []string{"Test project /", "Internal ctest changing into directory: "},
	Extent: report.FirstToLast,
	New:    func(report.Call) report.Parser { return &ctestParser{output: map[int]*report.Finding{}} },
}

type ctestParser struct {
	notRun  bool                    // a test was skipped or not run: those that passed aren't the rest
	ended   bool                    // the totals were read
	current *report.Finding         // the failed test whose output follows
	output  map[int]*report.Finding // what running tests printed, by their numbers
	listing bool                    // the list of failed tests follows
	listed  []report.Finding
}

const (
	ctestRunning = 1 << 10 // of how many tests the output is kept until they end
	ctestFirst   = 10      // how many of the first lines of a long output are kept
	ctestOutput  = 40      // lines of a failed test's output that are kept
	ctestListed  = 8       // how many failures may be named twice
)

// Line implements [report.Parser].
func (p *ctestParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" {
		return
	}
	if p.line(l, run) {
		run.Belongs(l.N)
	}
}

// line reads a line and reports whether it is ctest's own, or was printed by a test.
func (p *ctestParser) line(l report.Line, run *report.Run) bool {
	switch {
	case strings.HasPrefix(l.Bare, "Test project /"):
		run.ExpectTotals(1)
	case strings.HasPrefix(l.Bare, "Start ") && strings.Contains(l.Bare, ": "):
		p.current = nil
	case parse.StartsWith(l.Bare, "Test project ", "Internal ctest "):
	case strings.Contains(l.Bare, "% tests passed, ") && strings.Contains(l.Bare, " out of "):
		p.totals(l, run)
	case strings.HasPrefix(l.Bare, "The following tests FAILED:"):
		p.listing, p.current = true, nil
	case parse.StartsWith(l.Bare, "The following tests did not run:", "Errors while running CTest",
		"Output from these tests are in:", "Label Time Summary"):
		p.listing, p.current = false, nil
	case strings.HasPrefix(l.Bare, "No tests were found"):
		run.Summary = []int{l.N}
		run.ExpectTotals(-1)
		run.Claim(report.NoTest)
		p.ended = true
	case strings.HasPrefix(l.Bare, "Total Test time (real) ="):
		run.End(l.N, report.Ending{})
	case p.listing && len(l.Text) > len(l.Bare):
		p.item(l)
	case p.result(l, run):
	case p.current != nil:
		ctestPrinted(p.current, l.N, l.Bare)
		p.current.Span.Last = l.N
	default:
		return p.verbose(l)
	}
	return true
}

// totals reads "75% tests passed, 1 tests failed out of 4".
func (p *ctestParser) totals(l report.Line, run *report.Run) {
	_, rest, _ := strings.Cut(l.Bare, "passed, ")
	failed, rest, ok := parse.CutNumber(rest)
	_, rest, _ = strings.Cut(rest, " out of ")
	total, _, whole := parse.CutNumber(rest)
	run.ExpectTotals(-1)
	if ok && whole {
		run.States(strategies.Failed, int64(failed))
		if p.notRun {
			run.Treat(strategies.Passed, report.Unstated)
		}
		run.Adds(strategies.Passed, int64(total-failed), report.Printed)
	}
	p.notRun = false
	run.Claim(report.Passed)
	run.End(l.N, report.Ending{})
	if failed > 0 || !run.Failing() {
		run.Summary = []int{l.N}
	}
	p.ended, p.current = true, nil
}

// result reads "4/4 Test #4: full .....***Failed    0.00 sec".
func (p *ctestParser) result(l report.Line, run *report.Run) bool {
	if l.Bare == "" || l.Bare[0] != 'T' && !parse.Digit(l.Bare[0]) {
		return false
	}
	head, rest, ok := strings.Cut(" "+l.Bare, " Test ")
	again := head == "" // "    Test #4: full .....   Passed    0.00 sec", of a test that ran before
	if !ok || !again && !parse.Digit(l.Bare[0]) {
		return false
	}
	number, rest, ok := strings.Cut(rest, ": ")
	name, how, failed := strings.Cut(rest, "***")
	if !ok || !failed && !strings.HasSuffix(l.Bare, " sec") {
		return false
	}
	id, _, _ := parse.CutNumber(strings.TrimLeft(number, " #"))
	printed := p.output[id]
	delete(p.output, id)
	p.current = nil
	how = strings.TrimRight(how, " 0123456789.sec")
	switch {
	case again && !failed:
		name = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(name, " 0123456789.sec"), "Passed"), " .")
		run.PassesNow(func(f *report.Finding) bool { return f.Name == name })
		return true
	case again, !failed: // the first failure has the name
		return true
	case parse.StartsWith(how, "Not Run", "Skipped") && how != "Not Run":
		p.notRun = true
		return true
	}
	f := report.Finding{
		Name: strings.TrimRight(name, " ."), At: l.N, Message: how, Span: strategies.Span{First: l.N, Last: l.N},
	}
	if printed != nil {
		f.File, f.Row, f.Evidence = printed.File, printed.Row, printed.Evidence
		f.Message = cmp.Or(printed.Message, how)
	}
	p.current = run.Found(strategies.Failed, f)
	return true
}

// verbose reads a line of the output of a running test, as ctest -V prints it: "4: assertion failed". How the test
// ended comes below.
func (p *ctestParser) verbose(l report.Line) bool {
	id, rest, _ := parse.CutNumber(l.Bare)
	text, ok := strings.CutPrefix(rest, ": ")
	if !ok || id == 0 {
		return false
	}
	if parse.StartsWith(text, "Test command: ", "Working Directory: ", "Test timeout computed to be: ",
		"Environment variables:") {
		return true
	}
	f := p.output[id]
	if f == nil {
		if len(p.output) > ctestRunning {
			return true
		}
		f = &report.Finding{}
		p.output[id] = f
	}
	ctestPrinted(f, l.N, text)
	return true
}

// ctestPrinted takes a line of a failed test's output: the first lines and the last ones are kept.
func ctestPrinted(f *report.Finding, n int, text string) {
	if at, msg, ok := parse.CutPlace(text); ok && f.File == "" && !textline.PassedTest(text) {
		f.File, f.Row, f.Message = at.File, at.Row, msg
	}
	if len(f.Evidence) == ctestOutput {
		f.Evidence = slices.Delete(f.Evidence, ctestFirst, ctestFirst+1)
	}
	f.Evidence = append(f.Evidence, n)
}

// item reads a line of the list at the end: "4 - full (Failed)".
func (p *ctestParser) item(l report.Line) {
	_, name, ok := strings.Cut(l.Bare, " - ")
	if !ok || !parse.Digit(l.Bare[0]) || len(p.listed) == report.MaxFindings {
		return
	}
	how := ""
	if i := strings.LastIndex(name, " ("); i > 0 {
		name, how = name[:i], strings.Trim(name[i:], " ()")
	}
	p.listed = append(p.listed, report.Finding{Name: name, Message: how, At: l.N})
}

// Close implements [report.Closer]. If no line named the failed tests while they ran, the list does.
func (p *ctestParser) Close(run *report.Run) {
	if !p.ended {
		run.Claim(report.OnlyFindings)
		return
	}
	found := run.Pending()
	if len(found) == 0 {
		for _, f := range p.listed {
			run.Found(strategies.Failed, f)
		}
		return
	}
	if len(p.listed) != len(found) || len(found) > ctestListed {
		return
	}
	for i := range found {
		if found[i].Name == p.listed[i].Name {
			found[i].Evidence = append(found[i].Evidence, p.listed[i].At)
		}
	}
}
