package pytest

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// A pytestLine is a line that names a failed test.
type pytestLine struct {
	id, msg string
	at      int
	errored bool
	used    bool // its traceback was found
}

// file returns the file of a test's id: "a.py" of "a.py::test_b".
func (l *pytestLine) file() string {
	file, _, _ := strings.Cut(l.id, "::")
	if !parse.FileLike(file) {
		return ""
	}
	return file
}

// title returns the form of a test's id above its traceback: "TestA.test_b[x::y]" of "a.py::TestA::test_b[x::y]".
func (l *pytestLine) title() string {
	_, name, ok := strings.Cut(l.id, "::")
	if !ok {
		return l.id
	}
	end := strings.IndexByte(name+"[", '[')
	return strings.ReplaceAll(name[:end], "::", ".") + name[end:]
}

// progress reads the lines of tests that fail while they run, which are all that a session prints if it is killed:
//
//	a.py::test_two FAILED [ 66%]
//	[gw0] [100%] FAILED a.py::test_three
func (p *pytestParser) progress(n int, s string, run *report.Run) {
	switch named := strings.Contains(s, "::"); {
	case named && parse.StartsWith(s, "FAILED ", "ERROR "): // the short summary, whose heading was cut off
		p.summary(n, s, run)
	case s[0] == '[':
		for strings.HasPrefix(s, "[") {
			_, s, _ = strings.Cut(s, "] ")
		}
		verb, id, _ := strings.Cut(s, " ")
		p.named(n, verb, id, run)
	case named:
		if i := strings.LastIndex(s, " ["); i > 0 && strings.HasSuffix(s, "%]") {
			s = strings.TrimRight(s[:i], " ")
		}
		if i := strings.LastIndexByte(s, ' '); i > 0 {
			p.named(n, s[i+1:], s[:i], run)
		}
	case parse.StartsWith(s, "collected ", "platform ", "rootdir: "):
		p.begun = true
		run.Belongs(n)
	}
}

// named takes how a test ended: "FAILED", "ERROR", "PASSED".
func (p *pytestParser) named(n int, verb, id string, run *report.Run) {
	switch verb {
	case "PASSED":
		run.Belongs(n)
		return
	case "FAILED", "ERROR":
	default:
		return
	}
	l := &pytestLine{id: strings.Clone(id), at: n, errored: verb == "ERROR"}
	file := l.file()
	if file == "" || file == id || strings.Contains(file, " ") || len(p.verbose) == report.MaxFindings {
		return
	}
	run.Belongs(n)
	p.verbose = append(p.verbose, l)
}

// pytestFailed lists the verbs of the short summary.
var pytestFailed = []string{"FAILED", "FAIL", "SUBFAIL", "SUBFAILED", "ERROR"}

// summary reads a line of the short summary: "FAILED a.py::test_one - assert 1 == 2".
func (p *pytestParser) summary(n int, s string, run *report.Run) {
	verb, rest, ok := strings.Cut(s, " ")
	switch {
	case !ok || !slices.Contains(pytestFailed, verb) && !strings.HasPrefix(verb, "SUBFAILED"):
	case len(p.short) == report.MaxFindings:
		p.dropped++
	default:
		run.Belongs(n)
		id, msg := cutPytestID(rest)
		p.short = append(p.short, &pytestLine{
			id: strings.Clone(id), msg: report.Clip(msg), at: n, errored: verb == "ERROR",
		})
	}
}

// cutPytestID cuts "a.py::test_one[a - b] - assert 1 == 2" after the test's id.
func cutPytestID(s string) (id, msg string) {
	id, msg, _ = strings.Cut(s, " - ")
	if strings.Count(id, "[") <= strings.Count(id, "]") {
		return id, msg
	}
	if i := strings.Index(s, "] - "); i > 0 { // the blanks were in a parameter
		return s[:i+1], s[i+len("] - "):]
	}
	if strings.HasSuffix(s, "]") {
		return s, ""
	}
	return id, msg
}
