package gotest

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Program reads go test in all its forms, gotestsum, and errors of go build and go vet:
//
//	--- FAIL: TestDiscount (0.00s)
//	    money_test.go:43: Discount(1000, 15) = -5.00, want 8.50
//	FAIL
//	FAIL	example.com/shop/money	0.003s
//	ok  	example.com/shop/cart	0.002s
//
// With -v, each test begins with "=== RUN   TestDiscount"; with -json, each line is an event that carries such a
// line.
var Program = report.Program{
	Name: "go",
	Runs: func(c report.Call) bool {
		if c.Name != "go" {
			return c.Name == "gotestsum" || c.Name == "richgo"
		}
		tool := len(c.Args) > 1 && c.Args[1] == "gotestsum"
		return slices.Contains([]string{"test", "build", "vet", "install"}, c.Sub()) || tool && c.Sub() == "tool"
	},
	Begins: []string{
		"=== RUN   Test", "--- FAIL: Test", "--- FAIL: Fuzz", "--- FAIL: Example", "--- PASS: Test", "ok  \t", "FAIL\t",
		"?   \t", `{"Time":"`, `{"Action":"`, `{"ImportPath":"`, "# command-line-arguments", "=== FAIL: ",
	},
	Looks:   looks,
	Extent:  report.FirstToLast,
	Compare: report.Comparison{CountsFailedAlone: true, HidesTests: hidesTests},
	New: func(c report.Call) report.Parser {
		return &goParser{
			summed: c.Name == "gotestsum" || c.Sub() == "tool",
			pkg:    newGoPackage(), packages: map[string]*goPackage{}, done: map[string]bool{},
			build: goBuild{named: c.Name != "", vet: c.Sub() == "vet", bad: map[string]bool{}},
		}
	},
}

// looks recognises the heading above what doesn't compile, and the result of a benchmark:
//
//	# example.com/shop [example.com/shop.test]
//	BenchmarkSum-8   	    1000	        12.0 ns/op
func looks(line string) bool {
	return strings.HasSuffix(line, ".test]") && strings.Contains(line, "# ") || isBenchmark(line)
}

// hidesTests reports whether tests of the package didn't run: its process crashed, or ended without a test's failure.
//
//	FAIL	example.com/ferry	0.004s
func hidesTests(f *result.Finding) bool {
	if strings.HasPrefix(f.Message, "panic") || strings.HasPrefix(f.Message, "fatal") {
		return true
	}
	isTest := func(prefix string) bool { return strings.HasPrefix(f.Name, prefix) }
	return f.Name != "" && !slices.ContainsFunc([]string{"Test", "Fuzz", "Example"}, isTest)
}

// goParser follows the packages of a run: one after the other in a text, side by side in JSON events.
type goParser struct {
	pkg      *goPackage            // whose lines come, in a text
	prev     *goPackage            // the one before, if a test may have quoted the line that looked like its end
	packages map[string]*goPackage // those that have printed events and not ended
	done     map[string]bool       // those that have ended
	build    goBuild
	summed   bool   // gotestsum runs the tests
	sum      *goSum // gotestsum's summary; nil before it

	raw        bool  // the last line was no event
	passes     bool  // a package passed
	ran        bool  // and some of its tests weren't skipped
	silent     bool  // a package printed no test that passed, as without -v
	oks, fails []int // lines that end packages
	logs       []int // the first lines that running tests print
	logged     int   // how many lines they print
	untested   int64 // packages without tests
	lastLine   int   // the last line that isn't empty
	rule       int   // the last line that opens a report of the race detector
}

const (
	maxGoPackages = 1 << 12 // packages that run side by side
	maxGoTests    = 1 << 14 // tests of a package that are followed
	maxGoOutput   = 40      // lines of a test that are kept
	maxGoLogs     = 6       // lines of passing tests that are shown
	manyUntested  = 3       // packages without tests that are counted
	manyGoLogs    = 12      // so many of them aren't
	maxBenchmarks = 200     // results of benchmarks that are shown
)

// Line implements [report.Parser].
func (p *goParser) Line(l report.Line, run *report.Run) {
	switch {
	case p.build.vet && p.build.json(l, run):
	case strings.HasPrefix(l.Text, `{"`) && p.event(l, run):
	default:
		p.raw = true
		p.read(l, p.pkg, "", run)
	}
}

// event reads a line of go test -json: the text that it carries is read as if it were the line.
//
//	{"Action":"output","Package":"example.com/shop","Test":"TestDiscount","Output":"--- FAIL: TestDiscount (0.00s)\n"}
func (p *goParser) event(l report.Line, run *report.Run) bool {
	var e struct{ Action, Output, Package, Test, ImportPath string }
	if json.Unmarshal([]byte(l.Whole()), &e) != nil || e.Action == "" || e.Package+e.ImportPath == "" {
		return false
	}
	if run.Texts == nil {
		run.Texts = map[int]string{}
	}
	if run.Belongs(l.N); p.raw {
		run.Start(l.N)
	}
	p.raw = false
	line := report.NewLine(l.N, strings.TrimSuffix(e.Output, "\n"))
	line.Inner = true
	if e.Package == "" {
		if e.Action == "build-output" {
			p.read(line, p.pkg, "", run)
		}
		return true
	}
	ends := e.Test == "" && slices.Contains([]string{"pass", "fail", "skip"}, e.Action)
	if ends {
		run.End(l.N, report.Ending{Part: true})
	}
	pkg := p.open(e.Package)
	switch {
	case pkg == nil:
	case e.Action == "output":
		p.read(line, pkg, e.Test, run)
	case ends && e.Action == "skip":
		p.forget(pkg)
	case ends:
		p.end(pkg, 0, e.Action == "fail", run)
	}
	return true
}

// open returns the package of an event, nil for one that has ended or is one too many.
func (p *goParser) open(name string) *goPackage {
	pkg := p.packages[name]
	if pkg == nil && !p.done[name] && len(p.packages) < maxGoPackages {
		pkg = newGoPackage()
		pkg.name, pkg.events = name, true
		p.packages[name] = pkg
	}
	return pkg
}

// shows takes a line that may be shown: of an event, the text that it carries.
func shows(run *report.Run, l report.Line) {
	run.Belongs(l.N)
	if l.Inner && l.N > 0 {
		run.Texts[l.N] = l.Bare
	}
}

// read takes a line of a package. test is the test that printed it, if an event names one.
func (p *goParser) read(l report.Line, pkg *goPackage, test string, run *report.Run) {
	if l.Bare == "" {
		return
	}
	p.lastLine = l.N
	sums := isGoSum(l.Text) || isGoDone(l.Text) || p.summed && isGoProgress(l.Text)
	if p.sum == nil && len(p.packages) == 0 && sums {
		p.sum = &goSum{Run: report.NewRun(report.FirstToLast)}
	}
	switch {
	case p.sum != nil && p.sum.line(l, run):
	case p.header(l, pkg, run), p.result(l, pkg, test, run), p.verdict(l, pkg, run):
	case pkg.race.races(l, run), pkg.trace.reads(l, run):
	case p.trouble(l, pkg, test, run), p.build.line(l, run):
	case isGoMark(l.Text):
		shows(run, l)
		run.Summary = report.AppendFirst(run.Summary, l.N, maxBenchmarks)
	case strings.HasPrefix(l.Text, "Benchmark") && !strings.ContainsAny(l.Text, " \t"):
		pkg.current = pkg.test(l.Text)
		run.Belongs(l.N)
	default:
		p.prints(l, pkg, test, run)
	}
}

// isGoMark recognises the result of a benchmark and "total:	(statements)	81.2%".
func isGoMark(s string) bool {
	return isBenchmark(s) || strings.HasPrefix(s, "total:") && strings.Contains(s, "(statements)")
}

// isBenchmark recognises "BenchmarkSum-8   	    1000	        12.0 ns/op".
func isBenchmark(s string) bool {
	return strings.HasPrefix(s, "Benchmark") && strings.Contains(s, " ns/op")
}

// Close implements [report.Closer].
func (p *goParser) Close(run *report.Run) {
	if p.summarized(run) {
		return
	}
	if p.prev != nil {
		p.finish(p.prev, p.prev.hint, true, run)
	}
	open, broken := p.leave(run)
	switch failing := run.Failing(); {
	case failing:
		run.Summary = append(run.Summary, p.fails...)
	case len(open) > 0 || broken || p.build.vetted > 0:
		run.Claim(report.Unproven)
		run.Summary = append(run.Summary, p.oks...)
	case p.passes, p.untested > 0:
		p.pass(run)
	}
	run.Adds(strategies.Errors, p.build.vetted, report.Counted)
	if p.silent {
		run.Treat(strategies.Passed, report.Unstated)
		run.Treat(strategies.Skipped, report.Unstated)
	}
	if len(open) > 0 {
		run.Summary = append(append(run.Summary, open...), p.lastLine)
	}
}

// summarized reports whether gotestsum's summary replaces the findings above it, and replaces them. If a package
// outside of the summary failed, it doesn't.
func (p *goParser) summarized(run *report.Run) bool {
	if p.sum == nil || p.sum.done.N == 0 {
		return false
	}
	p.sum.close()
	if len(p.sum.Pending()) == 0 && (run.Failing() || p.pkg.failed > 0) {
		return false
	}
	*run = *p.sum.Run
	return true
}

// leave reports the packages whose end is missing. It returns the first lines of the tests that ran when the output
// ended, and whether any of the packages has findings.
func (p *goParser) leave(run *report.Run) (open []int, broken bool) {
	left := []*goPackage{p.pkg}
	for _, name := range slices.Sorted(maps.Keys(p.packages)) {
		left = append(left, p.packages[name])
	}
	for _, g := range left {
		run.Part = run.Part || !g.ended && (g.verbose || g.failed > 0)
		if r := g.unfinished(); r != nil {
			open = append(open, r.runAt)
		}
		broken = g.report(run) > 0 || broken
	}
	return open, broken
}

// pass shows the end of a run without failures, and the logs of its tests. The verdict counts the packages.
func (p *goParser) pass(run *report.Run) {
	if run.Claim(report.Passed); !p.ran {
		run.Claim(report.NoTest)
	}
	run.Part = run.Part || len(p.packages) > 0 // packages that didn't end
	run.Summary = append(run.Summary, p.oks[max(0, len(p.oks)-1):]...)
	if p.untested >= manyUntested {
		run.Adds(strategies.Untested, p.untested, report.Printed)
	}
	if p.logged <= manyGoLogs {
		run.Notes = append(run.Notes, p.logs...)
	}
}
