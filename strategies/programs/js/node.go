package js

import (
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// node reads a JavaScript program that dies of an exception, or is aborted, as [nodeCrash] shows it. Tests print such
// texts too, so only the end of an output counts.
var node = report.Program{
	Name:   "node",
	Begins: []string{"node:internal/", "----- Native stack trace -----", "FATAL ERROR: Reached heap limit"},
	Extent: report.Nowhere,
	New:    func(report.Call) report.Parser { return new(nodeParser) },
}

type nodeParser struct {
	crash nodeCrash
	after int // lines since the crash
}

// maxAfter bounds the lines after a crash, which npm, make and the shell print.
const maxAfter = 16

// Line implements [report.Parser].
func (p *nodeParser) Line(l report.Line, _ *report.Run) {
	if p.crash.line(l.N, l.Text) || l.Bare == "" || !p.crash.ok || p.crash.state != noCrash {
		return
	}
	if p.after++; p.after > maxAfter {
		p.crash.take()
		p.after = 0
	}
}

// Close implements [report.Closer].
func (p *nodeParser) Close(run *report.Run) {
	if f, ok := p.crash.take(); ok {
		run.Found(strategies.Errors, f)
	}
}
