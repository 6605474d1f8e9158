package programs

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// golangci reads golangci-lint and the linters for Go that print the same form: "a.go:3:14: message (linter)", with the source
// and a caret below it.
var golangci = report.Program{
	Name: "golangci-lint",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "golangci-lint":
			return c.Sub() == "run" || c.Sub() == ""
		case "staticcheck", "revive", "golint", "errcheck", "ineffassign", "gocritic", "nilaway":
			return true
		}
		return false
	},
	Old: func() report.Reader { return &golangciParser{} },
}

type golangciParser struct {
	findings    []report.Finding
	issues      int64
	total       int // the line "24 issues:"
	totalled    int64
	counts      []int // "* errcheck: 6"
	open        bool
	first, last int
	cut         bool
	sarif       sarifParser
}

// Line implements [report.Reader].
func (p *golangciParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " \t")
	if bare == "" {
		return
	}
	p.last = n
	if p.first == 0 {
		p.first = n
	}
	if strings.HasPrefix(s, `{"Issues":[`) {
		p.json(n, s)
		return
	}
	if p.sarif.ours || sarifOpening(s) && s[0] == '{' {
		p.sarif.Line(n, s)
		return
	}
	at, msg, ok := parse.CutPlace(s)
	switch {
	case ok && strings.HasPrefix(msg, ": # "): // the package whose errors follow
		p.open = false
	case ok && parse.Extended(at.File):
		p.add(report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: msg, At: n, Span: strategies.Span{First: n, Last: n}})
	case parse.Digit(s[0]) && (strings.HasSuffix(s, " issues:") || strings.HasSuffix(s, " issues.") || strings.HasSuffix(s, " issue:")):
		k, _ := parse.CutNumber(s)
		p.total, p.totalled, p.open = n, int64(k), false
	case p.total > 0 && strings.HasPrefix(s, "* "):
		if len(p.counts) < maxGoLogs {
			p.counts = append(p.counts, n)
		}
	case strings.HasPrefix(s, "level=error "), strings.HasPrefix(s, "Error: "), strings.HasPrefix(s, "-: "), strings.HasPrefix(s, "The command is terminated due to an error"):
		p.add(report.Finding{Message: bare, At: n})
		p.open = false
	case strings.HasPrefix(s, "level=warning "):
		p.open = false
		if len(p.findings) < MaxFindings {
			p.findings = append(p.findings, report.Finding{Message: bare, At: n, Warning: true})
		}
	case p.open:
		f := &p.findings[len(p.findings)-1]
		if len(f.Evidence) < 2 {
			f.Evidence = append(f.Evidence, n)
		}
		f.Span.Last = n
	}
}

func (p *golangciParser) add(f report.Finding) {
	p.issues++
	if p.open = len(p.findings) < MaxFindings; p.open {
		p.findings = append(p.findings, f)
	}
}

// json reads the issues of a report in one line, as far as it was kept.
func (p *golangciParser) json(n int, s string) {
	type issue struct {
		FromLinter, Text string
		Pos              struct {
			Filename     string
			Line, Column int
		}
	}
	p.cut = !eachElement(s[len(`{"Issues":`):], func(d *json.Decoder) error {
		var i issue
		if err := d.Decode(&i); err != nil {
			return err
		}
		p.add(report.Finding{File: i.Pos.Filename, Row: i.Pos.Line, Col: i.Pos.Column, Message: i.Text, At: n, Text: listed(i.Pos.Filename, i.Pos.Line, i.Pos.Column, i.Text, i.FromLinter)})
		return nil
	})
	p.open = false
}

// eachElement decodes the elements of a JSON array. It reports whether the array was whole.
func eachElement(s string, f func(d *json.Decoder) error) bool {
	d := json.NewDecoder(strings.NewReader(s))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return false
	}
	for d.More() {
		if f(d) != nil {
			return false
		}
	}
	_, err := d.Token()
	return err == nil
}

// listed is a diagnostic of a report in one line as a linter would print it.
func listed(file string, row, col int, msg, rule string) string {
	for _, k := range [...]int{row, col} {
		if k > 0 {
			file += ":" + strconv.Itoa(k)
		}
	}
	msg = file + ": " + strings.Join(strings.Fields(msg), " ")
	if rule != "" {
		msg += " (" + rule + ")"
	}
	return msg
}

// Report implements [report.Reader].
func (p *golangciParser) Report() report.Report {
	if p.first == 0 {
		return report.Report{}
	}
	r := report.Report{Counts: map[strategies.Key]int64{}, Findings: p.findings, Region: strategies.Span{First: p.first, Last: p.last}}
	r.Findings = append(r.Findings, p.sarif.findings...)
	if p.total > 0 {
		if p.totalled != p.issues {
			r.Distrust = fmt.Sprintf("%d issues are counted, %d are told", p.totalled, p.issues)
			return r
		}
		r.Summary = append(r.Summary, p.total)
		r.Notes = p.counts
		r.Outcome = strategies.Pass
	}
	if p.issues > 0 {
		r.Outcome = strategies.Fail
	}
	if p.cut {
		r.Outcome = strategies.Unknown
	} else if p.issues > 0 || p.total > 0 {
		r.Counts[strategies.Errors] = p.issues
	}
	return r
}
