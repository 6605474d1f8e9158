package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// pylint reads the linter pylint. Its errors come before its warnings, and those before its remarks on style.
var pylint = report.Program{
	Name:   "pylint",
	Runs:   func(c shell.Call) bool { return c.Name == "pylint" || pythonRuns(c, "pylint") },
	Begins: []string{"************* Module "},
	Old:    func() report.Reader { return &pylintParser{} },
}

type pylintParser struct {
	diagnosed
	remarks int64
	rated   bool
	clean   bool // rated with the best mark
}

func (p *pylintParser) Line(n int, s string) {
	if s == "" {
		return
	}
	switch {
	case strings.HasPrefix(s, "************* Module "):
		p.seen(n)
		return
	case strings.HasPrefix(s, "Your code has been rated at "):
		p.rated = true
		p.clean = strings.HasPrefix(s, "Your code has been rated at 10.00/10")
		p.end(n)
		return
	}
	at, msg, ok := cutPlace(s)
	if !ok {
		if p.first > 0 && s[0] == ' ' {
			p.more(n, 2)
		}
		return
	}
	code, text, ok := strings.Cut(msg, ": ")
	if !ok || len(code) < 5 || !digit(code[1]) || !digit(code[4]) {
		return
	}
	switch code[0] {
	case 'E', 'F':
		p.add(n, at, text, false)
	case 'W':
		p.add(n, at, text, true)
	case 'C', 'R', 'I':
		p.add(n, at, text, true)
		p.warnings--
		p.remarks++
	}
}

// Report implements [report.Reader]. What only has remarks may have ended with 0 or not, as its options say.
func (p *pylintParser) Report() report.Report {
	r := p.report()
	if p.remarks > 0 {
		r.Counts[strategies.Remarks] = p.remarks
	}
	if p.clean && p.errors+p.warnings+p.remarks == 0 {
		r.Outcome = strategies.Pass
	}
	return r
}
