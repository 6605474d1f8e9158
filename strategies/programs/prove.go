package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// prove reads the harness of Perl's tests: what failed tests say of themselves, and the summary of their files.
var prove = report.Program{
	Name:   "prove",
	Runs:   func(c shell.Call) bool { return c.Name == "prove" },
	Begins: []string{"#   Failed test", "Test Summary Report", "All tests successful.", "# Failed test"},
	Old:    func() report.Reader { return &proveParser{} },
}

type proveParser struct {
	cur           *report.Finding
	findings      []report.Finding
	tests, failed int64
	files         int64 // that failed without a failed test
	report        bool  // below "Test Summary Report"
	row           int   // the line of the file that is told of
	rowFile       string
	rowFailed     bool
	result        string
	summary       []int
	texts         map[int]string
	notes         []int
	strays        []int            // what was printed since the last result of a file
	died          map[string][]int // of the files that died, what they printed
	current       string           // the file whose result comes
	region        extent
}

// maxStrays is how many lines that a dying file prints are kept: the first ones.
const maxStrays = 4

func (p *proveParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	if bare == "" {
		return
	}
	switch {
	case bare[0] == '#':
		p.comment(n, strings.TrimLeft(bare[1:], " "))
	case strings.HasPrefix(s, "Test Summary Report"):
		p.report = true
		p.region.seen(n)
	case strings.HasPrefix(s, "Files=") && strings.Contains(s, ", Tests="):
		_, rest, _ := strings.Cut(s, ", Tests=")
		k, _ := parse.CutNumber(rest)
		p.tests += int64(k)
		p.report = false
		p.end(n)
		if short, _, ok := strings.Cut(s, " wallclock secs"); ok { // how the time parts is no news
			if p.texts == nil {
				p.texts = map[int]string{}
			}
			p.texts[n] = short + " wallclock secs"
		}
	case strings.HasPrefix(s, "Result: "):
		if p.result != "FAIL" {
			p.result = s[len("Result: "):]
		}
		p.end(n)
		p.region.end()
	case s == "All tests successful.":
		p.end(n)
	case p.report && s[0] != ' ' && strings.Contains(s, " (Wstat: "):
		p.file(n, s)
	case p.report && s[0] == ' ' && p.row > 0 && !p.rowFailed && len(p.findings) > 0:
		f := &p.findings[len(p.findings)-1]
		if len(f.Evidence) < 4 {
			f.Evidence = append(f.Evidence, n)
		}
	case strings.HasPrefix(s, "Dubious, test returned "):
		if p.died == nil {
			p.died = map[string][]int{}
		}
		if len(p.died) < MaxFindings && p.died[p.current] == nil {
			p.died[p.current] = p.strays
		}
		p.strays = nil
	case strings.Contains(s, " ."):
		p.cur = nil
		p.current, _, _ = strings.Cut(s, " .")
		if strings.Contains(s, ". skipped: ") {
			p.notes = report.AppendFirst(p.notes, n, maxStrays) // why a file wasn't run
		}
		if strings.HasSuffix(s, "ok") || strings.Contains(s, ". skipped: ") {
			p.strays = nil
		}
		if p.result == "" && strings.Contains(s, ".. ok") {
			p.region.seen(n)
		}
	default:
		p.cur = nil
		if !p.report && s[0] != ' ' && !strings.HasPrefix(s, "ok ") && !strings.HasPrefix(s, "not ok ") {
			p.strays = report.AppendFirst(p.strays, n, maxStrays)
		}
	}
}

func (p *proveParser) end(n int) {
	p.summary = appendEnd(p.summary, n, 3)
	p.region.seen(n)
}

// comment reads what a test says of itself: "Failed test 'two is one'", "at t/a.t line 1.", "got: '1'".
func (p *proveParser) comment(n int, s string) {
	if name, ok := strings.CutPrefix(s, "Failed test"); ok && !strings.HasPrefix(name, "s") {
		p.region.seen(n)
		p.cur = nil
		if len(p.findings) < MaxFindings {
			p.findings = append(p.findings, report.Finding{Name: strings.Trim(name, " '"), At: n})
			p.cur = &p.findings[len(p.findings)-1]
		}
		return
	}
	if p.cur == nil {
		return
	}
	if strings.HasPrefix(s, "Looks like ") {
		p.cur = nil
		return
	}
	if at, ok := testFilePlace(s); ok && p.cur.File == "" {
		p.cur.File, p.cur.Row = at.File, at.Row
	} else if p.cur.Message == "" {
		p.cur.Message = s
	}
	if len(p.cur.Evidence) < maxTold {
		p.cur.Evidence = append(p.cur.Evidence, n)
	}
}

// file reads "t/a.t (Wstat: 256 (exited 1) Tests: 3 Failed: 1)".
func (p *proveParser) file(n int, s string) {
	p.region.seen(n)
	name, rest, _ := strings.Cut(s, " (Wstat: ")
	_, num, ok := strings.Cut(rest, "Failed: ")
	k, _ := parse.CutNumber(num)
	p.row, p.rowFile, p.rowFailed = n, name, ok && k > 0
	p.failed += int64(k)
	if !p.rowFailed {
		p.files++
		if len(p.findings) < MaxFindings {
			p.findings = append(p.findings, report.Finding{File: name, Message: s, At: n, Evidence: p.died[name]})
		}
	}
}

// Report implements [report.Reader].
func (p *proveParser) Report() report.Report {
	t := tally{strategies.Failed: p.failed, strategies.Passed: p.tests - p.failed, strategies.Errors: p.files}
	r := report.Report{Findings: p.findings, Region: p.region.span(), Texts: p.texts, Notes: p.notes}
	if p.result == "" {
		return report.Report{}
	}
	r.Counts = t.counts()
	told := int64(len(p.findings)) - p.files
	if told < p.failed && p.result == "FAIL" && len(p.findings) < MaxFindings {
		r.Distrust = disagree(p.failed, int(told))
	}
	switch p.result {
	case "PASS":
		r.Outcome = strategies.Pass
		r.Findings = nil
		r.Summary = p.summary
	case "FAIL":
		r.Outcome = strategies.Fail
		r.Notes = append(r.Notes, p.summary...)
	}
	return r
}
