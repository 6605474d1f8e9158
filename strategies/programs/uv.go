package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// uv reads the Python package manager uv, where it installs.
var uv = report.Program{
	Name: "uv",
	Runs: func(c shell.Call) bool {
		if c.Name != "uv" {
			return false
		}
		switch c.Sub() {
		case "pip", "sync", "add", "lock", "remove", "venv", "tool":
			return true
		}
		return false
	},
	Old: func() report.Reader { return &uvParser{} },
}

type uvParser struct {
	findings    []report.Finding
	open        *report.Finding
	summary     []int
	notes       []int
	done        bool
	first, last int
}

func (p *uvParser) Line(n int, s string) {
	bare := strings.TrimSpace(s)
	if bare == "" {
		return
	}
	if p.first == 0 {
		p.first = n
	}
	p.last = n
	verb, rest, _ := strings.Cut(s, " ")
	switch {
	case strings.HasPrefix(s, "error: "), strings.HasPrefix(bare, "× "):
		p.open = nil
		if len(p.findings) < MaxFindings {
			msg := strings.TrimPrefix(strings.TrimPrefix(bare, "error: "), "× ")
			p.findings = append(p.findings, report.Finding{Message: report.Clip(msg), At: n, Span: strategies.Span{First: n, Last: n}})
			p.open = &p.findings[len(p.findings)-1]
		}
	case strings.HasPrefix(s, "warning: "):
		if len(p.notes) < 8 {
			p.notes = append(p.notes, n)
		}
		p.open = nil
	case p.open != nil && len(bare) < len(s):
		if len(p.open.Evidence) < 12 {
			p.open.Evidence = append(p.open.Evidence, n)
			p.open.Span.Last = n
		}
	case rest != "" && parse.Digit(rest[0]) && strings.Contains(rest, " package"):
		switch verb {
		case "Installed", "Audited", "Uninstalled", "Checked":
			p.done = true
			p.summary = appendLast(p.summary, n)
		case "Resolved", "Prepared":
			p.summary = appendLast(p.summary, n)
		}
	}
}

// Report implements [report.Reader].
func (p *uvParser) Report() report.Report {
	r := report.Report{Counts: map[strategies.Key]int64{}, Findings: p.findings, Summary: p.summary, Notes: p.notes, Region: strategies.Span{First: p.first, Last: p.last}}
	switch {
	case len(p.findings) > 0:
		r.Outcome = strategies.Fail
	case p.done:
		r.Outcome = strategies.Pass
	}
	return r
}
