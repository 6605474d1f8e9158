package programs

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies/report"
)

// goTest reads go test in all its forms, gotestsum, and what go build and go vet print of packages that don't compile.
var goTest = report.Program{
	Name: "go",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "go":
			switch c.Sub() {
			case "test", "build", "vet", "install", "tool":
				return c.Sub() != "tool" || len(c.Args) > 1 && c.Args[1] == "gotestsum"
			}
		case "gotestsum", "richgo":
			return true
		}
		return false
	},
	Begins: []string{"=== RUN   Test", "--- FAIL: Test", "--- FAIL: Fuzz", "--- FAIL: Example", "--- PASS: Test", "ok  \t", "FAIL\t", "?   \t",
		`{"Time":"`, `{"Action":"`, `{"ImportPath":"`, "# command-line-arguments", "=== FAIL: "},
	Old: func() report.Reader { return newGoParser() },
	OldFor: func(c shell.Call) report.Reader {
		p := newGoParser()
		p.build.vet = c.Sub() == "vet"
		p.build.named = true
		return p
	},
}

// goParser follows the packages of a run: one after the other in a text, side by side in JSON events.
type goParser struct {
	pkg      *goPackage            // whose lines come, in a text
	prev     *goPackage            // the one before, where what looked like its end may have been quoted by a test
	packages map[string]*goPackage // those that have printed events and not ended
	done     map[string]bool       // those that have ended

	failed, passed, skipped, errors int64
	okPkgs, badPkgs                 int64
	verbose                         bool
	build                           goBuild
	sum                             *goSum // what gotestsum says at its end

	findings    []report.Finding
	oks, fails  []int // lines that end packages
	notes       []int
	marks       []int // results of benchmarks, totals of coverage
	logs        []int // what passing tests print
	logged      int
	lastLine    int   // the last line that says something
	bad         bool  // go itself says that it failed
	vetted      int64 // what go vet -json found, which isn't a failure to it
	rule        int   // the last line that opens a report of the race detector
	first, last int
	texts       map[int]string // what is shown of events
}

func newGoParser() *goParser {
	return &goParser{pkg: newGoPackage(), packages: map[string]*goPackage{}, done: map[string]bool{}}
}

const (
	maxGoPackages = 1 << 12 // packages that run side by side
	maxGoTests    = 1 << 14 // tests of a package that are told apart
	maxGoSays     = 40      // lines of a test that are kept
	maxGoLogs     = 6       // lines of passing tests that are shown
	manyGoLogs    = 12      // so many of them aren't
)

// Line implements [report.Reader].
func (p *goParser) Line(n int, s string) {
	if p.build.vet && p.build.json(p, n, s) {
		return
	}
	if strings.HasPrefix(s, `{"`) && p.event(n, s) {
		return
	}
	p.text(n, s, p.pkg, "")
}

// goEvent is a line of go test -json.
type goEvent struct{ Action, Output, Package, Test, ImportPath string }

// event reads a line of go test -json: the text that it carries is read as if it stood there.
func (p *goParser) event(n int, s string) bool {
	var e goEvent
	if json.Unmarshal([]byte(s), &e) != nil || e.Action == "" || e.Package == "" && e.ImportPath == "" {
		return false
	}
	if p.texts == nil {
		p.texts = map[int]string{}
	}
	p.seen(n)
	if e.ImportPath != "" && e.Package == "" {
		if e.Action == "build-output" {
			p.text(n, strings.TrimSuffix(e.Output, "\n"), p.pkg, "")
		}
		return true
	}
	if p.done[e.Package] {
		return true
	}
	pkg := p.packages[e.Package]
	if pkg == nil {
		if len(p.packages) == maxGoPackages {
			return true
		}
		pkg = newGoPackage()
		pkg.name, pkg.events = e.Package, true
		p.packages[e.Package] = pkg
	}
	switch e.Action {
	case "output":
		p.text(n, strings.TrimSuffix(e.Output, "\n"), pkg, e.Test)
	case "fail", "pass", "skip":
		if e.Test == "" {
			p.end(pkg, n, 0, e.Action == "fail", e.Action == "pass")
		}
	}
	return true
}

// show notes what is shown of an event; its line is n.
func (p *goParser) show(n int, text string) {
	if p.texts != nil && n > 0 && text != "" {
		p.texts[n] = strings.TrimSpace(text)
	}
}

// text reads a line of a package. test is the test that printed it, where an event says so.
func (p *goParser) text(n int, s string, pkg *goPackage, test string) {
	bare := strings.TrimLeft(s, " \t")
	if bare == "" {
		return
	}
	p.lastLine = n
	if p.sum != nil && p.sum.line(p, n, s, bare) {
		return
	}
	switch {
	case p.mark(n, s, bare, pkg, test), p.verdict(n, s, pkg):
	case pkg.race != nil && pkg.race.races(n, bare, p):
	case pkg.trace.reads(n, s, bare, p):
	case p.trouble(n, s, bare, pkg, test):
	case p.build.line(p, n, s, bare):
	case strings.HasPrefix(s, "Benchmark") && strings.Contains(s, " ns/op"), strings.HasPrefix(s, "total:") && strings.Contains(s, "(statements)"):
		p.seen(n)
		p.show(n, s)
		if len(p.marks) < maxBenchmarks {
			p.marks = append(p.marks, n)
		}
	case strings.HasPrefix(s, "Benchmark") && !strings.ContainsAny(s, " \t"):
		pkg.current = pkg.test(s)
		p.seen(n)
	default:
		pkg.prints(n, bare, test, p)
	}
}

// maxBenchmarks is how many results of benchmarks are told.
const maxBenchmarks = 200

// mark reads the lines that say whose output follows, and how a test ended.
func (p *goParser) mark(n int, s, bare string, pkg *goPackage, test string) bool {
	if rest, ok := strings.CutPrefix(s, "=== "); ok {
		verb, name, _ := strings.Cut(rest, " ")
		name = strings.TrimSpace(name)
		switch verb {
		case "RUN", "PAUSE", "CONT", "NAME":
		case "FAIL:", "Failed", "Skipped", "Errors", "SKIP:":
			if p.sum == nil && len(p.packages) == 0 {
				p.sum = &goSum{}
				return p.sum.line(p, n, s, bare)
			}
			return false
		default:
			return false
		}
		p.seen(n)
		pkg.verbose, p.verbose, p.build.open = true, true, false
		pkg.current = pkg.test(name)
		if verb == "RUN" {
			pkg.current.runAt = n
			p.show(n, s)
		}
		return true
	}
	verb, name, ok := strings.Cut(bare, ": ")
	if !ok || !strings.HasPrefix(verb, "--- ") {
		return false
	}
	if i := strings.LastIndex(name, " ("); i > 0 {
		name = name[:i]
	}
	if test != "" && test != name && test != strings.SplitN(name, "/", 2)[0] {
		return false // a test quotes it
	}
	if p.prev != nil {
		if r := p.prev.tests[name]; r != nil && r.runs() && pkg.tests[name] == nil && !pkg.events {
			p.pkg, p.prev = p.prev, nil // its end was quoted
			pkg = p.pkg
		}
	}
	switch verb {
	case "--- PASS":
		pkg.passed++
		p.verbose = true
		delete(pkg.tests, name)
		pkg.current = nil
	case "--- SKIP":
		pkg.skipped++
		if r := pkg.tests[name]; r != nil && len(r.says) > 0 && len(p.notes) < maxGoLogs {
			p.notes = append(p.notes, r.says[0].n)
			p.show(r.says[0].n, r.says[0].text)
		}
		delete(pkg.tests, name)
		pkg.current = nil
		if !pkg.verbose {
			pkg.current = &goRun{name: name}
		}
	case "--- FAIL":
		pkg.fails(n, name, len(bare) < len(s))
		p.show(n, s)
	case "--- BENCH":
		pkg.current = nil
	default:
		return false
	}
	p.seen(n)
	p.build.open = false
	return true
}

// verdict reads the lines that end a package.
func (p *goParser) verdict(n int, s string, pkg *goPackage) bool {
	switch s[0] {
	case 'o':
		if name, ok := goVerdict(s, "ok"); ok {
			p.show(n, s)
			if strings.Contains(s, "[no tests to run]") || strings.Contains(s, "[no test files]") {
				p.notes = appendLast(p.notes, n)
			}
			pkg.name = name
			p.end(pkg, n, n, false, true)
			return true
		}
	case 'F':
		if name, ok := goVerdict(s, "FAIL"); ok {
			p.show(n, s)
			pkg.name = name
			p.end(pkg, n, n, true, false)
			return true
		}
		if s == "FAIL" {
			p.seen(n)
			pkg.trace = nil
			return true
		}
	case '?':
		if strings.HasPrefix(s, "?   ") && strings.HasSuffix(s, "[no test files]") {
			p.build.open = false
			p.seen(n)
			p.show(n, s)
			return true
		}
	case 'P':
		if s == "PASS" {
			p.seen(n)
			return true
		}
	case '\t':
		if strings.Contains(s, "coverage: ") && strings.Contains(s, "% of statements") {
			p.seen(n)
			return true
		}
	case 'c':
		if strings.HasPrefix(s, "coverage: ") && strings.Contains(s, "% of statements") {
			p.seen(n)
			return true
		}
	case 'e':
		if strings.HasPrefix(s, "exit status ") {
			return true
		}
	case 't':
		if strings.HasPrefix(s, "testing: warning: no tests to run") {
			p.seen(n)
			return true
		}
	}
	return false
}

// goVerdict takes the package off "FAIL\tpath\t0.1s", whose tabs may have become blanks.
func goVerdict(s, word string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(s, word)
	if !ok || rest == "" || rest[0] != '\t' && !strings.HasPrefix(rest, "  ") {
		return "", false
	}
	f := strings.Fields(rest)
	if len(f) < 2 {
		return "", false
	}
	how := f[1]
	if how[0] != '[' && how[0] != '(' && !(parse.Digit(how[0]) && strings.HasSuffix(how, "s")) {
		return "", false
	}
	return f[0], true
}

// trouble reads the lines that open what goes wrong outside of any check: a panic, a fatal error, a data race.
func (p *goParser) trouble(n int, s, bare string, pkg *goPackage, test string) bool {
	switch {
	case s == "==================":
		p.rule = n
	case strings.HasPrefix(s, "WARNING: DATA RACE"):
		pkg.race = &goTrace{at: n, msg: "DATA RACE", test: pkg.running(test)}
		if p.rule > 0 && p.rule == n-1 {
			pkg.race.says = append(pkg.race.says, p.rule)
		}
		if len(pkg.traces) < maxGoTraces {
			pkg.traces = append(pkg.traces, pkg.race)
		}
	case strings.HasPrefix(s, "panic: "), strings.HasPrefix(s, "fatal error: "), strings.HasPrefix(s, "unexpected fault address"), strings.HasPrefix(bare, "panic: test timed out after"):
		t := &goTrace{at: n, msg: bare, test: pkg.panicking(test)}
		if pkg.hint > 0 {
			t.says = append(t.says, pkg.hint)
		}
		if len(pkg.traces) < maxGoTraces {
			pkg.traces = append(pkg.traces, t)
		}
		pkg.trace = t
	case strings.HasPrefix(s, "runtime: goroutine stack exceeds"):
		pkg.hint = n
	default:
		return false
	}
	p.seen(n)
	p.show(n, bare)
	return true
}

func (p *goParser) add(f report.Finding) {
	if len(p.findings) < MaxFindings {
		p.findings = append(p.findings, f)
	}
}

func (p *goParser) seen(n int) {
	if p.first == 0 {
		p.first = n
	}
	p.last = n
}

// maxSummary is how many of the lines that end a part are shown at most: the last ones.
const maxSummary = 2

func appendLast(list []int, n int) []int {
	if len(list) == maxSummary {
		copy(list, list[1:])
		list = list[:maxSummary-1]
	}
	return append(list, n)
}
