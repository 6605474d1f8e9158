package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// shellcheck reads ShellCheck's own form, the source with carets below it, and the one it has in common with gcc.
var shellcheck = report.Program{
	Name: "shellcheck",
	Runs: func(c shell.Call) bool { return c.Name == "shellcheck" },
	Old:  func() report.Reader { return &shellcheckParser{} },
}

type shellcheckParser struct {
	findings         []report.Finding
	errors, warnings int64
	file             string
	row              int
	head             int // the line that names both
	code             int // the line of source below it
	about            bool
	first, last      int
}

// Line implements [report.Reader].
func (p *shellcheckParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " \t")
	if bare == "" {
		return
	}
	if p.first == 0 {
		p.first = n
	}
	p.last = n
	if rest, ok := strings.CutPrefix(s, "In "); ok && strings.HasSuffix(rest, ":") {
		if i := strings.LastIndex(rest, " line "); i > 0 {
			if row, end := cutNumber(rest[i+len(" line "):]); end == ":" {
				p.file, p.row, p.head, p.code = rest[:i], row, n, 0
				return
			}
		}
	}
	switch {
	case strings.HasPrefix(s, "For more information:"):
		p.about, p.head = true, 0
	case p.about:
	case p.head > 0 && p.code == 0:
		p.code = n
	case p.head > 0 && bare[0] == '^':
		_, rest, ok := strings.Cut(bare, " SC")
		code, msg, ok2 := strings.Cut(rest, "): ")
		if !ok || !ok2 || !digit(code[0]) {
			return
		}
		f := report.Finding{File: p.file, Row: p.row, Message: msg, At: n, Head: p.head}
		if p.code > 0 {
			f.Evidence = []int{p.code}
		}
		_, severity, _ := strings.Cut(code, " (")
		p.add(f, severity)
	default:
		at, msg, ok := cutPlace(s)
		if !ok {
			if strings.HasPrefix(s, "shellcheck: ") || strings.Contains(s, ": openBinaryFile: ") {
				p.add(report.Finding{Message: s, At: n}, "error")
			}
			return
		}
		if severity, text, ok := strings.Cut(msg, ": "); ok && strings.HasSuffix(text, "]") {
			p.add(report.Finding{File: at.file, Row: at.row, Col: at.col, Message: text, At: n}, severity)
		}
	}
}

func (p *shellcheckParser) add(f report.Finding, severity string) {
	switch severity {
	case "error":
		p.errors++
	case "warning":
		p.warnings++
	}
	if len(p.findings) < maxFindings {
		p.findings = append(p.findings, f)
	}
}

// Report implements [report.Reader].
func (p *shellcheckParser) Report() report.Report {
	if len(p.findings) == 0 {
		return report.Report{}
	}
	r := report.Report{Outcome: strategies.Fail, Counts: map[strategies.Key]int64{}, Findings: p.findings, Region: strategies.Span{First: p.first, Last: p.last}}
	if p.errors > 0 {
		r.Counts[strategies.Errors] = p.errors
	}
	if p.warnings > 0 {
		r.Counts[strategies.Warnings] = p.warnings
	}
	return r
}
