package programs

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// sarif reads the report that many analysers print in the SARIF format, in one line or in many.
var sarif = report.Program{
	Name:   "sarif",
	Looks:  func(line string) bool { return line != "" && line[0] == '{' && (line == "{" || sarifOpening(line)) },
	Begins: []string{`"$schema": "`, `{"$schema":"`, `{"version":"2.1.0",`},
	Document: func(line string) bool {
		return strings.HasPrefix(line, `"$schema": "`) && strings.Contains(line, "sarif") || sarifOpening(line)
	},
	Old: func() report.Reader { return &sarifParser{} },
}

func sarifOpening(line string) bool {
	head := line[:min(len(line), 300)]
	return strings.Contains(head, `"version"`) && strings.Contains(head, "2.1.0") && strings.Contains(head, `"runs"`) || strings.Contains(head, `"$schema"`) && strings.Contains(head, "sarif")
}

// sarifParser follows a report line by line: what is told of a result stands between its braces.
type sarifParser struct {
	lines    int
	ours     bool // it is a SARIF report
	results  bool // its results have begun
	indent   int  // the indentation of a result
	current  report.Finding
	open     bool
	level    string
	findings []report.Finding
	counts   tally
	whole    bool
	over     bool
}

// sarifTrial is how many lines may come before a report shows that it is one.
const sarifTrial = 5

// Over reports whether this isn't a report, or all of it was read.
func (p *sarifParser) Over() bool { return p.over }

// Line implements [report.Reader].
func (p *sarifParser) Line(n int, s string) {
	p.lines++
	if !p.ours {
		p.ours = strings.Contains(s, "sarif") && strings.Contains(s, `"$schema"`) || sarifOpening(s)
		if !p.ours {
			p.over = p.lines > sarifTrial
			return
		}
	}
	if i := strings.Index(s, `"results":[{`); i >= 0 {
		p.line(n, s[i+len(`"results":`):])
		return
	}
	bare := strings.TrimLeft(s, " \t")
	switch {
	case strings.HasPrefix(bare, `"results": [`):
		p.results, p.indent = true, -1
		p.whole = p.whole || strings.HasSuffix(bare, "[]") || strings.HasSuffix(bare, "[],")
	case !p.results:
	case p.indent < 0:
		p.indent = parse.Indent(s)
		p.open = strings.HasPrefix(bare, "{")
	case parse.Indent(s) < p.indent:
		p.results = false
	case parse.Indent(s) == p.indent:
		if strings.HasPrefix(bare, "}") {
			p.end(n)
		}
		if strings.HasPrefix(bare, "{") || strings.HasSuffix(bare, "{") {
			p.open, p.current, p.level = true, report.Finding{Span: strategies.Span{First: n, Last: n}}, ""
		}
	case p.open:
		p.field(n, bare)
	}
}

// field reads a line inside a result.
func (p *sarifParser) field(n int, s string) {
	name, value, ok := strings.Cut(strings.TrimSuffix(s, ","), `": `)
	if !ok {
		return
	}
	f := &p.current
	switch strings.TrimPrefix(name, `"`) {
	case "text", "markdown":
		if f.At == 0 {
			f.At, f.Message = n, unquoted(value)
		}
	case "uri":
		if f.Head == 0 {
			f.Head, f.File = n, unquoted(value)
		}
	case "startLine":
		if f.Row == 0 {
			f.Row, _ = parse.CutNumber(value)
			f.Evidence = append([]int{n}, f.Evidence...)
		}
	case "startColumn":
		if f.Col == 0 {
			f.Col, _ = parse.CutNumber(value)
		}
	case "ruleId":
		f.Evidence = append(f.Evidence, n)
	case "level":
		p.level = unquoted(value)
	}
}

func unquoted(s string) string {
	var out string
	if json.Unmarshal([]byte(s), &out) != nil {
		return s
	}
	return out
}

func (p *sarifParser) end(n int) {
	if !p.open {
		return
	}
	p.open = false
	p.current.Span.Last = n
	p.grade(p.level)
	if p.current.At > 0 && len(p.findings) < MaxFindings {
		p.findings = append(p.findings, p.current)
	}
}

// line reads results that stand in one line.
func (p *sarifParser) line(n int, s string) {
	type result struct {
		RuleID, Level string
		Message       struct{ Text string }
		Locations     []struct {
			PhysicalLocation struct {
				ArtifactLocation struct{ URI string }
				Region           struct{ StartLine, StartColumn int }
			}
		}
	}
	eachElement(s, func(d *json.Decoder) error {
		var r result
		if err := d.Decode(&r); err != nil {
			return err
		}
		f := report.Finding{Message: r.Message.Text, At: n}
		if len(r.Locations) > 0 {
			l := r.Locations[0].PhysicalLocation
			f.File, f.Row, f.Col = l.ArtifactLocation.URI, l.Region.StartLine, l.Region.StartColumn
		}
		p.grade(r.Level)
		f.Text = listed(f.File, f.Row, f.Col, f.Message, r.RuleID)
		if len(p.findings) < MaxFindings {
			p.findings = append(p.findings, f)
		}
		return nil
	})
}

// grade counts a result. One without a level is a warning.
func (p *sarifParser) grade(level string) {
	if p.counts == nil {
		p.counts = tally{}
	}
	switch level {
	case "error":
		p.counts.add(strategies.Errors, 1)
	case "warning", "":
		p.counts.add(strategies.Warnings, 1)
	case "note":
		p.counts.add(strategies.Remarks, 1)
	}
}

// Report implements [report.Reader]. A report says what was found, and not whether that is a failure.
func (p *sarifParser) Report() report.Report {
	r := report.Report{FormOnly: true, Findings: p.findings, Counts: p.counts.counts()}
	for i := range p.findings {
		if s := p.findings[i].Span; s.Len() > 1 {
			r.Regions = append(r.Regions, s)
		}
		p.findings[i].Span = strategies.Span{}
	}
	return r
}
