package shape

import "github.com/toktee/toktee/strategies/report"

// Phrased makes a program whose output is read by set phrases alone. It finds causes of failures, results and progress,
// and leaves all other lines to the general engine:
//
//	ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
//
// The forms are compared with lines without indentation.
func Phrased(p report.Program, lines PhraseTable) report.Program {
	p.Extent, p.Interleaved = report.Unmixed, true
	p.New = func(report.Call) report.Parser { return phrasedParser{lines} }
	return p
}

type phrasedParser struct{ lines PhraseTable }

// Line implements [report.Parser].
func (p phrasedParser) Line(l report.Line, run *report.Run) {
	if l.Bare != "" {
		p.lines.Take(run, l.N, l.Bare)
	}
}
