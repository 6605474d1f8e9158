package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// eslint reads eslint's stylish format, its default, and its JSON where one line holds it.
var eslint = report.Program{
	Name: "eslint",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "eslint", "eslint_d", "next":
			return c.Name != "next" || c.Sub() == "lint"
		}
		return false
	},
	Begins: []string{"> eslint", "$ eslint", "Oops! Something went wrong! :(", `[{"filePath":"`},
	Looks: func(line string) bool {
		return len(line) > 4 && line[0] == '/' && sourceFile(line) && !strings.Contains(line, " ")
	},
	Document: func(line string) bool { return strings.HasPrefix(line, `[{"filePath":"`) },
	Old:      func() report.Reader { return &eslintParser{} },
}

type eslintParser struct {
	file             string
	fileAt           int
	errors, warnings int64
	said             [2]int64 // the tool's own numbers
	ended            bool
	tooMany          bool // warnings
	oops             int  // 1: it crashed, and why comes next
	findings         []report.Finding
	summary          []int
	region           extent
}

func (p *eslintParser) Line(n int, s string) {
	if s == "" {
		return
	}
	if p.oops > 0 {
		p.crashed(n, s)
		return
	}
	if s[0] == ' ' {
		if p.file != "" {
			p.row(n, s)
		}
		return
	}
	switch {
	case strings.HasPrefix(s, `[{"filePath":"`):
		p.json(n, s)
	case strings.HasPrefix(s, "Oops! Something went wrong! :("):
		p.oops = 1
		p.region.seen(n)
	case p.total(n, strings.TrimPrefix(s, "✖ ")):
	case strings.HasPrefix(s, "ESLint found too many warnings"):
		p.tooMany = true
		p.region.seen(n)
		why := report.Finding{Message: s, At: n}
		if len(p.findings) > 0 { // what counts is the number of them; the first shows what they are
			why.Evidence = []int{p.findings[0].At}
			why.Head = p.findings[0].Head
		}
		p.add(why)
	default:
		p.file, p.fileAt = "", 0
		if fileLike(s) && (sourceFile(s) || !strings.Contains(s, " ")) {
			p.file, p.fileAt = s, n
		}
	}
}

// row reads "  3:9   error    Expected '===' and instead saw '=='  eqeqeq".
func (p *eslintParser) row(n int, s string) {
	s = strings.TrimLeft(s, " ")
	row, rest := cutNumber(s)
	if rest == s || !strings.HasPrefix(rest, ":") {
		return
	}
	col, rest := cutNumber(rest[1:])
	text := strings.TrimLeft(rest, " ")
	kind, msg, ok := strings.Cut(text, " ")
	if !ok || len(text) == len(rest) || kind != "error" && kind != "warning" && kind != "Error:" && kind != "Warning:" {
		return
	}
	f := report.Finding{File: p.file, Row: row, Col: col, Message: squeeze(msg), At: n, Head: p.fileAt, Warning: kind[0]|0x20 == 'w'}
	if f.Warning {
		p.warnings++
	} else {
		p.errors++
	}
	if p.region.first == 0 {
		p.region.seen(p.fileAt)
	}
	p.region.seen(n)
	p.add(f)
}

// squeeze makes one blank of several.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// total reads "7 problems (3 errors, 4 warnings)".
func (p *eslintParser) total(n int, s string) bool {
	k, rest := cutNumber(s)
	if k == 0 || !strings.HasPrefix(rest, " problem") || !strings.HasSuffix(rest, ")") {
		return false
	}
	_, list, ok := strings.Cut(rest, "(")
	if !ok {
		return false
	}
	eachCount(list, func(n int64, word string) {
		switch strings.TrimSuffix(word, "s") {
		case "error":
			p.said[0] += n
		case "warning":
			p.said[1] += n
		}
	})
	p.ended = true
	p.summary = appendLast(p.summary, n)
	p.region.seen(n)
	p.region.end()
	p.file = ""
	return true
}

// crashed reads what eslint says when it can't run: its version, then why.
func (p *eslintParser) crashed(n int, s string) {
	p.region.seen(n)
	if p.oops == 1 {
		if !strings.HasPrefix(s, "ESLint: ") {
			p.add(report.Finding{Message: s, At: n})
			p.oops = 2
		}
		return
	}
	f := &p.findings[len(p.findings)-1]
	at, own, frame := jsFrame(strings.TrimLeft(s, " "))
	switch {
	case frame && own && f.File == "":
		f.File, f.Row, f.Col = at.file, at.row, at.col
		f.Evidence = append(f.Evidence, n)
	case !frame && len(f.Evidence) < 6:
		f.Evidence = append(f.Evidence, n)
	}
}

func (p *eslintParser) add(f report.Finding) {
	if len(p.findings) < maxFindings {
		p.findings = append(p.findings, f)
	}
}

// Report implements [report.Reader].
func (p *eslintParser) Report() report.Report {
	t := tally{strategies.Errors: p.errors, strategies.Warnings: p.warnings}
	if p.oops > 1 {
		t[strategies.Errors]++
	}
	r := report.Report{Findings: p.findings, Counts: t.counts(), Region: p.region.span()}
	if p.ended && (p.said[0] != p.errors || p.said[1] != p.warnings && p.warnings > 0) {
		r.Distrust = disagree(p.said[0]+p.said[1], int(p.errors+p.warnings))
	}
	if p.ended { // with --quiet, warnings are counted nowhere
		r.Counts[strategies.Warnings] = p.said[1]
	}
	switch {
	case p.errors > 0 || p.tooMany || p.oops > 1:
		r.Outcome = strategies.Fail
		r.Notes = p.summary
	case p.ended:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
