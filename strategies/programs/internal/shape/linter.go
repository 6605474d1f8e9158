package shape

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// A linter is a program that prints one line for each diagnostic, which opens with its place, and perhaps a total:
//
//	shop/cart.py:12: error: Name "total" is not defined  [name-defined]
//	Found 1 error in 1 file (checked 3 source files)
//
// Lines between diagnostics belong to the last one. A new program of this kind is a row.
type Linter struct {
	report.Program

	// Kind takes the severity off a message. The key is the kind under which the diagnostic is counted, "" for none; ok
	// is false if the line is no diagnostic.
	Kind func(msg string) (key strategies.Key, text string, ok bool)

	// Total reads the line that states how many diagnostics there are. The key is [strategies.Diagnostics] for a number
	// of all kinds together. Nil for a program that prints none.
	Total func(line string) (n int64, ok bool)
	Of    strategies.Key

	Passes  []string               // beginnings of the line that reports a pass
	Ends    []string               // beginnings of other lines that end a run
	Crashes []string               // beginnings of lines that report a crash of the program: no part of the total
	Aside   func(line string) bool // reports whether a line is the program's and no part of a diagnostic; may be nil

	Source  int  // how many of the lines below a diagnostic are shown with it
	Wrapped bool // such lines may be without indentation: a message goes on
	Columns bool // a place without a column is none
	Zero    bool // a total of zero is a pass
	Hidden  bool // the total may count diagnostics that are printed in another form
	Strict  bool // any diagnostic makes it fail, a remark too

	// Lenient lists options with which the program may pass in spite of diagnostics.
	Lenient []string

	// Few bounds the diagnostics that are shown with their source. If there are more, the messages of all are shown
	// without it. 0 means any number.
	Few int
}

// Note marks a line that belongs to the diagnostic above if it is of the same file. It isn't counted.
const Note strategies.Key = "note"

// Lint makes the program of a row.
func Lint(t Linter) report.Program {
	p := t.Program
	p.Extent = report.FirstToLast
	p.New = func(c report.Call) report.Parser {
		return &lintParser{Linter: &t, lenient: t.lenientCall(c)}
	}
	return p
}

func (t *Linter) lenientCall(c report.Call) bool {
	return slices.ContainsFunc(c.Args, func(a string) bool {
		name, _, _ := strings.Cut(a, "=")
		return slices.Contains(t.Lenient, name)
	})
}

type lintParser struct {
	*Linter
	lenient bool
	ended   bool         // the total was read: what follows belongs to others
	mild    map[int]bool // lines of diagnostics that are warnings rather than remarks
}

// Line implements [report.Parser].
func (p *lintParser) Line(l report.Line, run *report.Run) {
	if p.ended {
		p.again(l, run)
		return
	}
	if l.Text == "" {
		return
	}
	at, msg, placed := parse.CutPlace(l.Text)
	switch {
	case l.Text[0] == ' ':
		run.Continues(l.N, p.Source)
	case p.endLine(l, run), p.Total != nil && p.totalLine(l, run):
	case parse.StartsWith(l.Text, p.Crashes...):
		run.Found(strategies.Errors, report.NewCrash(l.N, strings.TrimPrefix(l.Text, p.Name+": ")))
	case placed && (at.Col > 0 || !p.Columns):
		p.diagnostic(l.N, at, msg, run)
	case p.Aside != nil && p.Aside(l.Text):
		run.Belongs(l.N)
		run.Closes()
	case p.Wrapped:
		run.Continues(l.N, p.Source)
	}
}

// again looks for the total of a further run: its diagnostics are left to the engine, but if there are any, it failed.
func (p *lintParser) again(l report.Line, run *report.Run) {
	if p.Total == nil || l.Text == "" {
		return
	}
	if n, ok := p.Total(l.Text); ok && n > 0 {
		run.Claim(report.Failed)
		run.End(l.N, report.Ending{Shown: true})
	}
}

// endLine takes a line that ends the run.
func (p *lintParser) endLine(l report.Line, run *report.Run) bool {
	passes := parse.StartsWith(l.Text, p.Passes...)
	if passes && p.Of != "" {
		run.States(p.Of, 0)
	}
	if passes && run.Counted(strategies.Warnings)+run.Counted(strategies.Remarks) == 0 {
		run.Claim(report.Passed)
	}
	if passes || parse.StartsWith(l.Text, p.Ends...) {
		run.End(l.N, report.Ending{Shown: true})
		return true
	}
	return false
}

// totalLine takes the line that states how many diagnostics there are.
func (p *lintParser) totalLine(l report.Line, run *report.Run) bool {
	n, ok := p.Total(l.Text)
	if !ok {
		return false
	}
	run.States(p.Of, n)
	if p.Hidden {
		run.Treat(p.Of, report.IfFound)
	}
	run.End(l.N, report.Ending{Shown: true})
	if p.Zero {
		p.ended = true
		if n == 0 {
			run.Claim(report.Passed)
		}
	}
	return true
}

// diagnostic takes a line that opens with a place.
func (p *lintParser) diagnostic(n int, at parse.Place, msg string, run *report.Run) {
	key, text, ok := p.Kind(msg)
	if !ok {
		return
	}
	f := report.NewFinding(at.File, at.Row, at.Col, n, text)
	f.Warning = key == ""
	if key == Note {
		if above := run.Open(); above != nil && above.File == at.File {
			run.Continues(n, p.Source)
			return
		}
		key, f.Warning = "", true
	}
	if run.Found(key, f) != nil && key == strategies.Warnings && p.Strict {
		if p.mild == nil {
			p.mild = map[int]bool{}
		}
		p.mild[n] = true
	}
	if p.Strict && !p.lenient {
		run.Claim(report.Failed)
	}
}

// Close implements [report.Closer].
func (p *lintParser) Close(run *report.Run) {
	findings := run.Pending()
	if p.Strict &&
		run.Counted(strategies.Errors) == 0 { // then the warnings made it fail, and remarks come after them
		for i := range findings {
			findings[i].Warning = !p.mild[findings[i].At]
		}
	}
	if p.Few > 0 && len(findings) > p.Few {
		DropSource(findings)
	}
}

// LevelLetter returns the kind for the letter that pylint and rubocop put before a diagnostic: "E", "W0611".
func LevelLetter(code string) (key strategies.Key, ok bool) {
	if code == "" {
		return "", false
	}
	switch code[0] {
	case 'E', 'F':
		return strategies.Errors, true
	case 'W':
		return strategies.Warnings, true
	case 'C', 'R', 'I':
		return strategies.Remarks, true
	}
	return "", false
}

// DropSource removes the lines below the messages of findings: if there are many, the messages of all are more useful
// than the source of some.
func DropSource(findings []report.Finding) {
	for i := range findings {
		f := &findings[i]
		f.Evidence, f.Span = nil, strategies.Span{First: f.At, Last: f.At}
	}
}
