package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// pnpm reads what pnpm itself says: its errors, and how an install ended.
var pnpm = report.Program{
	Name:   "pnpm",
	Runs:   func(c shell.Call) bool { return c.Name == "pnpm" && installs(c.Sub()) },
	Begins: []string{"ERR_PNPM_", "[ERR_PNPM_", "\u2009ERR_PNPM_", "Error: ERR_PNPM_"},
	Old:    func() report.Reader { return &pnpmParser{} },
	OldFor: func(shell.Call) report.Reader { return &pnpmParser{named: true} },
}

type pnpmParser struct {
	named    bool
	findings []report.Finding
	below    int // lines since the last error
	pass     bool
	summary  []int
}

// maxPnpmSays is how many lines below an error belong to it.
const maxPnpmSays = 8

func (p *pnpmParser) Line(n int, s string) {
	if s == "" {
		return
	}
	bare := strings.TrimLeft(s, " \u2009")
	if strings.HasPrefix(strings.TrimPrefix(bare, "Error: "), "ERR_PNPM_") || strings.HasPrefix(bare, "[ERR_PNPM_") {
		// A script that failed has told why above.
		p.below = maxPnpmSays
		if !strings.Contains(bare, "_FIRST_FAIL") && len(p.findings) < MaxFindings {
			p.findings = append(p.findings, report.Finding{Message: parse.Squeeze(bare), At: n})
			p.below = 0
		}
		return
	}
	if len(p.findings) > 0 && p.below < maxPnpmSays {
		p.below++
		if s[0] == '#' || s[0] == '>' {
			p.below = maxPnpmSays
			return
		}
		f := &p.findings[len(p.findings)-1]
		f.Evidence = append(f.Evidence, n)
		return
	}
	if p.named && (strings.HasPrefix(s, "Done in ") || s == "Already up to date") {
		p.pass = true
		p.summary = appendLast(p.summary, n)
	}
}

// Report implements [report.Reader].
func (p *pnpmParser) Report() report.Report {
	r := report.Report{Findings: p.findings, Counts: map[strategies.Key]int64{}}
	switch {
	case len(p.findings) > 0:
		r.Outcome = strategies.Fail
		r.Counts[strategies.Errors] = int64(len(p.findings))
	case p.pass:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
