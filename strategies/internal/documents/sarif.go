package documents

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// SARIF reads the report that many analysers print in the SARIF format, in one line or in many:
//
//	"results": [
//	  {
//	    "ruleId": "R1",
//	    "message": { "text": "bad thing" },
//
// A report lists results, and doesn't state whether they are a failure, so no outcome is claimed.
var SARIF = report.Program{
	Name:   "sarif",
	Begins: []string{`"$schema": "`, `{"$schema":"`, `{"version":"2.1.0",`},
	Looks:  func(line string) bool { return line == "{" || strings.HasPrefix(line, "{") && OpensSARIF(line) },
	Document: func(line string) bool {
		return strings.HasPrefix(line, `"$schema": "`) && strings.Contains(line, "sarif") || OpensSARIF(line)
	},
	Extent: report.Nowhere,
	New:    func(report.Call) report.Parser { return &SARIFParser{counts: true} },
}

// OpensSARIF reports whether a line opens a report: `{"version":"2.1.0","runs":[`, `{"$schema":"https://x/sarif"`.
func OpensSARIF(line string) bool {
	head := line[:min(len(line), 300)]
	return containsAll(head, `"version"`, "2.1.0", `"runs"`) || containsAll(head, `"$schema"`, "sarif")
}

func containsAll(s string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(s, part) {
			return false
		}
	}
	return true
}

// SARIFParser follows a report line by line. What belongs to a result is between its braces, indented.
type SARIFParser struct {
	counts  bool // the results are counted by their levels
	lines   int
	Ours    bool // it is a SARIF report
	over    bool // it isn't
	members int  // the indentation inside its outermost braces
	ended   bool // these were closed
	results bool // its results have begun
	indent  int  // the indentation of a result, -1 before the first
	open    bool // the lines that come belong to a result
	current report.Finding
	level   string
}

// sarifTrial bounds the lines before a report shows that it is one.
const sarifTrial = 5

// Over reports whether this isn't a report.
func (p *SARIFParser) Over() bool { return p.over }

// Line implements [report.Parser].
func (p *SARIFParser) Line(l report.Line, run *report.Run) {
	p.lines++
	indent := parse.Indent(l.Text)
	if opens := containsAll(l.Text, "sarif", `"$schema"`) || OpensSARIF(l.Text); opens && !p.Ours {
		p.Ours, p.members = true, indent
		if l.Bare[0] == '{' {
			p.members++
		}
	}
	if !p.Ours {
		p.over = p.lines > sarifTrial
		return
	}
	if strings.Contains(l.Text, sarifResults) {
		p.json(l.N, l.Whole(), run)
		return
	}
	if indent < p.members && l.Bare != "" {
		p.ended = l.Bare == "}"
	}
	switch {
	case strings.HasPrefix(l.Bare, `"results": [`):
		p.results, p.indent = true, -1
	case !p.results:
	case p.indent < 0:
		p.indent = indent
		p.open = strings.HasPrefix(l.Bare, "{")
	case indent < p.indent:
		p.results = false
	case indent == p.indent:
		p.brace(l, run)
	case p.open:
		p.field(l.N, l.Bare)
	}
}

// brace reads "}," and "{", which close a result and open the next.
func (p *SARIFParser) brace(l report.Line, run *report.Run) {
	if p.open && strings.HasPrefix(l.Bare, "}") {
		p.open = false
		p.current.Span.Last = l.N
		p.result(p.current, p.level, run)
	}
	if strings.HasPrefix(l.Bare, "{") || strings.HasSuffix(l.Bare, "{") {
		p.open, p.level = true, ""
		p.current = report.Finding{Span: strategies.Span{First: l.N, Last: l.N}}
	}
}

// field reads a line inside a result: `"startLine": 7,`. The first of several of a name counts.
func (p *SARIFParser) field(n int, s string) {
	name, value, ok := strings.Cut(strings.TrimSuffix(s, ","), `": `)
	if !ok {
		return
	}
	f := &p.current
	switch name = strings.TrimPrefix(name, `"`); {
	case f.At == 0 && (name == "text" || name == "markdown"):
		f.At, f.Message = n, unquoted(value)
	case f.Head == 0 && name == "uri":
		f.Head, f.File = n, unquoted(value)
	case f.Row == 0 && name == "startLine":
		f.Row, _, _ = parse.CutNumber(value)
		f.Evidence = append([]int{n}, f.Evidence...)
	case f.Col == 0 && name == "startColumn":
		f.Col, _, _ = parse.CutNumber(value)
	case name == "ruleId":
		f.Evidence = append(f.Evidence, n)
	case name == "level":
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

// sarifResults opens the results of each run of a report in one line.
const sarifResults = `"results":[{`

// json reads the results of a report in one line, run by run, as far as it goes.
func (p *SARIFParser) json(n int, document string, run *report.Run) {
	p.ended = json.Valid([]byte(strings.TrimSpace(document)))
	for {
		_, list, ok := strings.Cut(document, sarifResults)
		if !ok {
			return
		}
		document = list
		p.list(n, "[{"+list, run)
	}
}

// list reads the results of one run.
func (p *SARIFParser) list(n int, list string, run *report.Run) {
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
	EachElement(list, func(r result) {
		f := report.Finding{Message: r.Message.Text, At: n}
		if len(r.Locations) > 0 {
			l := r.Locations[0].PhysicalLocation
			f.File, f.Row, f.Col = l.ArtifactLocation.URI, l.Region.StartLine, l.Region.StartColumn
		}
		f.Text = Listed(f, r.RuleID)
		p.result(f, r.Level, run)
	})
}

// sarifLevels maps levels to the kinds of findings. A result without a level is a warning.
var sarifLevels = map[string]strategies.Key{
	"error": strategies.Errors, "warning": strategies.Warnings, "": strategies.Warnings, "note": strategies.Remarks,
}

// result hands over a result, if it has a message. None comes after the others for its level.
func (p *SARIFParser) result(f report.Finding, level string, run *report.Run) {
	if key, ok := sarifLevels[level]; ok && p.counts {
		run.Adds(key, 1, report.Counted)
	}
	if f.At > 0 {
		run.Found("", f)
	}
}

// Close implements [report.Closer].
func (p *SARIFParser) Close(run *report.Run) {
	if !p.ended {
		run.Part = true
	}
	run.FormOnly = true
}
