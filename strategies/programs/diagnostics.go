package programs

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// diagnostics reads the output of compilers and linters that nobody knows, by the form that most of them share: lines that
// open with a place in a file, or with a row and a column below a file's name. It only ranks, and only an output that is
// mostly of that form: every file and every message comes before what repeats both.
var diagnostics = strategies.Program{
	Name: "diagnostics",
	Sniff: func(line string) bool {
		_, line = levelTag(line)
		_, _, ok := diagnosticAt(line)
		return ok || heading(line)
	},
	New: func() strategies.Parser { return &diagnosticParser{} },
}

type diagnosticParser struct {
	findings       []strategies.Finding
	lines, covered int
	head           int // the last line that is but a file's name
	file           string
	below          int // findings below it
	blank          bool
	open           bool   // the lines that come may belong to the last finding
	stray          int    // the line before, where it may be code of the last finding that isn't indented
	indent         int    // that of the last finding
	tag            string // the level that a build tool put before the last line
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

// Line implements [strategies.Parser].
func (p *diagnosticParser) Line(n int, s string) {
	tag, s := levelTag(s)
	same := tag != "" && tag == p.tag
	p.tag = tag
	bare := strings.TrimSpace(s)
	if bare == "" {
		p.blank = true
		return
	}
	if tag == "info" || tag == "debug" {
		return // what the tool does besides
	}
	p.lines++
	at, msg, ok := diagnosticAt(s)
	if !ok && p.head > 0 {
		if at, msg, ok = rowAt(bare); ok {
			at.file = p.file
		}
	}
	switch {
	case ok && !(p.open && p.head == 0 && indent(s) > p.indent): // else it is a place that the finding above refers to
		p.indent = indent(s)
		p.add(n, at, msg)
	case heading(s):
		p.head, p.file, p.below, p.open = n, bare, 0, false
	case p.open && p.last().Span.Len() < diagnosticBlock && (len(bare) < len(s) && (s[0] == ' ' || s[0] == '\t') || !p.blank && (same || bare[len(bare)-1] == ':')):
		p.covered++
		f := p.last()
		f.Span.Last = n
		if f.Head == 0 && n == f.At+1 && (f.Message == "" || strings.HasSuffix(f.Message, ":")) {
			f.Head, f.Message = n, strings.TrimSpace(f.Message+" "+bare)
		} else if len(f.Says) < diagnosticSays {
			f.Says = append(f.Says, n)
		}
	case p.stray == n-1 && n > 1 && carets(bare): // what it points at stands in the line above
		f := p.last()
		f.Span.Last = n
		f.Says = append(f.Says, n-1, n)
		p.covered += 2
		p.open = true
	default:
		p.stray = 0
		if p.open && !p.blank && n == p.last().At+1 {
			p.stray = n
		}
		p.open = false
	}
	p.blank = false
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

func (p *diagnosticParser) last() *strategies.Finding { return &p.findings[len(p.findings)-1] }

func (p *diagnosticParser) add(n int, at place, msg string) {
	p.covered++
	if len(p.findings) == maxFindings {
		p.open = false
		return
	}
	f := strategies.Finding{File: at.file, Row: at.row, Col: at.col, Message: msg, At: n, Span: strategies.Span{First: n, Last: n}}
	if p.head > 0 && at.file == p.file {
		f.Head = p.head
		if p.below++; p.below == 1 {
			p.covered++
		}
	} else {
		p.head, p.file = 0, ""
	}
	p.findings = append(p.findings, f)
	p.open = true
}

// Report implements [strategies.Parser].
func (p *diagnosticParser) Report() strategies.Report {
	if len(p.findings) < minDiagnostics || p.covered*10 < p.lines*6 {
		return strategies.Report{}
	}
	r := strategies.Report{Loose: true, Findings: p.findings}
	for i := range p.findings {
		f := &p.findings[i]
		if f.Span.Len() > 1 {
			r.Regions = append(r.Regions, f.Span)
		}
		f.Span = strategies.Span{}
	}
	return r
}

// diagnosticAt takes a place off a line's start, and what is said of it: "a/b.hs:3:14: Warning: ...", "a.haml:33 [W] ...".
func diagnosticAt(s string) (at place, msg string, ok bool) {
	if len(s) > maxDiagnostic {
		s = s[:maxDiagnostic]
	}
	if strings.IndexByte(s, ':') < 0 && strings.IndexByte(s, '(') < 0 {
		return place{}, "", false
	}
	t := strings.TrimLeft(s, " \t")
	if len(s)-len(t) > 8 || t == "" {
		return place{}, "", false
	}
	at, msg, ok = cutPlace(t)
	if !ok {
		at, msg, ok = cutSpaced(t)
	}
	if !ok {
		at, msg, ok = cutWorded(t)
	}
	if !ok || !extended(at.file) || msg == "" && at.col == 0 {
		return place{}, "", false
	}
	return at, msg, true
}

// maxDiagnostic is how many bytes of a line are looked at.
const maxDiagnostic = 500

// cutSpaced takes a place off that a blank ends: ".env:1 Leading space detected".
func cutSpaced(s string) (at place, rest string, ok bool) {
	i := strings.IndexByte(s, ':')
	if i <= 0 || i+1 >= len(s) || !digit(s[i+1]) || strings.ContainsAny(s[:i], " \t\"'`=,<>|") || !fileLike(s[:i]) {
		return place{}, "", false
	}
	at.file = s[:i]
	at.row, rest = cutNumber(s[i+1:])
	if len(rest) > 1 && rest[0] == ':' && digit(rest[1]) {
		at.col, rest = cutNumber(rest[1:])
	}
	msg := strings.TrimLeft(rest, " \t")
	return at, msg, len(msg) < len(rest)
}

// cutWorded takes a place off that is told in words: "a.js: line 3, col 14, Error - ...".
func cutWorded(s string) (at place, rest string, ok bool) {
	file, rest, ok := strings.Cut(s, ": line ")
	if !ok || !fileLike(file) || rest == "" || !digit(rest[0]) {
		return place{}, "", false
	}
	at.file = file
	at.row, rest = cutNumber(rest)
	if t, ok := strings.CutPrefix(rest, ", col "); ok && t != "" && digit(t[0]) {
		at.col, rest = cutNumber(t)
	}
	if rest == "" || rest[0] != ',' && rest[0] != ':' {
		return place{}, "", false
	}
	return at, strings.TrimLeft(rest[1:], " "), true
}

// extended reports whether a file's name has an extension, and isn't an address.
func extended(file string) bool {
	base := file[strings.LastIndexAny(file, "/\\")+1:]
	i := strings.LastIndexByte(base, '.')
	if i < 0 || i+1 == len(base) {
		return false
	}
	for _, c := range []byte(base[i+1:]) {
		if c|0x20 >= 'a' && c|0x20 <= 'z' {
			return !strings.ContainsAny(file, " \t")
		}
	}
	return false
}

// heading reports whether a line is but a file's name.
func heading(s string) bool {
	if s == "" || len(s) > 200 || s[0] == ' ' || s[0] == '\t' || strings.IndexByte(s, '.') < 0 || strings.ContainsAny(s, " \t:=(){}[]<>\"'`,;*") {
		return false
	}
	return extended(strings.TrimRight(s, "\r"))
}

// rowAt takes a row and a column off a line below a file's name: "46:3  ✖  Unexpected unit", "3:1: Missing header".
func rowAt(s string) (at place, msg string, ok bool) {
	if s == "" || !digit(s[0]) {
		return place{}, "", false
	}
	at.row, s = cutNumber(s)
	if s == "" || s[0] != ':' || len(s) < 2 || !digit(s[1]) {
		return place{}, "", false
	}
	at.col, s = cutNumber(s[1:])
	if s == "" || s[0] != ' ' && s[0] != ':' && s[0] != '\t' {
		return place{}, "", false
	}
	msg = strings.TrimLeft(s, ": \t")
	return at, msg, msg != ""
}
