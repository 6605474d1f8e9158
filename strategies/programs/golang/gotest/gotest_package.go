package gotest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// A goPackage holds the state of a package whose tests run.
type goPackage struct {
	name        string
	events      bool              // its lines come as events, each of which names its test
	verbose     bool              // a line shows when each test begins
	listsPasses bool              // a line shows that a test passed or was skipped
	empty       bool              // it has no tests, or none of them was asked for
	allSkipped  bool              // each test that ended was skipped
	ended       bool              // its tests have ended, though nothing names the package: a test binary prints so
	tests       map[string]*goRun // those that run, and those that failed
	failures    []*goRun
	failed      int64
	current     *goRun   // whose lines come now
	trace, race *goTrace // whose lines come now
	traces      []*goTrace
	hint        int           // a line of the runtime before a fatal error; later the line that ends the package
	loose       []report.Line // the last lines that no test printed
}

// A goRun holds a test and its output. Its finding's At is the line that reports the failure.
type goRun struct {
	report.Finding
	runAt  int // the line in which it begins
	output []report.Line
}

const (
	maxGoTraces = 50 // panics and races of a package
	maxGoLoose  = 6  // lines that no test printed
	maxGoFails  = 4  // lines that end packages which failed: the first are shown
)

func newGoPackage() *goPackage { return &goPackage{tests: map[string]*goRun{}} }

func newGoRun(name string) *goRun { return &goRun{Finding: report.Finding{Name: name}} }

// runs reports whether a test began and hasn't ended.
func (r *goRun) runs() bool { return r.runAt > 0 && r.At == 0 }

func (g *goPackage) test(name string) *goRun {
	r := g.tests[name]
	if r == nil {
		r = newGoRun(name)
		if len(g.tests) < maxGoTests {
			g.tests[name] = r
		}
	}
	return r
}

// drop forgets a test that ended without a failure.
func (g *goPackage) drop(name string) {
	delete(g.tests, name)
	g.current = nil
}

// fails notes that a test failed. A fuzz test that fails on a seed is named twice, the second time indented.
func (g *goPackage) fails(n int, name string, indented bool) {
	r := g.test(name)
	if r.At > 0 {
		if g.current = r; indented && !strings.Contains(name, "/") {
			return
		}
		r = newGoRun(name)
		g.tests[name] = r // it ran again
	}
	r.At = n
	g.failed++
	g.current = r
	if len(g.failures) < report.MaxFindings {
		g.failures = append(g.failures, r)
	}
}

// unfinished returns the last test that began and didn't end, nil for none.
func (g *goPackage) unfinished() *goRun {
	var last *goRun
	for _, r := range g.tests {
		if r.runs() && (last == nil || r.runAt > last.runAt) {
			last = r
		}
	}
	return last
}

// end ends a package in line at, which is 0 if the end is an event. A package of which a test still runs may
// go on: then a test quoted the line.
func (p *goParser) end(pkg *goPackage, at int, bad bool, run *report.Run) {
	p.build.open = false
	if pkg.events {
		p.forget(pkg)
		p.finish(pkg, at, bad, run)
		return
	}
	if p.prev != nil {
		p.finish(p.prev, p.prev.hint, true, run)
		p.prev = nil
	}
	p.pkg = newGoPackage()
	if bad && pkg.verbose && len(pkg.traces) == 0 && pkg.unfinished() != nil {
		pkg.hint, p.prev = at, pkg
		return
	}
	p.finish(pkg, at, bad, run)
}

// forget notes that a package has printed its last event.
func (p *goParser) forget(pkg *goPackage) {
	p.build.open = false
	delete(p.packages, pkg.name)
	if len(p.done) < maxGoPackages {
		p.done[pkg.name] = true
	}
}

// finish passes a package's findings to the run. at is the line that ends it, 0 for none. A package that passed has no
// failures, whatever its tests print with -v.
func (p *goParser) finish(g *goPackage, at int, bad bool, run *report.Run) {
	p.silent = p.silent || g.hidesPasses() && (!bad || g.failed > 0)
	if !bad {
		p.passes = true
		if g.empty {
			p.untested++
			return
		}
		p.ran = p.ran || !g.allSkipped
		run.Adds(strategies.Packages, 1, report.Counted)
		if at > 0 {
			p.oks = report.AppendLast(p.oks, at, report.MaxSummary)
		}
		if g.hasForeignFailures() {
			g.report(run) // tests of another package, whose end is missing
		}
		if last := g.unfinished(); last != nil && !g.events && isGoTest(last.Name) {
			run.Part = true
		}
		return
	}
	run.Adds(strategies.BadPackages, 1, report.Counted)
	if g.report(run) == 0 && !p.build.bad[g.name] {
		run.Found("", g.silent(at, run))
		run.Closes()
	} else if at > 0 {
		p.fails = report.AppendFirst(p.fails, at, maxGoFails)
	}
}

// hidesPasses reports whether the package prints no line for a test that passes.
func (g *goPackage) hidesPasses() bool { return !g.verbose && !g.listsPasses && !g.events && !g.empty }

// hasForeignFailures reports whether the failed tests can't be those of a package that passed. Without -v such a
// package prints none. With -v the tests that it began itself must have passed.
func (g *goPackage) hasForeignFailures() bool {
	if g.events || g.failed == 0 {
		return false
	}
	return !g.verbose || slices.ContainsFunc(g.failures, func(r *goRun) bool {
		return r.runAt > 0 && g.tests[r.Name] == r && isGoTest(r.Name)
	})
}

// isGoTest reports whether a name is a test's, rather than a benchmark's.
func isGoTest(name string) bool {
	return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz") || strings.HasPrefix(name, "Example")
}

// report hands over the findings of a package that failed or whose end is missing. It returns how many there are.
func (g *goPackage) report(run *report.Run) int {
	run.Adds(strategies.Failed, g.failed, report.Counted)
	own := map[string]*goTrace{} // panics of tests that are reported as failed
	var list []report.Finding
	for _, t := range g.traces {
		r := g.tests[t.Name]
		if failed := r != nil && r.At > 0; t.Name != "" && failed && own[t.Name] == nil && t.Message != goRace {
			own[t.Name] = t
			continue
		}
		list = append(list, g.crash(t))
	}
	parents := map[string]bool{}
	for _, r := range g.failures {
		for i := strings.LastIndexByte(r.Name, '/'); i > 0; i = strings.LastIndexByte(r.Name[:i], '/') {
			parents[r.Name[:i]] = true
		}
	}
	for _, r := range g.failures {
		f := r.failure(own[r.Name], run)
		delete(own, r.Name)
		f.Parent = len(f.Evidence) == 0 && parents[r.Name]
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b report.Finding) int { return cmp.Compare(a.At, b.At) })
	for _, f := range list {
		if f.Name != "" {
			f.Package = g.name
		}
		run.Found("", f)
	}
	run.Closes()
	return len(list)
}

// failure returns the finding of a failed test, with its panic if it has one. Lines without an explanation are shown
// last, the latest of them first.
func (r *goRun) failure(t *goTrace, run *report.Run) report.Finding {
	f := r.Finding
	if t != nil {
		f.Message, f.Evidence = t.Message, append([]int{t.At}, t.Evidence...)
		if t.File != "" {
			f.File, f.Row = t.File, t.Row
		}
	}
	var others []int
	for _, l := range r.output {
		shows(run, l)
		if explains(l.Text) {
			f.Evidence = append(f.Evidence, l.N)
		} else {
			others = append(others, l.N)
		}
	}
	slices.Reverse(others)
	f.Evidence = append(f.Evidence, others...)
	if n := len(r.output); n > 0 {
		f.Span = strategies.Span{First: min(r.output[0].N, f.At), Last: max(r.output[n-1].N, f.At)}
	}
	return f
}

// explains reports whether a test's line is about an expectation or an error: tests print their logs in the
// same form.
func explains(s string) bool {
	words := []string{"want", "xpected", "got", "!=", "mismatch", "rror", "ail", "should", "not "}
	return strings.HasSuffix(s, ".go:") || strings.HasSuffix(s, ": ") ||
		slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// crash returns a panic or a race that is no test's own.
func (g *goPackage) crash(t *goTrace) report.Finding {
	f := t.Finding
	if r := g.unfinished(); f.Name == "" && r != nil {
		f.Name = r.Name
	}
	if r := g.tests[f.Name]; r != nil {
		f.Head = cmp.Or(r.At, r.runAt) // the line that names the test
		if r.runs() {
			f.Evidence = append(slices.Clip(f.Evidence), r.runAt)
		}
	}
	return f
}

// silent returns the failure of a package whose tests report none, with the last lines that it printed.
func (g *goPackage) silent(at int, run *report.Run) report.Finding {
	f := report.Finding{Name: g.name, At: at}
	last := func(lines []report.Line) {
		for _, l := range slices.Backward(lines) {
			if len(f.Evidence) < maxGoLoose {
				f.Evidence = append(f.Evidence, l.N)
				shows(run, l)
			}
		}
	}
	if r := g.unfinished(); r != nil {
		last(r.output)
		f.Evidence = append(f.Evidence, r.runAt)
	}
	last(g.loose)
	return f
}
