package js

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// eslint reads eslint's stylish format, its default, and its JSON if one line holds it:
//
//	/src/cart.js
//	  3:9   error    Expected '===' and instead saw '=='  eqeqeq
//
//	✖ 7 problems (3 errors, 4 warnings)
var eslint = report.Program{
	Name: "eslint",
	Runs: func(c report.Call) bool {
		return c.Is("eslint", "eslint_d") || c.Name == "next" && c.Sub() == "lint"
	},
	Begins: []string{"> eslint", "$ eslint", "Oops! Something went wrong! :(", `[{"filePath":"`},
	Looks: func(line string) bool {
		return len(line) > 4 && line[0] == '/' && sourceFile(line) && !strings.Contains(line, " ")
	},
	Compare:  report.Comparison{AllDiagnostics: true},
	Document: func(line string) bool { return strings.HasPrefix(line, `[{"filePath":"`) },
	New:      func(report.Call) report.Parser { return new(eslintParser) },
}

type eslintParser struct {
	file  string // the file whose diagnostics follow
	head  int    // the line that names it
	begun bool   // a diagnostic was read
	crash eslintCrash
}

// eslintCrash is the part of a crash that was read.
type eslintCrash uint8

const (
	eslintRuns    eslintCrash = iota
	eslintCrashed             // its version follows, then the reason
	eslintReason              // the reason was read; a stack follows
)

const eslintStack = 6 // lines below the reason of a crash that are kept

// Line implements [report.Parser].
func (p *eslintParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Text == "":
	case p.crash > eslintRuns:
		p.crashed(l, run)
	case l.Text[0] == ' ':
		if p.file != "" {
			p.row(l, run)
		}
	case strings.HasPrefix(l.Text, `[{"filePath":"`):
		p.json(l, run)
	case strings.HasPrefix(l.Text, "Oops! Something went wrong! :("):
		p.crash = eslintCrashed
		run.Belongs(l.N)
	case p.total(l, run):
	case strings.HasPrefix(l.Text, "ESLint found too many warnings"):
		p.tooMany(l, run)
	default:
		p.file, p.head = "", 0
		if (sourceFile(l.Text) || !strings.Contains(l.Text, " ")) && parse.FileLike(l.Text) {
			p.file, p.head = l.Text, l.N
		}
	}
}

// row reads "  3:9   error    Expected '===' and instead saw '=='  eqeqeq".
func (p *eslintParser) row(l report.Line, run *report.Run) {
	row, rest, ok := parse.CutNumber(l.Bare)
	if !ok || !strings.HasPrefix(rest, ":") {
		return
	}
	col, rest, _ := parse.CutNumber(rest[1:])
	kind, msg, ok := strings.Cut(strings.TrimLeft(rest, " "), " ")
	key, known := map[string]strategies.Key{
		"error": strategies.Errors, "Error:": strategies.Errors,
		"warning": strategies.Warnings, "Warning:": strategies.Warnings,
	}[kind]
	if !ok || !known || !strings.HasPrefix(rest, " ") {
		return
	}
	if !p.begun {
		run.Belongs(p.head)
	}
	p.begun = true
	run.Found(key, report.Finding{File: p.file, Row: row, Col: col, Message: parse.Squeeze(msg), At: l.N, Head: p.head})
}

// total reads "✖ 7 problems (3 errors, 4 warnings)". With --quiet, warnings are counted and not printed.
func (p *eslintParser) total(l report.Line, run *report.Run) bool {
	n, rest, _ := parse.CutNumber(strings.TrimPrefix(l.Text, "✖ "))
	if n == 0 {
		return false
	}
	_, list, ok := strings.Cut(rest, "(")
	if !ok || !strings.HasPrefix(rest, " problem") || !strings.HasSuffix(rest, ")") {
		return false
	}
	errors, warnings := int64(0), int64(0)
	parse.EachCount(list, func(n int64, word string) {
		switch strings.TrimSuffix(word, "s") {
		case "error":
			errors += n
		case "warning":
			warnings += n
		}
	})
	p.states(run, errors, warnings)
	run.End(l.N, report.Ending{Totals: report.MaxSummary})
	p.file = ""
	return true
}

// states takes the tool's own numbers, which end a run that went through.
func (p *eslintParser) states(run *report.Run, errors, warnings int64) {
	run.States(strategies.Errors, errors)
	run.States(strategies.Warnings, warnings)
	run.Treat(strategies.Warnings, report.IfFound)
	run.Claim(report.Passed)
}

// tooMany reads "ESLint found too many warnings (maximum: 3)." Their number is the cause; the first shows an
// example.
func (p *eslintParser) tooMany(l report.Line, run *report.Run) {
	why := report.Finding{Message: l.Text, At: l.N}
	if found := run.Pending(); len(found) > 0 {
		why.Evidence, why.Head = []int{found[0].At}, found[0].Head
	}
	run.Found("", why)
	run.Claim(report.Failed)
}

// crashed reads what eslint prints when it can't run: its version, then the reason, then a stack.
func (p *eslintParser) crashed(l report.Line, run *report.Run) {
	run.Belongs(l.N)
	if p.crash == eslintCrashed {
		if !strings.HasPrefix(l.Text, "ESLint: ") {
			run.Found(strategies.Errors, report.Finding{Message: l.Text, At: l.N, Uncounted: true})
			p.crash = eslintReason
		}
		return
	}
	f := run.Open()
	at, own, frame := textline.JSFrame(strings.TrimLeft(l.Text, " "))
	switch {
	case f == nil:
	case frame && own && f.File == "":
		f.File, f.Row, f.Col = at.File, at.Row, at.Col
		f.Evidence = append(f.Evidence, l.N)
	case !frame && len(f.Evidence) < eslintStack:
		f.Evidence = append(f.Evidence, l.N)
	}
}

// json reads the whole report as one line, as --format json prints it. A line that was cut can't be read.
func (p *eslintParser) json(l report.Line, run *report.Run) {
	var files []struct {
		FilePath string
		Messages []struct {
			RuleID       string `json:"ruleId"`
			Severity     int
			Message      string
			Line, Column int
		}
		ErrorCount, WarningCount int64
	}
	if json.Unmarshal([]byte(l.Whole()), &files) != nil {
		return
	}
	for _, f := range files {
		p.states(run, f.ErrorCount, f.WarningCount)
		for _, m := range f.Messages {
			key := strategies.Errors
			if m.Severity == 1 {
				key = strategies.Warnings
			}
			text := parse.Squeeze(
				f.FilePath + " " + strconv.Itoa(
					m.Line,
				) + " " + strconv.Itoa(
					m.Column,
				) + " " + m.Message + " " + m.RuleID,
			)
			run.Found(key, report.Finding{
				File: f.FilePath, Row: m.Line, Col: m.Column, Message: m.Message, At: l.N, Text: text,
			})
		}
	}
	run.Claim(report.Passed)
	run.End(l.N, report.Ending{})
}
