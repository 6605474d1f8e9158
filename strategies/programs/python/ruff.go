package python

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// ruff is the linter and formatter for Python, with full and with concise diagnostics:
//
//	F401 [*] `os` imported but unused
//	 --> shop/cart.py:1:8
//
//	shop/cart.py:1:8: F401 [*] `os` imported but unused
//	Found 1 error.
var ruff = report.Program{
	Name:    "ruff",
	Compare: report.Comparison{AllDiagnostics: true},
	Runs:    func(c report.Call) bool { return c.Name == "ruff" || py.Runs(c, "ruff") },
	Begins:  []string{"All checks passed!", "Would reformat: "},
	Extent:  report.FirstToLast,
	New:     func(report.Call) report.Parser { return new(ruffParser) },
}

type ruffParser struct {
	message string // a message whose place is in the next line; "" for none
	at      int    // its line
}

const ruffSource = 6 // lines of source and advice that are kept of a diagnostic

// Line implements [report.Parser].
func (p *ruffParser) Line(l report.Line, run *report.Run) {
	message := p.message
	p.message = ""
	s := l.Text
	switch {
	case s == "":
	case message != "" && p.place(l, message, run):
	case s[0] == ' ', parse.Digit(s[0]) && strings.Contains(s, " | "), strings.HasPrefix(s, "help: "):
		run.Continues(l.N, ruffSource)
	case strings.HasPrefix(s, "Found "):
		p.found(l, run)
	case s == "All checks passed!":
		run.States(strategies.Errors, 0)
		run.Claim(report.Passed)
		run.End(l.N, report.Ending{Shown: true})
	case parse.StartsWith(s, "[*] ", "No fixes available"):
		run.End(l.N, report.Ending{Shown: true})
	case strings.HasPrefix(s, "Would reformat: "):
		at := parse.Place{File: strings.TrimPrefix(s, "Would reformat: ")}
		run.Found(strategies.Errors, report.NewFinding(at.File, at.Row, at.Col, l.N, "would be reformatted"))
	case parse.StartsWith(s, "error: ", "ruff failed"):
		run.Found(strategies.Errors, report.NewCrash(l.N, strings.TrimPrefix(s, "error: ")))
	case p.files(l, run):
	default:
		p.concise(l, run)
	}
}

// place reads " --> shop/cart.py:1:8" below a message.
func (p *ruffParser) place(l report.Line, message string, run *report.Run) bool {
	rest, ok := strings.CutPrefix(l.Bare, "--> ")
	at, left, placed := parse.CutPlace(rest)
	if !ok || !placed || left != "" {
		return false
	}
	run.Found(strategies.Errors, report.NewFinding(at.File, at.Row, at.Col, p.at, message))
	run.Continues(l.N, ruffSource)
	return true
}

// found reads "Found 5 errors (3 fixed, 2 remaining)."
func (p *ruffParser) found(l report.Line, run *report.Run) {
	n, ok := parse.NumberAfter(l.Text, "Found ")
	if !ok || !strings.Contains(l.Text, " error") {
		return
	}
	if left, ok := parse.NumberAfter(l.Text, " fixed, "); ok {
		n = left
	} else if strings.Contains(l.Text, " fixed)") {
		n = 0
	}
	run.States(strategies.Errors, n)
	run.End(l.N, report.Ending{Shown: true})
}

// files reads "2 files would be reformatted, 3 files already formatted", "3 files left unchanged".
func (p *ruffParser) files(l report.Line, run *report.Run) bool {
	n, rest, ok := parse.CutNumber(l.Text)
	if !ok || !strings.HasPrefix(rest, " file") {
		return false
	}
	run.End(l.N, report.Ending{Shown: true})
	if strings.Contains(rest, " would be reformatted") {
		run.States(strategies.Errors, int64(n))
	} else {
		run.Claim(report.Passed)
	}
	return true
}

// concise reads "shop/cart.py:1:8: F401 `os` imported but unused", and a message whose place follows.
func (p *ruffParser) concise(l report.Line, run *report.Run) {
	if at, msg, ok := parse.CutPlace(l.Text); ok && msg != "" {
		run.Found(strategies.Errors, report.NewFinding(at.File, at.Row, at.Col, l.N, msg))
		return
	}
	if code, msg, ok := strings.Cut(l.Text, " "); ok && ruffCode(strings.TrimSuffix(code, ":")) {
		p.message, p.at = msg, l.N
		return
	}
	run.Closes()
}

// ruffCode reports whether a word names a rule: "F401", "PLR0913", "invalid-syntax".
func ruffCode(w string) bool {
	if w == "invalid-syntax" || w == "unformatted" {
		return true
	}
	i := 0
	for i < len(w) && w[i] >= 'A' && w[i] <= 'Z' {
		i++
	}
	return i > 0 && i < 5 && len(w)-i >= 3 && len(w)-i <= 4 && strings.Trim(w[i:], "0123456789") == ""
}
