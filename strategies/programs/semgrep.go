package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// semgrep reads Semgrep's own form: a file, below it a rule with what it says, and the lines of code with their numbers. Whether
// findings make it fail depends on its options, so it claims no outcome.
var semgrep = report.Program{
	Name: "semgrep",
	Runs: func(c shell.Call) bool {
		return c.Name == "semgrep" && !has(c.Args, "--json", "--sarif", "--junit-xml")
	},
	Old: func() report.Reader { return &semgrepParser{} },
}

// semgrepParser follows the rule that was told last.
type semgrepParser struct {
	findings []report.Finding
	file     string
	head     int
	message  report.Finding // told, but not where
	rule     bool           // its text comes now
	open     bool           // its first place was told
	next     bool           // another place follows
	told     int64
	summary  []int
	counted  int64
	ended    bool
}

// Line implements [report.Reader].
func (p *semgrepParser) Line(n int, s string) {
	bare := strings.TrimSpace(s)
	row, code := cutNumber(bare)
	switch {
	case bare == "":
		p.rule = false
	case strings.HasPrefix(bare, "❯❯❱ "), strings.HasPrefix(bare, "❯❱ "), strings.HasPrefix(bare, "❱ "):
		p.rule, p.open, p.next, p.message = true, false, false, report.Finding{}
	case len(code) < len(bare) && strings.HasPrefix(code, "┆"):
		p.place(n, row, strings.TrimSpace(strings.TrimPrefix(code, "┆")))
	case strings.HasPrefix(bare, "⋮┆"):
		p.next = true
	case strings.HasPrefix(bare, "Details: "):
		p.rule = false
	case p.rule && p.message.At == 0:
		p.message = report.Finding{Message: clip(bare), Bare: bare, At: n, Span: strategies.Span{First: n, Last: n}}
	case p.rule:
		if len(p.message.Evidence) < 2 {
			p.message.Evidence = append(p.message.Evidence, n)
		}
		p.message.Span.Last = n
	case strings.HasPrefix(s, "    ") && s[4] != ' ' && fileLike(bare):
		p.file, p.head = bare, n
	case strings.HasPrefix(s, "Ran ") && strings.Contains(s, " rules on "):
		_, rest, _ := strings.Cut(s, ": ")
		k, _ := cutNumber(rest)
		p.counted, p.ended = int64(k), true
		p.summary = appendLast(p.summary, n)
	}
}

// place notes a line of code: the first of a rule, or of another place of the same rule.
func (p *semgrepParser) place(n, row int, code string) {
	f := p.message
	switch {
	case f.At == 0 || p.file == "":
		return
	case p.open && !p.next:
		return
	case p.open:
		f = report.Finding{Message: f.Message, Bare: code, At: n}
	}
	p.open, p.next = true, false
	p.told++
	f.File, f.Row, f.Head = p.file, row, p.head
	if len(p.findings) < maxFindings {
		p.findings = append(p.findings, f)
	}
}

// Report implements [report.Reader]. Its own number counts places, as they are told here.
func (p *semgrepParser) Report() report.Report {
	if p.ended && p.counted != p.told {
		return report.Report{Distrust: itoa(int(p.counted)) + " findings are counted, " + itoa(int(p.told)) + " are told"}
	}
	if p.told == 0 {
		return report.Report{}
	}
	return report.Report{Counts: map[strategies.Key]int64{strategies.Entries: p.told}, Verdict: many(p.told, "finding"), Findings: p.findings, Summary: p.summary}
}
