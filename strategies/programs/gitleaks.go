package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// gitleaks reads what gitleaks -v tells of each secret: a record of fields, of which the rule, the file and the line say what is
// wrong, and the commit, its author and its date don't.
var gitleaks = report.Program{
	Name: "gitleaks",
	Runs: func(c shell.Call) bool { return c.Name == "gitleaks" },
	Old:  func() report.Reader { return &gitleaksParser{} },
}

type gitleaksParser struct {
	record
	cur  *report.Finding // the record whose fields come now
	told int64
}

// Line implements [report.Reader].
func (p *gitleaksParser) Line(n int, s string) {
	key, value, ok := strings.Cut(s, ":")
	value = strings.TrimSpace(value)
	switch {
	case ok && key == "RuleID":
		p.told++
		p.cur = p.find(report.Finding{Message: value, Bare: value, At: n})
	case strings.Contains(s, " leaks found: "), strings.HasSuffix(s, " no leaks found"):
		p.end(n)
		p.pass = strings.HasSuffix(s, " no leaks found")
	case p.cur == nil || !ok:
	case key == "File":
		p.cur.File = value
		p.cur.Evidence = append(p.cur.Evidence, n)
	case key == "Line":
		p.cur.Row, _ = cutNumber(value)
		p.cur.Evidence = append(p.cur.Evidence, n)
		p.cur = nil
	}
}

// Report implements [report.Reader].
func (p *gitleaksParser) Report() report.Report {
	r := p.report()
	r.Answer, r.Region = true, strategies.Span{}
	if p.told > 0 {
		r.Outcome = strategies.Fail
		r.Counts = map[strategies.Key]int64{strategies.Entries: p.told}
		r.Verdict = many(p.told, "leak")
	}
	return r
}
