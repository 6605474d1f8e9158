package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rustfmt reads rustfmt --check: "Diff in /src/a.rs:3:" (before 1.78 "at line 3:"), with the lines that differ below it. Which files
// differ, and where, comes before how.
var rustfmt = report.Program{
	Name:   "rustfmt",
	Runs:   func(c shell.Call) bool { return c.Name == "rustfmt" || c.Name == "cargo" && c.Sub() == "fmt" },
	Begins: []string{"Diff in /"},
	Old:    func() report.Reader { return &rustfmtParser{} },
}

type rustfmtParser struct {
	diagnosed
	told int64
}

// Line implements [report.Reader].
func (p *rustfmtParser) Line(n int, s string) {
	rest, ok := strings.CutPrefix(s, "Diff in ")
	if !ok {
		if s != "" && (s[0] == '-' || s[0] == '+' || s[0] == ' ') {
			p.more(n, 2)
		}
		return
	}
	rest = strings.TrimSuffix(rest, ":")
	i := strings.LastIndex(rest, " at line ")
	row := ""
	if i > 0 {
		row = rest[i+len(" at line "):]
	} else if i = strings.LastIndexByte(rest, ':'); i > 0 {
		row = rest[i+1:]
	}
	if i <= 0 || row == "" || !digit(row[0]) {
		return
	}
	at := place{file: rest[:i]}
	at.row, _ = cutNumber(row)
	p.told++
	if p.add(n, at, "Diff", false); p.open {
		p.findings[len(p.findings)-1].Bare = "Diff"
	}
}

// Report implements [report.Reader].
func (p *rustfmtParser) Report() report.Report {
	if p.told == 0 {
		return report.Report{}
	}
	r := p.report()
	if len(r.Findings) > fewDiffs {
		for i := range r.Findings { // where all of them are says more than how the first differ
			r.Findings[i].Evidence, r.Findings[i].Span = nil, strategies.Span{First: r.Findings[i].At, Last: r.Findings[i].At}
		}
	}
	r.Counts = map[strategies.Key]int64{strategies.Entries: p.told}
	r.Verdict = many(p.told, "difference")
	return r
}

// fewDiffs are as many as are shown with their lines before all else.
const fewDiffs = 4
