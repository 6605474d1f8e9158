package programs

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// mochaJSON reads what mocha's JSON reporter prints, in many lines or in one, and what others print in its form (cypress).
var mochaJSON = report.Program{
	Name:     "mocha",
	Begins:   []string{`"stats": {`, `{"stats":{"suites":`},
	Document: func(line string) bool { return line == `"stats": {` || strings.HasPrefix(line, `{"stats":{"suites":`) },
	Old:      func() report.Reader { return &mochaJSONParser{} },
}

// mochaJSONParser follows a report line by line: the numbers, then the list of failures, the last of its lists.
type mochaJSONParser struct {
	stats    map[string]int64
	part     string // "stats", "failures", or another list
	depth    int    // the indentation of its end
	findings []report.Finding
	passed   bool // the list of those that passed has come, which ends a report without failures
	lines    int
	region   extent
	over     bool
}

// Over reports whether all of a report was read, or this isn't one.
func (p *mochaJSONParser) Over() bool { return p.over }

// Line implements [report.Reader].
func (p *mochaJSONParser) Line(n int, s string) {
	bare := strings.TrimSpace(s)
	if p.over || p.lines == 0 && bare == "{" {
		return
	}
	if p.lines++; p.lines == 1 && strings.HasPrefix(bare, "{") {
		p.one(n, bare)
		p.over = true
		return
	}
	if p.lines == 3 && p.stats == nil {
		p.over = true // "stats" of something else
		return
	}
	p.region.seen(n)
	if p.part != "" && parse.Indent(s) <= p.depth && bare != "" && strings.IndexByte("}]", bare[0]) >= 0 {
		p.passed = p.passed || p.part == "passes"
		p.part = ""
		return
	}
	name, value, ok := strings.Cut(strings.TrimSuffix(bare, ","), `": `)
	name = strings.TrimPrefix(name, `"`)
	switch {
	case !ok:
		p.over = p.part == "" && bare == "}"
	case p.part == "" && (value == "{" || value == "["):
		p.part, p.depth = name, parse.Indent(s)
	case p.part == "" && name == "passes":
		p.passed = true
	case p.part == "stats":
		if p.stats == nil {
			p.stats = map[string]int64{}
		}
		if k, rest := parse.CutNumber(value); rest == "" {
			p.stats[name] = int64(k)
		}
	case p.part == "failures":
		p.failure(n, name, value)
	}
}

// failure reads a line of a failed test.
func (p *mochaJSONParser) failure(n int, name, value string) {
	if name == "fullTitle" && len(p.findings) < MaxFindings {
		p.findings = append(p.findings, report.Finding{Name: unquoted(value), At: n, Span: strategies.Span{First: n, Last: n}})
	}
	if len(p.findings) == 0 {
		return
	}
	f := &p.findings[len(p.findings)-1]
	switch name {
	case "file":
		f.File = unquoted(value)
	case "message":
		f.Message, _, _ = strings.Cut(unquoted(value), "\n")
		f.Evidence = append([]int{n}, f.Evidence...)
	case "stack":
		p.place(f, unquoted(value))
		f.Evidence = append(f.Evidence, n)
	default:
		return
	}
	f.Span.Last = n
}

// place takes where a test failed from a stack.
func (p *mochaJSONParser) place(f *report.Finding, stack string) {
	for l := range strings.Lines(stack) {
		if at, own, ok := jsFrame(strings.TrimSpace(l)); ok && own {
			f.File, f.Row, f.Col = at.File, at.Row, at.Col
			return
		}
	}
}

// one reads a report in one line.
func (p *mochaJSONParser) one(n int, s string) {
	var r struct {
		Stats    map[string]any
		Failures []struct {
			FullTitle, File string
			Err             struct{ Message, Stack string }
		}
	}
	if json.Unmarshal([]byte(s), &r) != nil {
		return
	}
	p.stats = map[string]int64{}
	for k, v := range r.Stats {
		if c, ok := v.(float64); ok {
			p.stats[k] = int64(c)
		}
	}
	p.passed = true
	p.region.seen(n)
	for _, t := range r.Failures[:min(len(r.Failures), MaxFindings)] {
		f := report.Finding{Name: t.FullTitle, File: t.File, At: n}
		f.Message, _, _ = strings.Cut(t.Err.Message, "\n")
		p.place(&f, t.Err.Stack)
		f.Text = f.Name + "\n" + strings.TrimSpace(cleanText(t.Err.Message))
		if f.Row > 0 {
			f.Text += "\n" + f.File + ":" + itoa(f.Row) + ":" + itoa(f.Col)
		}
		p.findings = append(p.findings, f)
	}
}

// cleanText is a text without its empty lines.
func cleanText(s string) string {
	var out []string
	for l := range strings.Lines(s) {
		if l = strings.TrimRight(l, " \r\n"); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// Report implements [report.Reader].
func (p *mochaJSONParser) Report() report.Report {
	failed, ok := p.stats["failures"]
	if !ok {
		return report.Report{}
	}
	t := tally{strategies.Failed: failed, strategies.Passed: p.stats["passes"], strategies.Skipped: p.stats["pending"]}
	r := report.Report{Findings: p.findings, Counts: t.counts(), Region: p.region.span()}
	switch {
	case int64(len(p.findings)) != failed && len(p.findings) < MaxFindings && p.part != "failures":
		r.Distrust = disagree(failed, len(p.findings))
	case failed > 0:
		r.Outcome = strategies.Fail
	case p.passed:
		r.Outcome = strategies.Pass
	}
	return r
}
