package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
)

// pytest reads pytest with every style of traceback, quiet and verbose, with and without plugins such as xdist.
var pytest = strategies.Program{
	Name: "pytest",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "pytest", "py.test":
			return true
		}
		return pythonRuns(c, "pytest")
	},
	Signs: []string{"platform linux -- Python", "platform darwin -- Python", "platform win32 -- Python", "platform linux2 -- Python",
		"============================= test session starts", "=================================== FAILURES ====", "==================================== ERRORS ====",
		"=========================== short test summary info"},
	New: func() strategies.Parser { return &pytestParser{} },
}

// pythonRuns reports whether a call runs a module with python -m.
func pythonRuns(c shell.Call, module string) bool {
	if !strings.HasPrefix(c.Name, "python") && !strings.HasPrefix(c.Name, "pypy") && c.Name != "py" && c.Name != "coverage" {
		return false
	}
	for i, a := range c.Args {
		if a == "-m" {
			return i+1 < len(c.Args) && c.Args[i+1] == module
		}
		if !strings.HasPrefix(a, "-") && a != "run" {
			return false
		}
	}
	return false
}

// pytestPart is a part of a session's output.
type pytestPart uint8

const (
	pytestProgress  pytestPart = iota // names, dots, percentages
	pytestFailures                    // tracebacks
	pytestSummaries                   // one line for each failure
	pytestOther                       // warnings, durations, coverage
)

// pytestParser follows one session after the other.
type pytestParser struct {
	runs
	session pytestSession
	texts   map[int]string
}

// pytestSession is one run of pytest.
type pytestSession struct {
	begun    bool // its first lines were seen
	part     pytestPart
	open     *pytestFailure
	failures []pytestFailure
	told     []pytestLine // of the short summary
	verbose  []pytestLine // failures told while the tests ran
	broken   []strategies.Finding
	total    int    // lines that would belong into failures, had they room
	stopped  bool   // it ended before its tests did
	broke    string // what stopped it, whose lines come now
}

// pytestLine is a line that names a failed test.
type pytestLine struct {
	id, msg string
	at      int
	errored bool
}

// pytestFailure is one traceback.
type pytestFailure struct {
	title    string
	errored  bool
	at, last int
	quoted   int    // the line ">" of the source
	says     []int  // the first lines behind "E"
	diff     []int  // lines that differ
	output   int    // lines of the section of its output that were read
	causes   []int  // the same of the exceptions that led to it
	message  string // the first of them
	first    place  // of the test
	crash    place  // where it went wrong
	firstAt  int
	crashAt  int
	captured []int // the first lines of what was printed
	loud     []int // lines of it that speak of errors
	inOutput bool
	syntax   bool  // its lines show source that can't be read
	doctest  int   // lines of what was expected, or of what came, that are still to come
	plain    []int // the first lines that are nothing else
}

// maxPytestSays is how many lines of a failure are kept.
const maxPytestSays = 12

func (p *pytestParser) Line(n int, s string) {
	if s == "" {
		return
	}
	t := &p.session
	switch s[0] {
	case '=':
		if title, ok := ruled(s, '='); ok && p.section(n, title) {
			return
		}
	case '_':
		if title, ok := ruled(s, '_'); ok && t.part == pytestFailures && strings.Trim(title, "_ ") != "" {
			p.opens(n, title)
			return
		}
		if title, ok := strings.CutPrefix(s, "_ "); ok && t.part == pytestFailures && strings.HasSuffix(s, " _") && strings.Trim(title, "_ ") != "" { // a name as wide as the page
			p.opens(n, strings.TrimSpace(strings.TrimSuffix(title, "_")))
			return
		}
	case ' ':
		if t.part == pytestFailures && pytestWide(s) {
			p.opens(n, strings.TrimSpace(strings.TrimSuffix(s, " _")))
			return
		}
	case '!':
		if title, ok := ruled(s, '!'); ok && title != "" {
			p.stopped(n, title)
			return
		}
	}
	if p.final(n, s) || p.breaks(n, s) {
		return
	}
	if t.broke != "" && p.broken(n, s) {
		return
	}
	switch t.part {
	case pytestProgress:
		p.progress(n, s)
	case pytestFailures:
		p.line(n, s)
	case pytestSummaries:
		p.told(n, s)
	case pytestOther:
		if strings.HasPrefix(s, "TOTAL ") {
			p.notes = append(p.notes, n)
		} else if title, ok := ruled(s, '-'); ok && strings.HasPrefix(title, "coverage") {
			p.seen(n)
		}
	}
}

// begin notes that a session's lines were seen.
func (p *pytestParser) begin(n int) { p.seen(n) }

// section reads a title between rules of "=". It reports whether it is one of pytest's.
func (p *pytestParser) section(n int, title string) bool {
	t := &p.session
	switch {
	case title == "test session starts" || strings.HasPrefix(title, "test session starts"):
		if t.open != nil && t.open.inOutput {
			return true // a session that a test has run and printed
		}
		p.endSession()
		p.session.begun = true
	case title == "FAILURES", title == "ERRORS":
		p.close()
		t.part = pytestFailures
	case title == "short test summary info":
		p.close()
		t.part = pytestSummaries
	case title == "warnings summary", title == "PASSES", title == "XPASSES", title == "XFAILURES", title == "tests coverage", title == "rerun test summary info",
		strings.HasPrefix(title, "slowest "), strings.HasPrefix(title, "warnings summary"), title == "pytest-warning summary":
		p.close()
		t.part = pytestOther
	default:
		if counts, ok := pytestEnd(title); ok {
			p.ended(n, counts, title)
			return true
		}
		return false
	}
	p.begin(n)
	return true
}

// pytestEnd reads the line that ends a session: "5 failed, 4 passed in 0.12s".
func pytestEnd(s string) (counts map[string]int64, ok bool) {
	i := strings.LastIndex(s, " in ")
	if i < 0 || !(digit(s[0]) || strings.HasPrefix(s, "no tests ")) {
		return nil, false
	}
	took := s[i+len(" in "):]
	if took == "" || !digit(took[0]) {
		return nil, false
	}
	if _, after, _ := strings.Cut(took, "s"); !strings.HasSuffix(took, "s") && !strings.HasSuffix(took, "seconds") && !strings.HasPrefix(after, " (") {
		return nil, false
	}
	if strings.HasPrefix(s, "no tests ") {
		return map[string]int64{"passed": 0}, true
	}
	counts = wordCounts(s[:i])
	for word := range counts {
		switch word {
		case "failed", "passed", "skipped", "deselected", "xfailed", "xpassed", "error", "errors", "warning", "warnings", "pytest-warnings", "rerun", "reruns", "subtests passed", "subtests failed", "subtests skipped":
		default:
			return nil, false
		}
	}
	return counts, len(counts) > 0
}

// final reads the end of a quiet session, which has no rules.
func (p *pytestParser) final(n int, s string) bool {
	if !digit(s[0]) && s[0] != 'n' || len(s) > 200 {
		return false
	}
	if strings.HasPrefix(s, "no tests ran") && !strings.Contains(s, " in ") {
		s += " in 0s"
	}
	counts, ok := pytestEnd(s)
	if ok {
		p.ended(n, counts, s)
	}
	return ok
}

// ended closes a session with its own counts.
func (p *pytestParser) ended(n int, counts map[string]int64, s string) {
	t := &p.session
	p.close()
	p.seen(n)
	p.summary = appendLast(p.summary, n)
	failed, errs := counts["failed"], counts["error"]+counts["errors"]
	totals := map[strategies.Key]int64{}
	for key, n := range map[strategies.Key]int64{strategies.Failed: failed, strategies.Errors: errs, strategies.Passed: counts["passed"], strategies.Skipped: counts["skipped"]} {
		if n > 0 {
			totals[key] = n
		}
	}
	if _, ok := counts["passed"]; ok && len(totals) == 0 {
		totals[strategies.Passed] = 0
	}
	findings := p.join()
	told := int64(len(findings) - len(t.broken))
	switch want := failed + errs; {
	case told > want && counts["subtests failed"] == 0 && counts["rerun"] == 0:
		p.disagree(want, told)
	case told < want && t.begun && told+int64(t.total) < want && want <= maxFindings:
		p.disagree(want, told)
	}
	switch {
	case failed+errs > 0 || len(t.broken) > 0 || counts["subtests failed"] > 0:
		p.bad = true
	case !t.stopped && (counts["passed"] > 0 || counts["skipped"] > 0 || counts["xfailed"] > 0):
		p.pass = true
	}
	p.add(findings, totals)
	p.session = pytestSession{}
	p.end()
}

// endSession closes a session that didn't end: it was killed, or its end was cut off.
func (p *pytestParser) endSession() {
	p.close()
	p.add(p.join(), nil)
	p.bad = p.bad || len(p.session.failures)+len(p.session.told)+len(p.session.verbose)+len(p.session.broken) > 0
	p.session = pytestSession{}
	p.end()
}

// stopped reads a line between rules of "!": why a session ended before its tests did.
func (p *pytestParser) stopped(n int, title string) {
	p.seen(n)
	p.bad = true
	t := &p.session
	t.stopped = true
	if strings.Contains(title, "stopping after ") || strings.Contains(title, "during collection") {
		p.ends = appendLast(p.ends, n) // what failed is told beside it
		return
	}
	p.close()
	t.broken = appendFinding(t.broken, strategies.Finding{Message: clip(title), At: n})
	t.broke = "stopped"
	t.part = pytestOther
}

// breaks reads what makes a session fail beside its tests, and crashes.
func (p *pytestParser) breaks(n int, s string) bool {
	t := &p.session
	open := func(kind, msg string) bool {
		p.begin(n)
		t.broken = appendFinding(t.broken, strategies.Finding{Message: clip(msg), At: n})
		t.broke = kind
		return true
	}
	switch s[0] {
	case 'I':
		if rest, ok := strings.CutPrefix(s, "INTERNALERROR> "); ok {
			if t.broke != "internal" {
				open("internal", "internal error")
			}
			p.internal(n, rest)
			return true
		}
		if strings.HasPrefix(s, "ImportError while loading conftest ") {
			return open("conftest", s)
		}
	case 'E':
		if rest, ok := strings.CutPrefix(s, "ERROR: "); ok && t.part != pytestFailures && len(p.done) == 0 {
			return open("usage", rest)
		}
	case 'F':
		if strings.HasPrefix(s, "FAIL Required test coverage of ") {
			p.bad = true
			p.findings = appendFinding(p.findings, strategies.Finding{Message: clip(s), At: n})
			return true
		}
	case '+':
		if title, ok := ruled(s, '+'); ok && title == "Timeout" {
			if t.broke != "timeout" {
				open("timeout", title)
			}
			return true
		}
	}
	if t.part == pytestProgress && t.broke == "" {
		if i := strings.Index(s, "Fatal Python error: "); i >= 0 {
			t.stopped = true
			return open("crash", s[i:])
		}
	}
	return false
}

// internal reads a line of a traceback of pytest itself.
func (p *pytestParser) internal(n int, s string) {
	f := &p.session.broken[len(p.session.broken)-1]
	if at, _, ok := pythonFrame(s); ok {
		f.File, f.Row = at.file, at.row
		f.Says = append(f.Says[:0], n)
	} else if s != "" && s[0] != ' ' && !strings.HasPrefix(s, "Traceback") {
		f.Message = clip(s)
		f.Says = append([]int{n}, f.Says...)
		f.Says = f.Says[:min(len(f.Says), 3)]
	}
}

// broken reads the lines that follow what stopped a session.
func (p *pytestParser) broken(n int, s string) bool {
	t := &p.session
	if len(t.broken) == 0 {
		return false
	}
	f := &t.broken[len(t.broken)-1]
	switch t.broke {
	case "crash", "timeout":
		at, in, ok := pythonFrame(s)
		if !ok {
			return strings.HasPrefix(s, " ")
		}
		if test := strings.HasPrefix(in, "test"); f.File == "" || test && f.Name == "" {
			f.File, f.Row = at.file, at.row
			if test {
				f.Name = in
			}
			f.Says = appendUpTo(f.Says, n, 4)
		}
		return true
	case "conftest":
		if strings.HasPrefix(s, "E  ") {
			f.Message = clip(s[1:])
			f.Says = append([]int{n}, f.Says...)
			t.broke = ""
		} else if at, _, ok := pytestPlace(s); ok {
			f.File, f.Row = at.file, at.row
			f.Says = appendUpTo(f.Says, n, 4)
		}
		return true
	case "usage":
		t.broke = ""
		if _, msg, ok := strings.Cut(s, ": error: "); ok {
			f.Message = clip(msg)
			f.Says = append(f.Says, n)
			return true
		}
	case "stopped":
		t.broke = ""
		if at, _, ok := pytestPlace(s); ok {
			f.File, f.Row = at.file, at.row
			f.Says = append(f.Says, n)
			return true
		}
	}
	return false
}

// pythonFrame reads `File "a.py", line 12, in f`.
func pythonFrame(s string) (at place, in string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(s, " |"), `File "`)
	if !ok {
		return place{}, "", false
	}
	file, rest, ok := strings.Cut(rest, `", line `)
	if !ok {
		return place{}, "", false
	}
	row, rest := cutNumber(rest)
	rest = strings.TrimPrefix(rest, ",")
	in, _ = strings.CutPrefix(strings.TrimSpace(rest), "in ")
	return place{file: strings.Clone(file), row: row}, in, true
}

// progress reads the lines of tests that fail while they run, which are all there is of a session that is killed.
func (p *pytestParser) progress(n int, s string) {
	t := &p.session
	line := s
	if s[0] == '[' { // xdist: "[gw0] [ 10%] FAILED a.py::test_b"
		for strings.HasPrefix(line, "[") {
			_, rest, ok := strings.Cut(line, "] ")
			if !ok {
				return
			}
			line = rest
		}
		verb, id, _ := strings.Cut(line, " ")
		if verb == "FAILED" || verb == "ERROR" {
			p.named(n, id, verb == "ERROR")
		}
		return
	}
	if !strings.Contains(s, "::") {
		if strings.HasPrefix(s, "collected ") || strings.HasPrefix(s, "platform ") || strings.HasPrefix(s, "rootdir: ") {
			t.begun = true
			p.begin(n)
		}
		return
	}
	if strings.HasSuffix(line, "%]") {
		line = strings.TrimRight(line[:strings.LastIndexByte(line, '[')], " ")
	}
	if id, ok := strings.CutSuffix(line, " FAILED"); ok {
		p.named(n, id, false)
	} else if id, ok := strings.CutSuffix(line, " ERROR"); ok {
		p.named(n, id, true)
	} else if strings.HasSuffix(line, " PASSED") {
		p.begin(n)
	}
}

func (p *pytestParser) named(n int, id string, errored bool) {
	p.begin(n)
	if t := &p.session; len(t.verbose) < maxFindings && strings.Contains(id, "::") && !strings.HasPrefix(id, " ") {
		t.verbose = append(t.verbose, pytestLine{id: strings.Clone(id), at: n, errored: errored})
	}
}

// opens begins a failure.
func (p *pytestParser) opens(n int, title string) {
	p.close()
	p.begin(n)
	t := &p.session
	if len(t.failures) == maxFindings {
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
		if at, msg, ok := cutPlace(s); ok && msg != "" && len(t.failures) < maxFindings { // --tb=line
			p.begin(n)
			t.failures = append(t.failures, pytestFailure{at: n, last: n, first: at, crash: at, message: clip(msg)})
		}
		return
	}
	if title, ok := ruled(s, '-'); ok && title != "" {
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
		f.says, f.last = appendUpTo(f.says, n, maxPytestSays), n
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
			f.message, f.syntax = clip(text), false
			f.says = append([]int{n}, f.says...)
			return
		}
		if f.message == "" {
			f.message = clip(text)
		} else if (strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "+ ") || strings.HasPrefix(text, "At index ")) && len(f.diff) < 4 {
			f.diff = append(f.diff, n)
			return
		}
		f.says = appendUpTo(f.says, n, maxPytestSays)
	case strings.HasPrefix(s, "[gw"):
	case s[0] == '>':
		f.quoted, f.last = n, n
	case s[0] != ' ':
		if at, msg, ok := pytestPlace(s); ok {
			f.last = n
			if f.first.file == "" || libraryPath(f.first.file) {
				f.first, f.firstAt = at, n
			}
			f.crash, f.crashAt = at, n
			if f.message == "" && msg != "" && !strings.HasPrefix(msg, "in ") {
				f.message = clip(msg)
			}
			return
		}
		if strings.HasPrefix(s, "UNEXPECTED EXCEPTION: ") || s == "Expected:" || s == "Got:" || s == "Expected nothing" {
			f.says, f.doctest, f.last = appendUpTo(f.says, n, maxPytestSays), 2, n
			return
		}
		if excMessage(s) && len(f.says) < maxPytestSays { // --tb=native
			f.message, f.last = clip(s), n
			f.says = append(f.says, n)
			return
		}
		if strings.HasPrefix(s, "The above exception was the direct cause of") || strings.HasPrefix(s, "During handling of the above exception") {
			f.causes = append(f.causes, f.says...)
			f.says, f.message, f.quoted = nil, "", 0
			return
		}
		f.plain = appendUpTo(f.plain, n, 3)
	case strings.HasPrefix(s, "  File \""):
		if at, _, ok := pythonFrame(s); ok {
			if f.first.file == "" {
				f.first, f.firstAt = at, n
			}
			f.crash, f.crashAt, f.last = at, n, n
		}
	default:
		f.plain = appendUpTo(f.plain, n, 3)
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
		if c := name[i]; c != '_' && c != '.' && !digit(c) && (c|0x20 < 'a' || c|0x20 > 'z') && c < 0x80 {
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
	switch sev := strategies.SeverityOf(s); {
	case len(s) > 400:
	case sev == strategies.Failure && len(f.loud) < each:
		f.loud = append(f.loud, n)
	case f.output <= each && len(f.captured) < most:
		f.captured = append(f.captured, n)
	}
}

// pytestPlace reads "a.py:12: AssertionError", "a.py:12: in f", "a.py:12: ".
func pytestPlace(s string) (at place, msg string, ok bool) {
	at, msg, ok = cutPlace(s)
	if !ok || strings.Contains(at.file, " ") {
		return place{}, "", false
	}
	return at, msg, true
}

// libraryPath reports whether a file belongs to an installed package or to the language.
func libraryPath(file string) bool {
	return strings.Contains(file, "/site-packages/") || strings.Contains(file, "/dist-packages/") || strings.Contains(file, "/lib/python") ||
		strings.Contains(file, "/unittest/") || strings.HasPrefix(file, "<")
}

// excMessage reports whether a line is an exception's: "ValueError: text", "pkg.mod.CustomError", without indentation.
func excMessage(s string) bool {
	class, _, _ := strings.Cut(s, ":")
	if class == "" || strings.ContainsAny(class, " \t\"'(/") {
		return false
	}
	last := class[strings.LastIndexByte(class, '.')+1:]
	return last != "" && (strings.HasSuffix(last, "Error") || strings.HasSuffix(last, "Exception") || strings.HasSuffix(last, "Warning") ||
		strings.HasSuffix(last, "Exit") || strings.HasSuffix(last, "Interrupt") || len(last) < len(class) && last[0] >= 'A' && last[0] <= 'Z')
}

// told reads a line of the short summary.
func (p *pytestParser) told(n int, s string) {
	t := &p.session
	verb, rest, ok := strings.Cut(s, " ")
	if !ok {
		return
	}
	errored := false
	switch verb {
	case "FAILED", "FAIL", "SUBFAIL", "SUBFAILED":
	case "ERROR":
		errored = true
	default:
		if strings.HasPrefix(verb, "SUBFAILED") {
			break
		}
		return
	}
	if len(t.told) == maxFindings {
		t.total++
		return
	}
	p.begin(n)
	id, msg, _ := strings.Cut(rest, " - ")
	if strings.Count(id, "[") > strings.Count(id, "]") { // " - " inside a parameter
		if i := strings.Index(rest, "] - "); i > 0 {
			id, msg = rest[:i+1], rest[i+len("] - "):]
		} else if strings.HasSuffix(rest, "]") {
			id, msg = rest, ""
		}
	}
	t.told = append(t.told, pytestLine{id: strings.Clone(id), msg: clip(msg), at: n, errored: errored})
}
