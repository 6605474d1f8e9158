package ci

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// semgrep reads Semgrep's own form: a file, below it a rule with its text, and the lines of code with their numbers:
//
//	    shop/cart.py
//	   ❯❯❱ python.lang.security.audit.eval-detected
//	          Detected the use of eval(). eval() can be dangerous.
//	           12┆ total = eval(text)
//	Ran 4 rules on 3 files: 1 finding.
//
// Whether findings make it fail depends on its options, so no outcome is claimed.
var semgrep = report.Program{
	Name: "semgrep",
	Runs: func(c report.Call) bool {
		return c.Name == "semgrep" && !c.Has("--json", "--sarif", "--junit-xml")
	},
	Extent: report.Nowhere,
	New:    func(report.Call) report.Parser { return new(semgrepParser) },
}

// semgrepParser follows the rule that was printed last.
type semgrepParser struct {
	file    string
	head    int            // the line that names the file
	message report.Finding // the rule's text, without a place
	text    bool           // the rule's text comes now
	placed  bool           // its first place was printed
	another bool           // another place of it follows
}

const semgrepText = 2 // further lines of a rule's text that are kept

// Line implements [report.Parser].
func (p *semgrepParser) Line(l report.Line, run *report.Run) {
	row, code, numbered := parse.CutNumber(l.Bare)
	switch {
	case l.Bare == "":
		p.text = false
	case parse.StartsWith(l.Bare, "❯❯❱ ", "❯❱ ", "❱ "):
		*p = semgrepParser{file: p.file, head: p.head, text: true}
	case numbered && strings.HasPrefix(code, "┆"):
		p.place(l.N, row, strings.TrimSpace(strings.TrimPrefix(code, "┆")), run)
	case strings.HasPrefix(l.Bare, "⋮┆"):
		p.another = true
	case strings.HasPrefix(l.Bare, "Details: "):
		p.text = false
	case p.text && p.message.At == 0:
		p.message = report.NewFinding("", 0, 0, l.N, l.Bare)
		p.message.Bare = l.Bare
	case p.text:
		p.message.Evidence = report.AppendFirst(p.message.Evidence, l.N, semgrepText)
		p.message.Span.Last = l.N
	case strings.HasPrefix(l.Text, "    ") && l.Text[4] != ' ' && parse.FileLike(l.Bare):
		p.file, p.head = l.Bare, l.N
	case strings.HasPrefix(l.Text, "Ran ") && strings.Contains(l.Text, " rules on "):
		_, rest, _ := strings.Cut(l.Text, ": ")
		if n, _, ok := parse.CutNumber(rest); ok {
			run.States(strategies.Entries, int64(n)) // counts places, as the parser does
		}
		run.End(l.N, report.Ending{Shown: true})
	}
}

// place takes a line of code: the first of a rule, or of another place of the same rule.
func (p *semgrepParser) place(n, row int, code string, run *report.Run) {
	f := p.message
	if f.At == 0 || p.file == "" || p.placed && !p.another {
		return
	}
	if p.placed {
		f = report.Finding{Message: f.Message, Bare: code, At: n}
	}
	p.placed, p.another = true, false
	f.File, f.Row, f.Head = p.file, row, p.head
	run.Found(strategies.Entries, f)
}

// Close implements [report.Closer].
func (p *semgrepParser) Close(run *report.Run) {
	if n := run.Counted(strategies.Entries); n > 0 {
		run.Verdict = shape.Many(n, "finding")
	} else {
		run.Claim(report.OnlyFindings)
	}
}
