package shell

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// shellcheck reads ShellCheck, in its own form and in the one that it shares with gcc:
//
//	In build.sh line 4:
//	cd $x
//	   ^-- SC2086 (info): Double quote to prevent globbing and word splitting.
//
//	build.sh:4:4: note: Double quote to prevent globbing and word splitting. [SC2086]
var shellcheck = report.Program{
	Name:    "shellcheck",
	Names:   []string{"shellcheck"},
	Compare: report.Comparison{AllDiagnostics: true},
	Extent:  report.FirstToLast,
	New:     func(report.Call) report.Parser { return new(shellcheckParser) },
}

type shellcheckParser struct {
	at     parse.Place
	head   int  // the line that names the place; 0 for none
	source int  // the line of source below it
	links  bool // what follows are links to explanations
}

// Line implements [report.Parser].
func (p *shellcheckParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" {
		return
	}
	switch {
	case p.heading(l):
		run.Belongs(l.N)
	case strings.HasPrefix(l.Text, "For more information:"):
		p.links, p.head = true, 0
	case p.links:
	case p.head > 0 && p.source == 0:
		p.source = l.N
	case p.head > 0 && l.Bare[0] == '^':
		p.marked(l, run)
	default:
		p.gccForm(l, run)
	}
}

// heading reads "In build.sh line 4:".
func (p *shellcheckParser) heading(l report.Line) bool {
	rest, ok := strings.CutPrefix(l.Text, "In ")
	i := strings.LastIndex(rest, " line ")
	if !ok || i <= 0 {
		return false
	}
	row, end, ok := parse.CutNumber(rest[i+len(" line "):])
	if !ok || end != ":" {
		return false
	}
	p.at, p.head, p.source = parse.Place{File: rest[:i], Row: row}, l.N, 0
	return true
}

// marked reads "^-- SC2086 (info): Double quote to prevent globbing and word splitting."
func (p *shellcheckParser) marked(l report.Line, run *report.Run) {
	_, rest, ok := strings.Cut(l.Bare, " SC")
	code, msg, okMessage := strings.Cut(rest, "): ")
	if !ok || !okMessage || !parse.Digit(code[0]) {
		return
	}
	f := report.Finding{File: p.at.File, Row: p.at.Row, Message: msg, At: l.N, Head: p.head}
	if p.source > 0 {
		f.Evidence = []int{p.source}
	}
	_, severity, _ := strings.Cut(code, " (")
	p.found(run, severity, f)
}

// gccForm reads "build.sh:4:4: note: Double quote to prevent globbing and word splitting. [SC2086]".
func (p *shellcheckParser) gccForm(l report.Line, run *report.Run) {
	at, msg, ok := parse.CutPlace(l.Text)
	if !ok {
		if strings.HasPrefix(l.Text, "shellcheck: ") || strings.Contains(l.Text, ": openBinaryFile: ") {
			p.found(run, "error", report.Finding{Message: l.Text, At: l.N})
		}
		return
	}
	if severity, text, ok := strings.Cut(msg, ": "); ok && strings.HasSuffix(text, "]") {
		f := report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: text, At: l.N}
		p.found(run, severity, f)
	}
}

// found hands over a diagnostic. One of any severity makes it fail.
func (p *shellcheckParser) found(run *report.Run, severity string, f report.Finding) {
	run.Claim(report.Failed)
	key := map[string]strategies.Key{"error": strategies.Errors, "warning": strategies.Warnings}[severity]
	if kept := run.Found(key, f); kept != nil {
		kept.Warning = false // its warnings make it fail as its errors do
	}
}

// Close implements [report.Closer].
func (p *shellcheckParser) Close(run *report.Run) {
	if run.Pending() == nil {
		run.Claim(report.NotOurs)
	}
}
