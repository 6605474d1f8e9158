package golang

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/internal/documents"
	"github.com/toktee/toktee/strategies/report"
)

// golangci reads golangci-lint and other linters for Go of the same form, some without the source and the numbers:
//
//	a/b.go:10:11: Error return value of `os.Remove` is not checked (errcheck)
//		os.Remove(path)
//		         ^
//	1 issues:
//	* errcheck: 1
//
// It also prints its issues as JSON, or as a SARIF report, in one line.
var golangci = report.Program{
	Name: "golangci-lint",
	Runs: func(c report.Call) bool {
		if c.Name == "golangci-lint" {
			return c.Sub() == "run" || c.Sub() == ""
		}
		return c.Is("staticcheck", "revive", "golint", "errcheck", "ineffassign", "gocritic", "nilaway")
	},
	Extent: report.FirstToLast,
	New:    func(report.Call) report.Parser { return new(golangciParser) },
}

type golangciParser struct {
	totalled bool                  // the line "24 issues:" was read
	sarif    documents.SARIFParser // reads a SARIF report among its lines
}

const (
	golangciSource  = 2 // lines of source and carets that are shown of an issue
	golangciLinters = 6 // lines "* errcheck: 6" that are shown
)

// Line implements [report.Parser].
func (p *golangciParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" {
		return
	}
	s := l.Text
	at, msg, placed := parse.CutPlace(s)
	switch {
	case strings.HasPrefix(s, `{"Issues":[`):
		golangciJSON(l, run)
	case p.sarif.Ours, s[0] == '{' && documents.OpensSARIF(s):
		p.sarif.Line(l, run)
	case placed && strings.HasPrefix(msg, ": # "): // the package whose errors follow
		run.Closes()
	case placed && parse.Extended(at.File):
		run.Found(strategies.Errors, report.NewFinding(at.File, at.Row, at.Col, l.N, msg))
	case golangciTotal(s):
		n, _, _ := parse.CutNumber(s)
		p.totalled = true
		run.States(strategies.Errors, int64(n))
		run.Claim(report.Passed)
		run.End(l.N, report.Ending{Shown: true})
	case p.totalled && strings.HasPrefix(s, "* "):
		run.Notes = report.AppendFirst(run.Notes, l.N, golangciLinters)
	case parse.StartsWith(s, "level=error ", "Error: ", "-: ", "The command is terminated due to an error"):
		run.Found(strategies.Errors, report.Finding{Message: l.Bare, At: l.N})
		run.Closes()
	case strings.HasPrefix(s, "level=warning "):
		run.Found("", report.Finding{Message: l.Bare, At: l.N, Warning: true})
		run.Closes()
	default:
		run.Continues(l.N, golangciSource)
	}
}

// golangciTotal reports whether a line is "24 issues:" or "0 issues.".
func golangciTotal(s string) bool {
	_, rest, ok := parse.CutNumber(s)
	return ok && (rest == " issues:" || rest == " issues." || rest == " issue:")
}

// golangciJSON reads the issues of a report in one line, as far as it goes.
func golangciJSON(l report.Line, run *report.Run) {
	type issue struct {
		FromLinter, Text string
		Pos              struct {
			Filename     string
			Line, Column int
		}
	}
	whole := documents.EachElement(strings.TrimPrefix(l.Whole(), `{"Issues":`), func(i issue) {
		f := report.Finding{File: i.Pos.Filename, Row: i.Pos.Line, Col: i.Pos.Column, Message: i.Text, At: l.N}
		f.Text = documents.Listed(f, i.FromLinter)
		run.Found(strategies.Errors, f)
	})
	if !whole {
		run.Part = true
		run.Claim(report.Unproven)
	}
	run.Closes()
}
