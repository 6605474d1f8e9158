package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// pytest reads pytest with every style of traceback, quiet and verbose, with and without plugins such as xdist.
var pytest = report.Program{
	Name: "pytest",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "pytest", "pytest-3", "py.test", "py.test-3":
			return true
		}
		return pythonRuns(c, "pytest")
	},
	Begins: []string{"platform linux -- Python", "platform darwin -- Python", "platform win32 -- Python", "platform linux2 -- Python",
		"============================= test session starts", "=================================== FAILURES ====", "==================================== ERRORS ====",
		"=========================== short test summary info"},
	Old: func() report.Reader { return &pytestParser{} },
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
	session  pytestSession
	coverage int // the line that totals it
	texts    map[int]string
}

// pytestSession is one run of pytest.
type pytestSession struct {
	begun    bool // its first lines were seen
	part     pytestPart
	open     *pytestFailure
	failures []pytestFailure
	told     []pytestLine // of the short summary
	verbose  []pytestLine // failures told while the tests ran
	broken   []report.Finding
	total    int    // lines that would belong into failures, had they room
	stopped  bool   // it ended before its tests did
	broke    string // what stopped it, whose lines come now
}

// minPytestRule is how wide a rule is at least: it is as wide as the terminal.
const minPytestRule = 40

func (p *pytestParser) Line(n int, s string) {
	if s == "" {
		return
	}
	t := &p.session
	switch s[0] {
	case '=':
		if title, ok := parse.Ruled(s, '='); ok && len(s) >= minPytestRule && p.section(n, title) {
			return
		}
	case '_':
		if title, ok := parse.Ruled(s, '_'); ok && t.part == pytestFailures && strings.Trim(title, "_ ") != "" {
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
		if title, ok := parse.Ruled(s, '!'); ok && title != "" {
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
			p.coverage = n
		} else if title, ok := parse.Ruled(s, '-'); ok && strings.HasPrefix(title, "coverage") {
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
	if i < 0 || !(parse.Digit(s[0]) || strings.HasPrefix(s, "no tests ")) {
		return nil, false
	}
	took := s[i+len(" in "):]
	if took == "" || !parse.Digit(took[0]) {
		return nil, false
	}
	if _, after, _ := strings.Cut(took, "s"); !strings.HasSuffix(took, "s") && !strings.HasSuffix(took, "seconds") && !strings.HasPrefix(after, " (") {
		return nil, false
	}
	if strings.HasPrefix(s, "no tests ") {
		return map[string]int64{"passed": 0}, true
	}
	counts = parse.WordCounts(s[:i])
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
	if !parse.Digit(s[0]) && s[0] != 'n' || len(s) > 200 {
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
	case told < want && t.begun && told+int64(t.total) < want && want <= MaxFindings:
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
