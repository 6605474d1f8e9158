package programs

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// ctest reads CMake's test runner.
var ctest = report.Program{
	Name:   "ctest",
	Runs:   func(c shell.Call) bool { return c.Name == "ctest" },
	Begins: []string{"Test project /", "Internal ctest changing into directory: "},
	Old:    func() report.Reader { return &ctestParser{} },
}

type ctestParser struct {
	findings    []report.Finding
	ran         int64
	notRun      int64
	current     *report.Finding // the failed test whose output comes
	total       int             // the line with the totals
	totals      string
	empty       int // "No tests were found!!!"
	listing     bool
	output      map[int]*report.Finding // what running tests printed, by their numbers
	listed      []report.Finding
	first, last int
}

// Line implements [report.Reader].
func (p *ctestParser) Line(n int, s string) {
	bare := strings.TrimSpace(s)
	if bare == "" {
		return
	}
	if p.first == 0 {
		p.first = n
	}
	p.last = n
	switch {
	case strings.HasPrefix(bare, "Start ") && strings.Contains(bare, ": "):
		p.current = nil
	case strings.Contains(bare, "% tests passed, ") && strings.Contains(bare, " out of "):
		p.total, p.totals, p.current = n, bare, nil
	case strings.HasPrefix(bare, "The following tests FAILED:"):
		p.listing, p.current = true, nil
	case strings.HasPrefix(bare, "The following tests did not run:"), strings.HasPrefix(bare, "Errors while running CTest"), strings.HasPrefix(bare, "Output from these tests are in:"), strings.HasPrefix(bare, "Label Time Summary"):
		p.listing, p.current = false, nil
	case strings.HasPrefix(bare, "No tests were found"):
		p.empty = n
	case p.listing && len(s) > len(bare):
		p.item(n, bare)
	case p.result(n, bare):
	case p.current != nil:
		ctestSays(p.current, n, bare)
		p.current.Span.Last = n
	default:
		p.verbose(n, bare)
	}
}

// ctestSays takes in a line of a failed test's output.
func ctestSays(f *report.Finding, n int, bare string) {
	if at, msg, ok := cutPlace(bare); ok && f.File == "" {
		f.File, f.Row, f.Message = at.file, at.row, msg
	}
	if len(f.Evidence) < maxGoSays {
		f.Evidence = append(f.Evidence, n)
	} else {
		copy(f.Evidence[ctestFirst:], f.Evidence[ctestFirst+1:]) // the first lines and the last ones
		f.Evidence[maxGoSays-1] = n
	}
}

// verbose reads a line of the output of a test that runs, as ctest -V prints it: "4: assertion failed". How it ended comes
// below it.
func (p *ctestParser) verbose(n int, s string) {
	k, rest := cutNumber(s)
	text, ok := strings.CutPrefix(rest, ": ")
	if !ok || k == 0 || strings.HasPrefix(text, "Test command: ") || strings.HasPrefix(text, "Working Directory: ") || strings.HasPrefix(text, "Test timeout computed to be: ") ||
		strings.HasPrefix(text, "Environment variables:") {
		return
	}
	if p.output == nil {
		p.output = map[int]*report.Finding{}
	}
	f := p.output[k]
	if f == nil {
		if len(p.output) > maxTestsAtOnce {
			return
		}
		f = &report.Finding{}
		p.output[k] = f
	}
	ctestSays(f, n, text)
}

// maxTestsAtOnce is of how many tests the output is kept until they end.
const maxTestsAtOnce = 1 << 10

// ctestFirst is how many of the first lines of a long output are kept.
const ctestFirst = 10

// maxListed is how many failures may be named twice.
const maxListed = 8

// result reads "4/4 Test #4: full .....***Failed    0.00 sec".
func (p *ctestParser) result(n int, s string) bool {
	if !digit(s[0]) {
		return false
	}
	_, rest, ok := strings.Cut(s, " Test ")
	if !ok {
		return false
	}
	number, rest, ok := strings.Cut(rest, ": ")
	if !ok || !strings.HasSuffix(s, " sec") && !strings.Contains(rest, "***") {
		return false
	}
	p.ran++
	p.current = nil
	id, _ := cutNumber(strings.TrimLeft(number, " #"))
	said := p.output[id]
	delete(p.output, id)
	name, how, failed := strings.Cut(rest, "***")
	if !failed {
		return true
	}
	how = strings.TrimRight(how, " 0123456789.sec")
	switch {
	case strings.HasPrefix(how, "Not Run"), strings.HasPrefix(how, "Skipped"):
		if how != "Not Run" {
			p.notRun++
			return true
		}
	}
	f := report.Finding{Name: strings.TrimRight(name, " ."), At: n, Message: how, Span: strategies.Span{First: n, Last: n}}
	if said != nil {
		f.File, f.Row, f.Evidence = said.File, said.Row, said.Evidence
		f.Message = cmp.Or(said.Message, how)
	}
	if len(p.findings) < maxFindings {
		p.findings = append(p.findings, f)
		p.current = &p.findings[len(p.findings)-1]
	}
	return true
}

// item reads a line of the list at the end: "4 - full (Failed)".
func (p *ctestParser) item(n int, s string) {
	_, name, ok := strings.Cut(s, " - ")
	if !ok || !digit(s[0]) || len(p.listed) == maxFindings {
		return
	}
	how := ""
	if i := strings.LastIndex(name, " ("); i > 0 {
		name, how = name[:i], strings.Trim(name[i:], " ()")
	}
	p.listed = append(p.listed, report.Finding{Name: name, Message: how, At: n})
}

// Report implements [report.Reader].
func (p *ctestParser) Report() report.Report {
	if p.total == 0 {
		r := report.Report{Findings: p.findings}
		if p.empty > 0 {
			r.Summary = []int{p.empty}
		}
		return r
	}
	r := report.Report{Region: strategies.Span{First: p.first, Last: p.last}, Findings: p.findings, Counts: map[strategies.Key]int64{}}
	_, rest, _ := strings.Cut(p.totals, "passed, ")
	failed, rest := cutNumber(rest)
	_, rest, _ = strings.Cut(rest, " out of ")
	total, _ := cutNumber(rest)
	if len(r.Findings) == 0 {
		r.Findings = p.listed
	}
	if failed != len(r.Findings) || failed > total {
		r.Distrust = fmt.Sprintf("%d failures are counted, %d are told", failed, len(r.Findings))
		return r
	}
	if failed == len(p.listed) && failed <= maxListed && len(p.findings) > 0 {
		for i := range r.Findings {
			if r.Findings[i].Name == p.listed[i].Name {
				r.Findings[i].Evidence = append(r.Findings[i].Evidence, p.listed[i].At)
			}
		}
	}
	r.Counts[strategies.Failed] = int64(failed)
	if p.notRun == 0 {
		r.Counts[strategies.Passed] = int64(total - failed)
	}
	r.Summary = []int{p.total}
	r.Outcome = strategies.Pass
	if failed > 0 {
		r.Outcome = strategies.Fail
	}
	return r
}
