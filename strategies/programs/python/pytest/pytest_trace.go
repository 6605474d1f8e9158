package pytest

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// A pytestFailure holds one traceback.
type pytestFailure struct {
	title    string
	line     *pytestLine // that names the test; nil if none was found
	errored  bool
	at, last int
	quoted   int         // the line ">" of the source
	errors   []int       // the first lines after "E"
	diff     []int       // lines that differ
	causes   []int       // the first lines after "E" of the exceptions that led to it
	message  string      // the first line of the exception
	first    parse.Place // of the test
	crash    parse.Place // of the failure
	firstAt  int
	crashAt  int
	inOutput bool   // the test's own output follows
	output   int    // lines of the section of its output that were read
	captured []int  // the first lines of that output
	loud     []int  // lines of it that report errors
	examples string // expected and received lines of a doctest
	doctest  int    // lines of these that are still to come
	remark   string // the first line that is nothing else
	plain    []int  // the first lines that are nothing else
	syntax   bool   // its lines show source that can't be read
}

// maxPytestErrors bounds the lines of a failure that are kept.
const maxPytestErrors = 12

// opens reads the title of a traceback: "____ TestA.test_one ____".
func (p *pytestParser) opens(n int, s string, run *report.Run) bool {
	title, ok := pytestHeading(s)
	if !ok {
		return false
	}
	run.Belongs(n)
	p.open = nil
	name, errored := strings.CutPrefix(title, "ERROR collecting ")
	name = strings.TrimPrefix(name, "[doctest] ")
	for _, at := range [...]string{"ERROR at setup of ", "ERROR at teardown of ", "ERROR at call of "} {
		if rest, ok := strings.CutPrefix(name, at); ok {
			name, errored = rest, true
		}
	}
	p.open = p.fails(pytestFailure{title: strings.Clone(name), errored: errored, at: n, last: n})
	return true
}

// fails keeps a failure. It returns nil if there are too many.
func (p *pytestParser) fails(f pytestFailure) *pytestFailure {
	if len(p.failures) == report.MaxFindings {
		p.dropped++
		return nil
	}
	p.failures = append(p.failures, &f)
	return &f
}

// pytestHeading returns the title of a traceback. A name as wide as the page has a blank or "_ " instead of a rule on
// each side.
func pytestHeading(s string) (title string, ok bool) {
	if title, ok = parse.Ruled(s, '_'); !ok || title == "" {
		ok = strings.HasPrefix(s, "_ ") && strings.HasSuffix(s, " _") || pytestWide(s)
		title = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(s, "_ "), " _"))
	}
	return title, ok && strings.Trim(title, "_ ") != ""
}

// pytestWide reports whether a line is a title that is as wide as the page, without a rule around it.
func pytestWide(s string) bool {
	if len(s) < 78 || s[0] != ' ' || s[len(s)-1] != ' ' && !strings.HasSuffix(s, " _") {
		return false
	}
	name, _, _ := strings.Cut(strings.TrimRight(s[1:], "_ "), "[")
	return strings.Contains(strings.ToLower(name), "test") && !strings.ContainsAny(name, notInName)
}

// notInName lists characters that aren't in the names of tests and classes, and are in most other lines.
const notInName = " \t\"'`()<>{}=:,;/\\|#$%&*+-!?~^@]"

// trace reads a line of a traceback.
func (p *pytestParser) trace(n int, s string, run *report.Run) {
	f := p.open
	if f == nil {
		if at, msg, ok := parse.CutPlace(s); ok && msg != "" { // --tb=line
			run.Belongs(n)
			p.fails(pytestFailure{at: n, last: n, first: at, crash: at, message: report.Clip(msg)})
		}
		return
	}
	title, ruled := parse.Ruled(s, '-')
	switch {
	case ruled && parse.StartsWith(title, "coverage", "generated "):
		p.part, p.open = pytestOther, nil
	case ruled && title != "":
		f.inOutput, f.output = true, 0
	case f.inOutput:
		f.printed(n, s)
	default:
		f.trace(n, s)
	}
}

// trace reads a line of the source, of the exception, or a place:
//
//	>       assert 1 == 2
//	E       assert 1 == 2
//
//	a.py:2: AssertionError
func (f *pytestFailure) trace(n int, s string) {
	at, _, frame := py.Frame(s)
	switch {
	case f.doctest > 0 && s[0] == ' ':
		f.doctest--
		f.example(n, strings.TrimSpace(s))
	case s == "E", strings.HasPrefix(s, "E "):
		f.exception(n, strings.TrimSpace(s[1:]))
	case strings.HasPrefix(s, "[gw"): // the worker
	case s[0] == '>':
		f.quoted, f.last = n, n
	case s[0] != ' ':
		f.unindented(n, s)
	case frame && strings.HasPrefix(s, "  File"): // --tb=native
		f.place(n, at, false)
	default:
		f.plain = report.AppendFirst(f.plain, n, 3)
	}
}

// exception reads the text after "E".
func (f *pytestFailure) exception(n int, text string) {
	f.last = n
	if text == "" {
		return
	}
	if strings.HasPrefix(text, `File "`) && f.message == "" {
		f.crash, _, f.syntax = py.Frame(text)
	}
	switch {
	case f.syntax && shape.IsException(text): // the exception is below the source
		f.message, f.syntax = report.Clip(text), false
		f.errors = slices.Insert(f.errors, 0, n)
	case f.message == "":
		f.message = report.Clip(text)
		f.errors = report.AppendFirst(f.errors, n, maxPytestErrors)
	case parse.StartsWith(text, "- ", "+ ", "At index ") && len(f.diff) < 4:
		f.diff = append(f.diff, n)
	default:
		f.errors = report.AppendFirst(f.errors, n, maxPytestErrors)
	}
}

// pytestExamples lists the headings of a doctest's expected and received lines.
var pytestExamples = []string{"Expected:", "Got:", "Expected nothing"}

// unindented reads a line without indentation: a place, an exception of --tb=native, a part of a doctest.
func (f *pytestFailure) unindented(n int, s string) {
	at, msg, placed := pytestPlace(s)
	switch {
	case placed:
		f.place(n, at, py.IsLibrary(f.first.File))
		if f.message == "" && !strings.HasPrefix(msg, "in ") {
			f.message = report.Clip(msg)
		}
	case strings.HasPrefix(s, "UNEXPECTED EXCEPTION: "), slices.Contains(pytestExamples, s):
		f.doctest = 2
		f.example(n, s)
	case shape.IsException(s) && len(f.errors) < maxPytestErrors:
		f.message, f.last = report.Clip(s), n
		f.errors = append(f.errors, n)
	case parse.StartsWith(s, "The above exception was the direct cause of", "During handling of the above exception"):
		f.causes = append(f.causes, f.errors...)
		f.errors, f.message, f.quoted = nil, "", 0
	default:
		if len(f.plain) == 0 {
			f.remark = report.Clip(s)
		}
		f.plain = report.AppendFirst(f.plain, n, 3)
	}
}

// place takes a place of the traceback: the first is the test's, or a better one than that; the last is that of the
// failure.
func (f *pytestFailure) place(n int, at parse.Place, better bool) {
	if f.first.File == "" || better {
		f.first, f.firstAt = at, n
	}
	f.crash, f.crashAt, f.last = at, n, n
}

// example reads an expected or received line of a doctest.
func (f *pytestFailure) example(n int, text string) {
	f.errors, f.last = report.AppendFirst(f.errors, n, maxPytestErrors), n
	f.examples = report.Clip(f.examples + " " + text)
}

// printed reads a line of a failed test's output or log: the first lines of each section, and those that
// report errors.
func (f *pytestFailure) printed(n int, s string) {
	const limit, each = 8, 3
	f.output++
	switch {
	case len(s) > 400:
	case len(f.loud) < each && textline.SeverityOf(s) == textline.Failure:
		f.loud = append(f.loud, n)
	case f.output <= each && len(f.captured) < limit:
		f.captured = append(f.captured, n)
	}
}
