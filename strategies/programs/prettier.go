package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// prettier reads prettier --check.
var prettier = report.Program{
	Name:   "prettier",
	Runs:   func(c shell.Call) bool { return c.Name == "prettier" && (has(c.Args, "--check", "-c")) },
	Begins: []string{"Checking formatting..."},
	Old:    func() report.Reader { return &prettierParser{} },
}

type prettierParser struct {
	began         bool
	findings      []report.Finding
	files, broken int64 // not formatted; that can't be read
	ended, bad    bool
	cur           *report.Finding // whose code comes
	summary       []int
	region        extent
}

func (p *prettierParser) Line(n int, s string) {
	switch {
	case s == "Checking formatting...":
		p.began = true
		p.region.seen(n)
	case strings.HasPrefix(s, "[warn] "):
		p.warned(n, s[len("[warn] "):])
	case strings.HasPrefix(s, "[error] "):
		p.failed(n, s[len("[error] "):])
	case s == "All matched files use Prettier code style!":
		p.ended = true
		p.summary = appendLast(p.summary, n)
		p.region.seen(n)
		p.region.end()
	case strings.HasPrefix(s, "Error occurred when checking code style in "):
		p.bad = true
		p.region.seen(n)
		p.region.end()
	}
}

func (p *prettierParser) warned(n int, s string) {
	if !p.began {
		return
	}
	p.region.seen(n)
	p.cur = nil
	if strings.HasPrefix(s, "Code style issues ") {
		p.ended, p.bad = true, true
		p.summary = appendLast(p.summary, n)
		p.region.end()
		return
	}
	p.files++
	p.add(report.Finding{File: s, Message: "not formatted", At: n})
}

// failed reads "a.ts: SyntaxError: text (1:5)", and the code below it.
func (p *prettierParser) failed(n int, s string) {
	if !p.began && !strings.HasPrefix(s, "No files matching the pattern") {
		return
	}
	p.region.seen(n)
	p.bad = true
	if pointed, code := codeLine(strings.TrimLeft(s, " "), 0); code {
		if p.cur != nil && pointed {
			p.cur.Evidence = append(p.cur.Evidence, n)
		}
		return
	}
	f := report.Finding{Message: s, At: n}
	if file, msg, ok := strings.Cut(s, ": "); ok && parse.FileLike(file) {
		f.File, f.Message = file, msg
		if i := strings.LastIndex(msg, " ("); i >= 0 {
			row, rest := parse.CutNumber(msg[i+2:])
			if col, end := parse.CutNumber(strings.TrimPrefix(rest, ":")); row > 0 && end == ")" {
				f.Row, f.Col = row, col
			}
		}
	} else if p.cur != nil {
		if len(p.cur.Evidence) < maxTold {
			p.cur.Evidence = append(p.cur.Evidence, n)
		}
		return
	}
	p.broken++
	p.add(f)
}

func (p *prettierParser) add(f report.Finding) {
	if len(p.findings) < MaxFindings {
		p.findings = append(p.findings, f)
		p.cur = &p.findings[len(p.findings)-1]
	}
}

// Report implements [report.Reader].
func (p *prettierParser) Report() report.Report {
	t := tally{strategies.Failed: p.files, strategies.Errors: p.broken}
	r := report.Report{Findings: p.findings, Counts: t.counts(), Region: p.region.span()}
	switch {
	case p.bad && len(p.findings) > 0:
		r.Outcome = strategies.Fail
	case p.ended && !p.bad:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
