package gotest

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// header reads the lines that name the test whose output follows: "=== RUN   TestRise/third_hour", "=== NAME
// TestRise".
func (p *goParser) header(l report.Line, pkg *goPackage, run *report.Run) bool {
	rest, ok := strings.CutPrefix(l.Text, "=== ")
	if !ok {
		return false
	}
	verb, name, _ := strings.Cut(rest, " ")
	if !slices.Contains([]string{"RUN", "PAUSE", "CONT", "NAME"}, verb) {
		return false
	}
	if run.Belongs(l.N); !pkg.verbose && !pkg.events {
		run.Start(l.N)
	}
	pkg.verbose, pkg.ended, p.build.open = true, false, false
	pkg.current = pkg.test(strings.TrimSpace(name))
	if verb == "RUN" {
		pkg.current.runAt = l.N
		shows(run, l)
	}
	return true
}

// result reads how a test ended: "--- FAIL: TestRise (0.00s)", "    --- PASS: TestRise/first_hour (0.00s)".
func (p *goParser) result(l report.Line, pkg *goPackage, test string, run *report.Run) bool {
	if !strings.HasPrefix(l.Bare, "--- ") {
		return false
	}
	verb, name, ok := strings.Cut(l.Bare, ": ")
	if !ok || !slices.Contains([]string{"--- PASS", "--- SKIP", "--- FAIL", "--- BENCH"}, verb) {
		return false
	}
	if i := strings.LastIndex(name, " ("); i > 0 {
		name = name[:i]
	}
	if top, _, _ := strings.Cut(name, "/"); test != "" && test != name && test != top {
		return false // a test quotes it
	}
	pkg = p.owner(name, pkg)
	switch verb {
	case "--- PASS":
		pkg.listsPasses, pkg.allSkipped = true, false
		run.Adds(strategies.Passed, 1, report.Counted)
		pkg.drop(name)
	case "--- SKIP":
		p.skips(name, pkg, run)
	case "--- FAIL":
		pkg.fails(l.N, name, parse.Indent(l.Text) > 0)
		shows(run, l)
	default:
		pkg.current = nil
	}
	run.Belongs(l.N)
	p.build.open = false
	return true
}

// skips notes why a test was skipped.
func (p *goParser) skips(name string, pkg *goPackage, run *report.Run) {
	pkg.allSkipped = pkg.allSkipped || !pkg.listsPasses
	pkg.listsPasses = true
	run.Adds(strategies.Skipped, 1, report.Counted)
	if r := pkg.tests[name]; r != nil && len(r.output) > 0 && len(run.Notes) < maxGoLogs {
		run.Notes = append(run.Notes, r.output[0].N)
		shows(run, r.output[0])
	}
	pkg.drop(name)
	if !pkg.verbose { // the reason follows
		pkg.current = newGoRun(name)
	}
}

// owner returns the package that a test's result belongs to: the one before if such a test still runs there. Then a
// test quoted what looked like its end.
func (p *goParser) owner(name string, pkg *goPackage) *goPackage {
	if p.prev == nil || pkg.events || pkg.tests[name] != nil {
		return pkg
	}
	if r := p.prev.tests[name]; r != nil && r.runs() {
		p.pkg, p.prev = p.prev, nil
	}
	return p.pkg
}

// verdict reads the lines that end a package: "ok  	example.com/shop/cart	0.002s", and the lines around it.
func (p *goParser) verdict(l report.Line, pkg *goPackage, run *report.Run) bool {
	name, passed := goVerdict(l.Text, "ok")
	failed := false
	if !passed {
		name, failed = goVerdict(l.Text, "FAIL")
	}
	switch {
	case passed, failed:
		if passed && ranNoTest(l.Text) {
			run.Notes = report.AppendLast(run.Notes, l.N, report.MaxSummary)
			pkg.empty = true
		}
		shows(run, l)
		if passed && !pkg.events && !pkg.verbose {
			run.Start(l.N) // without -v, the output of a package that passes isn't shown
		}
		if !pkg.events {
			run.End(l.N, report.Ending{Part: true})
		}
		pkg.name = name
		p.end(pkg, l.N, failed, run)
		return true
	case strings.HasPrefix(l.Text, "exit status "):
		return true
	case l.Text == "FAIL":
		pkg.trace, pkg.ended = nil, true
	case strings.HasPrefix(l.Text, "?   ") && strings.HasSuffix(l.Text, "[no test files]"):
		p.build.open = false
		shows(run, l)
		p.untested++
		run.Noise(l.N)
		return true
	case l.Text == "PASS":
		pkg.ended = true
	case isGoCoverage(l.Text), strings.HasPrefix(l.Text, "testing: warning: no tests to run"):
	default:
		return false
	}
	run.Belongs(l.N)
	return true
}

// ranNoTest recognises "ok  	example.com/shop	0.002s [no tests to run]".
func ranNoTest(s string) bool {
	return strings.Contains(s, "[no tests to run]") || strings.Contains(s, "[no test files]")
}

// isGoCoverage recognises "coverage: 81.2% of statements", which follows the name of a package that has no tests.
func isGoCoverage(s string) bool {
	opens := s[0] == '\t' && strings.Contains(s, "coverage: ") || strings.HasPrefix(s, "coverage: ")
	return opens && strings.Contains(s, "% of statements")
}

// goVerdict takes the package off "FAIL\tpath\t0.1s", whose tabs may have become blanks.
func goVerdict(s, word string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(s, word)
	if !ok || !parse.StartsWith(rest, "\t", "  ") {
		return "", false
	}
	f := strings.Fields(rest)
	if len(f) < 2 {
		return "", false
	}
	took := parse.Digit(f[1][0]) && strings.HasSuffix(f[1], "s")
	return f[0], took || f[1][0] == '[' || f[1][0] == '('
}

// trouble reads the lines that open what goes wrong outside of any check: a panic, a fatal error, a data race.
func (p *goParser) trouble(l report.Line, pkg *goPackage, test string, run *report.Run) bool {
	switch {
	case l.Text == goRule:
		p.rule = l.N
	case strings.HasPrefix(l.Text, "WARNING: DATA RACE"):
		if r := pkg.current; test == "" && r != nil && r.runs() {
			test = r.Name
		}
		pkg.race = pkg.crashes(test, l.N, goRace)
		if p.rule > 0 && p.rule == l.N-1 {
			pkg.race.Evidence = []int{p.rule}
		}
	case parse.StartsWith(l.Text, "panic: ", "fatal error: ", "unexpected fault address"),
		strings.HasPrefix(l.Bare, "panic: test timed out after"):
		if test == "" && pkg.current != nil {
			test = pkg.current.Name
		}
		pkg.trace = pkg.crashes(test, l.N, l.Bare)
		if pkg.hint > 0 {
			pkg.trace.Evidence = []int{pkg.hint}
		}
	case strings.HasPrefix(l.Text, "runtime: goroutine stack exceeds"):
		pkg.hint = l.N
	default:
		return false
	}
	shows(run, l)
	return true
}

// log keeps the first lines that running tests print.
func (p *goParser) log(l report.Line, run *report.Run) {
	if len(p.logs) < maxGoLogs {
		p.logs = append(p.logs, l.N)
		shows(run, l)
	}
}

// prints takes a line that a test printed, or that no test did.
func (p *goParser) prints(l report.Line, pkg *goPackage, test string, run *report.Run) {
	r := pkg.current
	if test != "" {
		r = pkg.test(test)
	}
	if r == nil {
		if len(pkg.loose) == maxGoLoose {
			pkg.loose = slices.Delete(pkg.loose, 0, 1)
		}
		pkg.loose = append(pkg.loose, l)
		return
	}
	if r.At == 0 {
		p.log(l, run)
	}
	p.logged++
	at, msg, ok := parse.CutPlace(l.Bare)
	placed := ok && strings.HasSuffix(at.File, ".go")
	if placed && r.File == "" {
		r.File, r.Row, r.Message = at.File, at.Row, msg
	}
	if placed && strings.HasPrefix(msg, "panic: ") { // the trace of a fuzz test's panic is a log of the test
		r.Message = msg
		pkg.trace = pkg.crashes(r.Name, l.N, msg)
		pkg.trace.logged = true
		shows(run, l)
		return
	}
	if r.Message == "" && r.File != "" {
		r.Message = strings.TrimSpace(strings.TrimPrefix(l.Bare, "Error:"))
	}
	if len(r.output) < maxGoOutput && !parse.StartsWith(l.Bare, "Error Trace:", "Test:  ") && l.Bare != goRule {
		r.output = append(r.output, l)
	}
}
