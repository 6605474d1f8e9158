package forms

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// diagnostics reads the output of compilers and linters that nobody knows, by the form that most of them share: lines that
// open with a place in a file, or with a row and a column below a file's name. It only ranks, and only an output that is
// mostly of that form: every file and every message comes before what repeats both.
var Diagnostics = report.Program{
	Name: "diagnostics",
	Looks: func(line string) bool {
		_, line = levelTag(strings.TrimPrefix(line, "┃"))
		if _, ok := diagnosticAt(line); ok {
			return true
		}
		if file, ok := strings.CutPrefix(line, "File: "); ok {
			return parse.Extended(strings.TrimLeft(file, " "))
		}
		_, ok := heading(line)
		return ok
	},
	Old:      func() report.Reader { return &diagnosticParser{} },
	FormOnly: true,
}

type diagnosticParser struct {
	findings       []report.Finding
	lines, covered int
	head           int // the last line that is but a file's name
	file           string
	below          int // findings below it
	blank          bool
	open           bool        // the lines that come may belong to the last finding
	stray          int         // the line before, where it may be code of the last finding that isn't indented
	indent         int         // that of the last finding
	tag            string      // the level that a build tool put before the last line
	title          titleLine   // the line that may say what the next place is of
	above          []titleLine // by finding: the line above it that may be its message
	keyFile        string      // the file that the last line named by a key
	keyAt          int         // and that line
	fresh          bool        // a blank, a rule or a diagnostic stands above
}

// titleLine is a line that may say what the place below it is of.
type titleLine struct {
	at, indent int
	text       string
	sure       bool // it says that it is the message
	below      int  // lines between it and the place
}

const (
	minDiagnostics  = 2   // fewer say nothing of the form of an output
	diagnosticSays  = 4   // lines of a finding that are told
	diagnosticBlock = 40  // lines that belong to one at most
	diagnosticTrial = 200 // lines after which an output must have shown its form
)

// Over reports whether the output doesn't have the form.
func (p *diagnosticParser) Over() bool {
	return p.lines > diagnosticTrial && p.covered*2 < p.lines
}

// Line implements [report.Reader].
func (p *diagnosticParser) Line(n int, s string) {
	s = strings.TrimPrefix(s, "┃")
	tag, s := levelTag(s)
	same := tag != "" && tag == p.tag
	p.tag = tag
	bare := strings.TrimSpace(s)
	if bare == "" || onlyRule(bare) {
		p.blank, p.fresh = true, true
		if bare != "" {
			p.title = titleLine{}
		}
		return
	}
	if tag == "info" || tag == "debug" {
		return // what the tool does besides
	}
	p.lines++
	d, ok := diagnosticAt(s)
	if !ok {
		d, ok = p.keyed(n, bare)
	}
	if !ok && p.head > 0 {
		if d, ok = rowAt(bare); ok {
			d.At.File = p.file
		}
	}
	file, heads := "", false
	if !ok {
		file, heads = heading(s)
	}
	fresh := p.fresh
	p.fresh = ok
	switch {
	case ok && !(p.open && p.head == 0 && parse.Indent(s) > p.indent && p.title.at == 0): // else it is a place that the finding above refers to
		p.indent = parse.Indent(s)
		p.add(n, d)
	case heads:
		p.head, p.file, p.below, p.open = n, file, 0, false
	case p.open && p.last().Span.Len() < diagnosticBlock && (len(bare) < len(s) && (s[0] == ' ' || s[0] == '\t') && p.title.at == 0 && (p.head > 0 || parse.Indent(s) >= p.indent) || !p.blank && (same || bare[len(bare)-1] == ':' || framed(bare))):
		p.covered++
		p.fresh = true
		f := p.last()
		f.Span.Last = n
		if f.Head == 0 && n == f.At+1 && (f.Message == "" || strings.HasSuffix(f.Message, ":")) {
			f.Head, f.Message = n, strings.TrimSpace(f.Message+" "+bare)
		} else if len(f.Evidence) < diagnosticSays {
			f.Evidence = append(f.Evidence, n)
		}
	case p.stray == n-1 && n > 1 && carets(bare): // what it points at stands in the line above
		f := p.last()
		f.Span.Last = n
		f.Evidence = append(f.Evidence, n-1, n)
		p.covered += 2
		p.open = true
		if p.title.at == n-1 {
			p.title = titleLine{}
		}
	default:
		if by := parse.Indent(s); !p.title.sure && (p.title.at == 0 || fresh && by <= p.title.indent) {
			p.title = titleLine{at: n, indent: by, text: bare}
		} else {
			p.title.below++
		}
		p.stray = 0
		if p.open && !p.blank && n == p.last().At+1 {
			p.stray = n
		}
		p.open = false
	}
	p.blank = false
}

// keyed takes a place off that is told by keys on lines of their own, below the message: "Message: ...", "File: a.rb", "Line: 3".
func (p *diagnosticParser) keyed(n int, bare string) (d diagnostic, ok bool) {
	key, value, ok := strings.Cut(bare, ":")
	value = strings.TrimLeft(value, " ")
	if !ok || value == "" {
		return diagnostic{}, false
	}
	switch key {
	case "Message", "RuleID":
		p.title = titleLine{at: n, text: value, sure: true}
	case "File":
		p.keyFile, p.keyAt = value, n
	case "Line":
		row, rest := parse.CutNumber(value)
		if p.keyFile != "" && parse.Extended(p.keyFile) && row > 0 && rest == "" && p.title.sure {
			d.At = parse.Place{File: p.keyFile, Row: row}
			p.keyFile = ""
			return d, true
		}
	}
	return diagnostic{}, false
}

// carets reports whether a line only points at something in the line above it.
func carets(bare string) bool {
	return strings.Trim(bare, "^~") == "" && strings.IndexByte(bare, '^') >= 0
}

// levelTag takes the level off that a build tool puts before each line of a compiler: "[error] a.scala:6: ...".
func levelTag(s string) (tag, rest string) {
	if len(s) < 7 || s[0] != '[' {
		return "", s
	}
	i := strings.IndexByte(s[:min(len(s), 10)], ']')
	if i < 0 || i+1 < len(s) && s[i+1] != ' ' {
		return "", s
	}
	switch tag := strings.ToLower(s[1:i]); tag {
	case "error", "warn", "warning", "info", "debug":
		return tag, s[min(i+2, len(s)):]
	}
	return "", s
}

func (p *diagnosticParser) last() *report.Finding { return &p.findings[len(p.findings)-1] }

func (p *diagnosticParser) add(n int, d diagnostic) {
	p.covered++
	title := p.title
	p.title = titleLine{}
	if len(p.findings) == report.MaxFindings {
		p.open = false
		return
	}
	at := d.At
	f := report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: d.Message, Bare: d.Bare, At: n, Span: strategies.Span{First: n, Last: n}}
	if title.sure {
		f.Evidence = []int{p.keyAt}
	}
	if p.head > 0 && at.File == p.file {
		f.Head = p.head
		if p.below++; p.below == 1 {
			p.covered++
		}
		title = titleLine{}
	} else {
		p.head, p.file = 0, ""
	}
	p.findings = append(p.findings, f)
	p.above = append(p.above, title)
	p.open = true
}

// titled takes the lines above the diagnostics for their messages, where nearly all have one: tools that tell first what is
// wrong, then where.
func (p *diagnosticParser) titled() {
	n := 0
	for _, t := range p.above {
		if t.at > 0 {
			n++
		}
	}
	if n*4 < len(p.findings)*3 {
		return
	}
	for i, t := range p.above {
		if t.at == 0 {
			continue
		}
		p.covered += 1 + min(t.below, diagnosticSays)
		f := &p.findings[i]
		below := f.Message
		if f.Head > f.At { // the next line was taken for the message
			f.Evidence, below = append(f.Evidence, f.Head), ""
		}
		f.Head, f.Message = t.at, t.text
		f.Bare = strings.TrimSpace(t.text + " " + below)
	}
}

// Report implements [report.Reader].
func (p *diagnosticParser) Report() report.Report {
	p.titled()
	if len(p.findings) < minDiagnostics || p.covered*10 < p.lines*6 {
		return report.Report{}
	}
	r := report.Report{FormOnly: true, Findings: p.findings}
	for i := range p.findings {
		f := &p.findings[i]
		if f.Span.Len() > 1 {
			r.Regions = append(r.Regions, f.Span)
		}
		f.Span = strategies.Span{}
	}
	return r
}
