package programs

import (
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// node reads the end of a JavaScript program that dies of an exception, or is aborted. Tests print such texts too, so only
// the end of an output counts.
var node = report.Program{
	Name:   "node",
	Begins: []string{"node:internal/", "----- Native stack trace -----", "FATAL ERROR: Reached heap limit"},
	Old:    func() report.Reader { return &nodeParser{} },
}

type nodeParser struct {
	crash nodeCrash
	after int // lines since the crash
}

// maxAfter is how many lines may follow a crash: what npm, make and the shell say of it.
const maxAfter = 16

func (p *nodeParser) Line(n int, s string) {
	if p.crash.line(n, s) || strings.TrimSpace(s) == "" {
		return
	}
	if p.crash.ok && p.crash.state == noCrash {
		if p.after++; p.after > maxAfter {
			p.crash.take()
			p.after = 0
		}
	}
}

// Report implements [report.Reader].
func (p *nodeParser) Report() report.Report {
	f, ok := p.crash.take()
	if !ok {
		return report.Report{}
	}
	return report.Report{Outcome: strategies.Fail, Findings: []report.Finding{f}, Counts: map[strategies.Key]int64{strategies.Errors: 1}}
}
