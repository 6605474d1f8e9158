package genericdiag

import (
	"strings"

	"github.com/toktee/toktee/internal/measure/ablation"
	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Diagnostics reads unknown compilers and linters by the form that most of them share. Lines open with a place in a
// file, or with a row and a column below a file's name:
//
//	src/Calc.hs:11:18: Suggestion: Redundant bracket
//
//	renderer/style.css
//	  46:3   ✖  Unexpected longhand
//
// Only an output that is mostly of that form is read. Each new file and each new message comes before repetitions.
var Diagnostics = New(nil)

// New returns a program such as [Diagnostics] that doesn't read some of the forms.
func New(disabled *ablation.Parts) report.Program {
	f := allForms(disabled)
	return report.Program{
		Name: "diagnostics", Looks: f.looks, Extent: report.Nowhere,
		New:      func(report.Call) report.Parser { return &diagnosticParser{forms: f} },
		FormOnly: true,
	}
}

// looks reports whether a line has one of the forms.
func (fs *forms) looks(line string) bool {
	tag, line := levelTag(unframed(line))
	if level := tagLevel(tag); level != 0 && level <= report.LevelWarning && !fs.disabled.Off("genericdiag/tag") {
		return true
	}
	if !mayNameFile(line) {
		return false
	}
	if _, ok := fs.diagnosticAt(line); ok {
		return true
	}
	if file, ok := strings.CutPrefix(line, "File: "); ok {
		return parse.Extended(strings.TrimLeft(file, " "))
	}
	_, ok := heading(line)
	return ok && !fs.disabled.Off("genericdiag/row")
}

const (
	minDiagnostics  = 2    // fewer of them don't show the form of an output
	diagnosticLines = 4    // lines of a finding that are shown
	diagnosticBlock = 40   // most lines that belong to a finding
	diagnosticTrial = 200  // lines after which an output must have shown its form
	sparseTrial     = 1000 // the same, if some lines have the form and a level
	sparseLines     = 5000 // most lines of an output in which few have the form
	coveredPercent  = 60   // lowest percentage of lines that belong to diagnostics in an output of the form
	trialPercent    = 50   // the same, after the trial
	minPlaceless    = 3    // fewest diagnostics in an output in which none has a place
	maxLevelTag     = 10   // bytes of "[warning]" and the blank after it
)

// diagnosticParser reads an output line by line.
type diagnosticParser struct {
	forms *forms

	lines, covered int // of the output; those that belong to diagnostics

	open   bool   // the next lines may belong to the last finding
	indent int    // of the last finding
	blank  bool   // an empty line or a rule is above this line
	tag    string // the level that a build tool put before the last line
	stray  int    // the last line if it may be unindented code of the last finding

	file  string // the file whose rows are listed below its name
	head  int    // the line with its name; 0 for none
	below int    // findings below it

	around  elements
	strong  int  // findings with a place and a level
	bare    int  // findings without a place
	over    bool // the output doesn't have the form
	tally   tally
	unusual int // findings whose place is in none of the usual forms

}

// Over reports whether the output doesn't have the form. Then nothing is reported.
func (p *diagnosticParser) Over() bool {
	if p.lines <= diagnosticTrial || p.covered*100 >= p.lines*trialPercent {
		return false
	}
	few := p.lines > sparseTrial && p.strong*sparseTrial < p.lines*minDiagnostics
	p.over = p.strong == 0 || few || p.lines > sparseLines
	return p.over
}

// Line implements [report.Parser].
func (p *diagnosticParser) Line(l report.Line, run *report.Run) {
	tag, s := levelTag(unframed(l.Text))
	t := textLine{n: l.N, text: s, bare: strings.TrimSpace(s), indent: parse.Indent(s), same: tag != "" && tag == p.tag}
	p.tag = tag
	switch {
	case t.bare == "":
		p.blank = true
	case onlyRule(t.bare):
		p.blank = true
	case tag == "info", tag == "debug": // progress of the tool
	default:
		p.lines++
		p.read(t, run)
		if !p.forms.disabled.Off("genericdiag/tally") {
			p.tally.line(t)
		}
		p.blank = false
	}
}

// read reads a line with text.
func (p *diagnosticParser) read(t textLine, run *report.Run) {
	d, ok := p.diagnostic(t)
	file, heads := "", false
	if !ok && !p.forms.disabled.Off("genericdiag/row") {
		file, heads = heading(t.text)
	}
	if ok && (p.refers(t, run.Open()) || informs(t.bare) || succeeds(d.Message)) {
		ok = false
	}
	weak := ok && !describes(d.Message)
	p.around.other = p.around.other || ok && !weak
	p.around.add(element{
		n: t.n, place: weak, code: isCodeLine(t.bare), fresh: p.blank, sign: signOf(t.bare), text: t.bare,
	})
	switch {
	case ok:
		p.indent = t.indent
		p.add(t.n, d, run)
	case heads:
		p.head, p.file, p.below, p.open = t.n, file, 0, false
	case p.continues(t, run):
		p.take(t, run.Open())
	case !p.forms.disabled.Off("genericdiag/placeless") && p.placeless(t):
		p.addPlaceless(t, run)
	case p.stray > 0 && p.stray == t.n-1 && carets(t.bare):
		p.point(t, run.Open())
	default:
		p.other(t, run.Open())
	}
}

// informs reports whether a line is no problem: a log's line of a low level, or a test that passed.
func informs(bare string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(bare, "["), " ")
	switch strings.ToLower(strings.TrimRight(first, ":]|")) {
	case "debug", "trace", "verbose":
		return true
	}
	return textline.PassedTest(bare) || endsWithArity(bare) || textline.RubyFrame(bare)
}

// succeeds reports whether a message opens with a word of success as its level: "SUCCESS: CHECK( a == b ) is correct!".
func succeeds(msg string) bool {
	head, _, ok := segment(msg)
	switch strings.ToLower(head) {
	case "success", "pass", "passed", "ok":
		return ok
	}
	return false
}

// endsWithArity reports whether a line ends with a function and the number of its parameters, as a frame of a stack
// trace of Elixir or Erlang does: "check.exs:130: anonymous fn/2 in Awesome.test_file/1".
func endsWithArity(bare string) bool {
	name := strings.TrimRight(bare, "0123456789")
	if len(name) == len(bare) || !strings.HasSuffix(name, "/") {
		return false
	}
	word := name[strings.LastIndexAny(name[:len(name)-1], " \t")+1 : len(name)-1]
	return strings.Contains(word, ".") && !strings.ContainsAny(word, "/:") && word[0] >= 'A' && word[0] <= 'Z'
}

// describes reports whether the text of a place's own line calls itself a problem and describes it.
func describes(msg string) bool {
	level, says := graded(strings.TrimRight(msg, "-━─ "))
	if _, sign := gradeOf(strings.Trim(says, "[]():. ")); sign || says == "" {
		return false
	}
	return level != 0 || textline.SeverityOf(says) == textline.Failure
}

// diagnostic cuts the place off a line: at its start, or below its file's name.
func (p *diagnosticParser) diagnostic(t textLine) (d diagnostic, ok bool) {
	if d, ok = p.forms.diagnosticAt(t.text); ok || p.head == 0 {
		return d, ok
	}
	d, ok = rowAt(t.bare)
	d.At.File = p.file
	return d, ok
}

// refers reports whether a line is indented below a finding with a place, so that its own place is only a reference of
// that finding.
func (p *diagnosticParser) refers(t textLine, last *report.Finding) bool {
	return p.open && p.head == 0 && last != nil && last.File != "" && t.indent > p.indent
}

// continues reports whether a line belongs to the finding above.
func (p *diagnosticParser) continues(t textLine, run *report.Run) bool {
	switch {
	case !p.open || run.Open() == nil || run.Open().Span.Len() >= diagnosticBlock:
		return false
	case parse.StartsWith(t.text, " ", "\t") && (p.head > 0 || t.indent >= p.indent):
		return true
	}
	return !p.blank && (t.same || strings.HasSuffix(t.bare, ":") || framed(t.bare))
}

// take adds a line to the finding above.
func (p *diagnosticParser) take(t textLine, f *report.Finding) {
	p.covered++
	f.Span.Last = t.n
	f.Evidence = report.AppendFirst(f.Evidence, t.n, diagnosticLines)
}

// point adds a line of carets, and the unindented line above that it points at, to the last finding.
func (p *diagnosticParser) point(t textLine, f *report.Finding) {
	f.Span.Last = t.n
	f.Evidence = append(f.Evidence, t.n-1, t.n)
	p.covered += 2
	p.open = true
}

// other reads a line that isn't a diagnostic. It may be code of the last one.
func (p *diagnosticParser) other(t textLine, last *report.Finding) {
	p.stray = 0
	if p.open && !p.blank && t.n == last.At+1 {
		p.stray = t.n
	}
	p.open = false
}

// add reports a diagnostic to the run.
func (p *diagnosticParser) add(n int, d diagnostic, run *report.Run) {
	p.covered++
	f := report.Finding{
		File: d.At.File, Row: d.At.Row, Col: d.At.Col, Message: d.Message, Bare: d.Bare, At: n,
		Span: strategies.Span{First: n, Last: n}, Level: tagLevel(p.tag),
	}
	level, says := graded(d.Message)
	if level != 0 || textline.SeverityOf(says) == textline.Failure || f.Level != 0 || len(says) < len(d.Message) {
		p.strong++
	}
	if own, only := onlyGrades(d.Message); only {
		f.Level = own
	}
	if d.Anywhere {
		p.unusual++
	}
	head, file, below := p.head, p.file, p.below
	if head > 0 && d.At.File == file {
		f.Head = head
		if below++; below == 1 {
			p.covered++
		}
	} else {
		head, file = 0, ""
	}
	if p.open = run.Found("", f) != nil; p.open {
		p.head, p.file, p.below = head, file, below
	}
}

// Close implements [report.Closer].
func (p *diagnosticParser) Close(run *report.Run) {
	if !p.forms.disabled.Off("genericdiag/record") {
		p.putMessages(run.Pending())
	}
	p.dropUnexplained(run)
	found := run.Pending()
	placed := 0
	for i := range found {
		if found[i].File != "" {
			placed++
		}
	}
	mostly := p.covered*100 >= p.lines*coveredPercent
	some := p.strong >= minDiagnostics || p.strong > 0 && (placed >= minDiagnostics || len(found) >= minPlaceless)
	if p.over || len(found) < minDiagnostics || !mostly && !some {
		run.Claim(report.NotOurs)
		return
	}
	if !p.forms.disabled.Off("genericdiag/level") {
		rateAll(found)
	}
	run.Summary = p.tally.below(found)
	run.Among = !mostly || placed < minDiagnostics || p.unusual*2 > placed
	run.FormOnly = true
}
