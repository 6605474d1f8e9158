package ci

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// gitleaks is gitleaks -v, which prints a record of fields for each secret. The rule, the file and the line say what is
// wrong; the commit, its author and its date don't:
//
//	RuleID:      generic-api-key
//	File:        config/prod.env
//	Line:        3
//	10:12AM WRN leaks found: 2
var gitleaks = report.Program{
	Name:   "gitleaks",
	Names:  []string{"gitleaks"},
	Extent: report.Nowhere,
	New:    func(report.Call) report.Parser { return new(gitleaksParser) },
}

type gitleaksParser struct {
	current *report.Finding // the secret whose fields follow
}

// Line implements [report.Parser].
func (p *gitleaksParser) Line(l report.Line, run *report.Run) {
	key, value, ok := strings.Cut(l.Text, ":")
	value = strings.TrimSpace(value)
	switch {
	case ok && key == "RuleID":
		p.current = run.Found(strategies.Entries, report.Finding{Message: value, Bare: value, At: l.N})
		run.Claim(report.Failed)
	case strings.Contains(l.Text, " leaks found: "):
		run.End(l.N, report.Ending{Shown: true})
	case strings.HasSuffix(l.Text, " no leaks found"):
		run.End(l.N, report.Ending{Shown: true})
		run.Claim(report.Passed)
	case p.current == nil || !ok:
	case key == "File":
		p.current.File = value
		p.current.Evidence = append(p.current.Evidence, l.N)
	case key == "Line":
		p.current.Row, _, _ = parse.CutNumber(value)
		p.current.Evidence = append(p.current.Evidence, l.N)
		p.current = nil
	}
}

// Close implements [report.Closer].
func (p *gitleaksParser) Close(run *report.Run) {
	run.Answer = true
	if n := run.Counted(strategies.Entries); n > 0 {
		run.Verdict = shape.Many(n, "leak")
	}
}
