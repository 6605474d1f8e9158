package programs

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// unittest reads Python's unittest, and the runners that print as it does: Django's, nose, setup.py test.
var unittest = report.Program{
	Name: "unittest",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "nosetests", "nosetests3", "nose2":
			return true
		case "manage.py":
			return c.Sub() == "test"
		}
		if strings.HasPrefix(c.Name, "python") && len(c.Args) > 1 && (c.Args[0] == "manage.py" || c.Args[0] == "setup.py") {
			return c.Args[1] == "test"
		}
		return pythonRuns(c, "unittest")
	},
	Begins: []string{unittestRule, "test_", "Ran "},
	Old:    func() report.Reader { return &unittestParser{} },
}

const (
	unittestRule = "======================================================================"
	unittestDash = "----------------------------------------------------------------------"
)

// unittestParser follows one run after the other.
type unittestParser struct {
	runs
	failures []unittestFailure
	others   []report.Finding // unexpected successes, crashes
	open     *unittestFailure
	ruled    bool // the line before was a rule of "="
	ok       int64
	ran      int64
	ranAt    int // the line that counts the tests, whose verdict comes next
	crashed  bool
	dropped  int64
}

// unittestFailure is a failed test.
type unittestFailure struct {
	name         string
	at           int
	message      string
	says         []int // the lines of the exception
	causes       []int // those of the exceptions before it
	quiet        bool  // inside of what the test has printed
	traced       bool  // below "Traceback"
	telling      bool  // below the exception's first line
	test, raised pythonPlace
	last         int
}

// pythonPlace is a frame of a traceback, with the line of source below it.
type pythonPlace struct {
	parse.Place
	at, source int
}

func (p *unittestParser) Line(n int, s string) {
	ruled := p.ruled
	p.ruled = s == unittestRule
	if s == "" || p.ruled {
		return
	}
	if ruled {
		if name, ok := unittestHeading(s); ok {
			p.opens(n, name)
			return
		}
	}
	if p.ranAt > 0 && p.verdict(n, s) {
		return
	}
	if s[0] == 'R' && p.counted(n, s) {
		return
	}
	if p.open != nil {
		if s == unittestDash && p.open.last > p.open.at { // the last before the counts
			p.open = nil
			return
		}
		p.open.line(n, s)
		return
	}
	p.progress(n, s)
}

// unittestHeading reads "FAIL: test_b (mod.Class)".
func unittestHeading(s string) (string, bool) {
	for _, verb := range [...]string{"ERROR: ", "FAIL: ", "UNEXPECTED SUCCESS: "} {
		if name, ok := strings.CutPrefix(s, verb); ok {
			return strings.TrimSpace(name), true
		}
	}
	return "", false
}

func (p *unittestParser) opens(n int, name string) {
	p.seen(n)
	if len(p.failures) == MaxFindings {
		p.open = nil
		p.dropped++
		return
	}
	p.failures = append(p.failures, unittestFailure{name: name, at: n, last: n})
	p.open = &p.failures[len(p.failures)-1]
}

// counted reads "Ran 5 tests in 0.001s".
func (p *unittestParser) counted(n int, s string) bool {
	ran, ok := parse.NumberAfter(s, "Ran ")
	if !ok || !strings.HasPrefix(s, "Ran ") || !strings.Contains(s, " in ") || !strings.HasSuffix(s, "s") || !strings.Contains(s, " test") {
		return false
	}
	p.open, p.ran, p.ranAt = nil, ran, n
	p.seen(n)
	return true
}

// verdict reads "OK (skipped=1)", "FAILED (failures=2, errors=3)", "NO TESTS RAN".
func (p *unittestParser) verdict(n int, s string) bool {
	word, rest, _ := strings.Cut(s, " ")
	if word != "OK" && word != "FAILED" && s != "NO TESTS RAN" || rest != "" && rest[0] != '(' && s != "NO TESTS RAN" {
		return false
	}
	p.seen(n)
	p.summary = []int{p.ranAt, n}
	counts := map[strategies.Key]int64{}
	var failed, others int64
	for part := range strings.SplitSeq(strings.Trim(rest, "()"), ", ") {
		key, _, _ := strings.Cut(part, "=")
		c, ok := parse.NumberAfter(part, "=")
		if !ok {
			continue
		}
		switch strings.ToLower(key) {
		case "failures":
			counts[strategies.Failed] = c
			failed += c
		case "errors":
			counts[strategies.Errors] = c
			failed += c
		case "skipped", "skip":
			counts[strategies.Skipped] = c
		default:
			others += c
		}
	}
	findings := p.join()
	if told := int64(len(p.failures)) + p.dropped; word != "NO" && told != failed && (told < failed || others == 0) {
		p.disagree(failed, told)
	}
	switch {
	case word == "FAILED":
		p.bad = true
	case p.ran > 0 && word == "OK":
		p.pass = true
	}
	switch {
	case p.ok > 0:
		counts[strategies.Passed] = p.ok
	case failed+others+counts[strategies.Skipped] == 0:
		counts[strategies.Passed] = p.ran
	}
	p.add(findings, counts)
	p.reset()
	p.end()
	return true
}

func (p *unittestParser) reset() {
	p.failures, p.others, p.open, p.ok, p.ran, p.ranAt, p.crashed, p.dropped = nil, nil, nil, 0, 0, 0, false, 0
}

// progress reads the lines of a verbose run, and crashes.
func (p *unittestParser) progress(n int, s string) {
	switch {
	case p.crashed:
		at, in, ok := pythonFrame(s)
		f := &p.others[len(p.others)-1]
		if test := strings.HasPrefix(in, "test"); ok && (f.File == "" || test && f.Name == "") {
			f.File, f.Row = at.File, at.Row
			if test {
				f.Name = in
			}
			f.Evidence = report.AppendFirst(f.Evidence, n, 4)
		}
	case strings.HasSuffix(s, " ... ok"):
		p.seen(n)
		p.ok++
	case s == "ok" && p.ok > 0: // a test that has printed, or that has a description
		p.ok++
	case strings.HasSuffix(s, " ... unexpected success"):
		p.seen(n)
		p.others = appendFinding(p.others, report.Finding{Name: report.Clip(strings.TrimSuffix(s, " ... unexpected success")), Message: "unexpected success", At: n})
	case strings.HasSuffix(s, " ... FAIL"), strings.HasSuffix(s, " ... ERROR"), strings.Contains(s, " ... skipped "):
		p.seen(n)
	case strings.Contains(s, "Fatal Python error: ") && p.first > 0:
		p.seen(n)
		p.crashed = true
		p.others = appendFinding(p.others, report.Finding{Message: report.Clip(s[strings.Index(s, "Fatal Python error: "):]), At: n})
	}
}

// join makes findings of a run's failures.
func (p *unittestParser) join() []report.Finding {
	out := make([]report.Finding, 0, len(p.failures)+len(p.others))
	for i := range p.failures {
		out = append(out, p.failures[i].finding())
	}
	for _, f := range p.others {
		if i := slices.IndexFunc(out, func(g report.Finding) bool { return g.Name == f.Name }); i >= 0 && f.Message == "unexpected success" {
			out[i] = f // told below the tests, too
			continue
		}
		out = append(out, f)
	}
	return out
}

// Report implements [report.Reader].
func (p *unittestParser) Report() report.Report {
	traced := len(p.others) > 0
	for i := range p.failures {
		traced = traced || p.failures[i].traced
	}
	if left := p.join(); len(left) > 0 && traced { // a run that didn't end
		p.bad = true
		p.add(left, nil)
	}
	return p.report()
}
