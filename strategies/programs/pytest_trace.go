package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies/report"
)

// pytestFailure is one traceback.
type pytestFailure struct {
	title    string
	errored  bool
	at, last int
	quoted   int         // the line ">" of the source
	says     []int       // the first lines behind "E"
	diff     []int       // lines that differ
	output   int         // lines of the section of its output that were read
	causes   []int       // the same of the exceptions that led to it
	message  string      // the first of them
	first    parse.Place // of the test
	crash    parse.Place // where it went wrong
	firstAt  int
	crashAt  int
	captured []int // the first lines of what was printed
	loud     []int // lines of it that speak of errors
	inOutput bool
	examples string // what a doctest expected and got
	remark   string // the first line that is nothing else
	syntax   bool   // its lines show source that can't be read
	doctest  int    // lines of what was expected, or of what came, that are still to come
	plain    []int  // the first lines that are nothing else
}

// maxPytestSays is how many lines of a failure are kept.
const maxPytestSays = 12

// opens begins a failure.
func (p *pytestParser) opens(n int, title string) {
	p.close()
	p.begin(n)
	t := &p.session
	if len(t.failures) == MaxFindings {
		t.total++
		return
	}
	name, errored := strings.CutPrefix(title, "ERROR collecting ")
	name = strings.TrimPrefix(name, "[doctest] ")
	for _, at := range [...]string{"ERROR at setup of ", "ERROR at teardown of ", "ERROR at call of "} {
		if rest, ok := strings.CutPrefix(name, at); ok {
			name, errored = rest, true
		}
	}
	t.failures = append(t.failures, pytestFailure{title: strings.Clone(name), errored: errored, at: n, last: n})
	t.open = &t.failures[len(t.failures)-1]
}

// close ends the failure that is open.
func (p *pytestParser) close() { p.session.open = nil }

// line reads a line of a traceback.
func (p *pytestParser) line(n int, s string) {
	t := &p.session
	f := t.open
	if f == nil {
		if at, msg, ok := parse.CutPlace(s); ok && msg != "" && len(t.failures) < MaxFindings { // --tb=line
			p.begin(n)
			t.failures = append(t.failures, pytestFailure{at: n, last: n, first: at, crash: at, message: report.Clip(msg)})
		}
		return
	}
	if title, ok := parse.Ruled(s, '-'); ok && title != "" {
		if strings.HasPrefix(title, "coverage") || strings.HasPrefix(title, "generated ") {
			p.close()
			t.part = pytestOther
			return
		}
		f.inOutput = true
		f.output = 0
		return
	}
	if f.inOutput {
		f.printed(n, s)
		return
	}
	if f.doctest > 0 && s[0] == ' ' {
		f.doctest--
		f.examples = report.Clip(f.examples + " " + strings.TrimSpace(s))
		f.says, f.last = report.AppendFirst(f.says, n, maxPytestSays), n
		return
	}
	switch {
	case s[0] == 'E' && (len(s) == 1 || s[1] == ' '):
		text := strings.TrimSpace(s[1:])
		f.last = n
		if text == "" {
			return
		}
		if strings.HasPrefix(text, "File \"") && f.message == "" {
			f.crash, _, f.syntax = pythonFrame(text)
		}
		if f.syntax && excMessage(text) { // what is told of a syntax error stands last
			f.message, f.syntax = report.Clip(text), false
			f.says = append([]int{n}, f.says...)
			return
		}
		if f.message == "" {
			f.message = report.Clip(text)
		} else if (strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "+ ") || strings.HasPrefix(text, "At index ")) && len(f.diff) < 4 {
			f.diff = append(f.diff, n)
			return
		}
		f.says = report.AppendFirst(f.says, n, maxPytestSays)
	case strings.HasPrefix(s, "[gw"):
	case s[0] == '>':
		f.quoted, f.last = n, n
	case s[0] != ' ':
		if at, msg, ok := pytestPlace(s); ok {
			f.last = n
			if f.first.File == "" || libraryPath(f.first.File) {
				f.first, f.firstAt = at, n
			}
			f.crash, f.crashAt = at, n
			if f.message == "" && msg != "" && !strings.HasPrefix(msg, "in ") {
				f.message = report.Clip(msg)
			}
			return
		}
		if strings.HasPrefix(s, "UNEXPECTED EXCEPTION: ") || s == "Expected:" || s == "Got:" || s == "Expected nothing" {
			f.says, f.doctest, f.last = report.AppendFirst(f.says, n, maxPytestSays), 2, n
			f.examples = report.Clip(f.examples + " " + s)
			return
		}
		if excMessage(s) && len(f.says) < maxPytestSays { // --tb=native
			f.message, f.last = report.Clip(s), n
			f.says = append(f.says, n)
			return
		}
		if strings.HasPrefix(s, "The above exception was the direct cause of") || strings.HasPrefix(s, "During handling of the above exception") {
			f.causes = append(f.causes, f.says...)
			f.says, f.message, f.quoted = nil, "", 0
			return
		}
		if len(f.plain) == 0 {
			f.remark = report.Clip(s)
		}
		f.plain = report.AppendFirst(f.plain, n, 3)
	case strings.HasPrefix(s, "  File \""):
		if at, _, ok := pythonFrame(s); ok {
			if f.first.File == "" {
				f.first, f.firstAt = at, n
			}
			f.crash, f.crashAt, f.last = at, n, n
		}
	default:
		f.plain = report.AppendFirst(f.plain, n, 3)
	}
}

// pytestWide reports whether a line is a title that is as wide as the page, so that no rule stands beside it.
func pytestWide(s string) bool {
	name, ok := strings.CutPrefix(s, " ")
	if !ok || len(s) < 78 || s[len(s)-1] != ' ' && !strings.HasSuffix(s, " _") {
		return false
	}
	name, _, _ = strings.Cut(strings.TrimRight(name, "_ "), "[")
	for i := range len(name) {
		if c := name[i]; c != '_' && c != '.' && !parse.Digit(c) && (c|0x20 < 'a' || c|0x20 > 'z') && c < 0x80 {
			return false
		}
	}
	return strings.Contains(name, "test") || strings.Contains(name, "Test")
}

// printed reads a line of what a failed test has printed or logged: the first lines of each section, and those that
// speak of errors.
func (f *pytestFailure) printed(n int, s string) {
	const most, each = 8, 3
	f.output++
	switch sev := textline.SeverityOf(s); {
	case len(s) > 400:
	case sev == textline.Failure && len(f.loud) < each:
		f.loud = append(f.loud, n)
	case f.output <= each && len(f.captured) < most:
		f.captured = append(f.captured, n)
	}
}

// pytestPlace reads "a.py:12: AssertionError", "a.py:12: in f", "a.py:12: ".
func pytestPlace(s string) (at parse.Place, msg string, ok bool) {
	at, msg, ok = parse.CutPlace(s)
	if !ok || strings.Contains(at.File, " ") {
		return parse.Place{}, "", false
	}
	return at, msg, true
}
