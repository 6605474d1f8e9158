package programs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// goPackage is a package whose tests run.
type goPackage struct {
	name            string
	events          bool // its lines come as events, each of which names its test
	verbose         bool
	tests           map[string]*goRun // those that run, and those that failed
	failures        []*goRun
	failed          int64
	passed, skipped int64
	current         *goRun   // whose lines come now
	trace, race     *goTrace // whose lines come now
	traces          []*goTrace
	hint            int    // a line of the runtime before a fatal error
	loose           []said // the last lines that no test printed
}

// said is a line that a test printed, with its text where that isn't the line.
type said struct {
	n     int
	text  string
	tells bool // it speaks of what was expected, or of an error
}

// goRun is what a test has printed.
type goRun struct {
	name      string
	runAt, at int // the lines that name it: when it began, and when it failed
	says      []said
	file      string
	row       int
	msg       string
}

// runs reports whether a test began and hasn't ended.
func (r *goRun) runs() bool { return r.runAt > 0 && r.at == 0 }

const (
	maxGoTraces = 50 // panics and races of a package
	maxGoLoose  = 6
)

func newGoPackage() *goPackage { return &goPackage{tests: map[string]*goRun{}} }

func (g *goPackage) test(name string) *goRun {
	r := g.tests[name]
	if r == nil {
		r = &goRun{name: name}
		if len(g.tests) < maxGoTests {
			g.tests[name] = r
		}
	}
	return r
}

// fails notes that a test failed. A fuzz test that fails on a seed is named twice, the second time indented.
func (g *goPackage) fails(n int, name string, indented bool) {
	r := g.test(name)
	if r.at > 0 {
		if g.current = r; indented && !strings.Contains(name, "/") {
			return
		}
		r = &goRun{name: name}
		g.tests[name] = r // it ran again
	}
	r.at = n
	g.failed++
	g.current = r
	if len(g.failures) < MaxFindings {
		g.failures = append(g.failures, r)
	}
}

// prints takes in a line of a test, or of none.
func (g *goPackage) prints(n int, bare, test string, p *goParser) {
	r := g.current
	if test != "" {
		r = g.test(test)
	}
	if r == nil {
		if len(g.loose) == maxGoLoose {
			g.loose = append(g.loose[:0], g.loose[1:]...)
		}
		g.loose = append(g.loose, said{n, p.kept(bare), false})
		return
	}
	if p.logged++; len(p.logs) < maxGoLogs && r.at == 0 {
		p.logs = append(p.logs, n)
		p.show(n, bare)
	}
	if at, msg, ok := parse.CutPlace(bare); ok && strings.HasSuffix(at.File, ".go") {
		if r.file == "" {
			r.file, r.row, r.msg = at.File, at.Row, msg
		}
		if strings.HasPrefix(msg, "panic: ") { // the trace of a fuzz test's panic is a log of the test
			r.msg = msg
			g.trace = &goTrace{at: n, test: r.name, msg: msg, logged: true}
			g.traces = append(g.traces[:min(len(g.traces), maxGoTraces)], g.trace)
			p.show(n, bare)
			return
		}
	}
	if r.msg == "" && r.file != "" {
		r.msg = strings.TrimSpace(strings.TrimPrefix(bare, "Error:"))
	}
	if len(r.says) < maxGoSays && !strings.HasPrefix(bare, "Error Trace:") && !strings.HasPrefix(bare, "Test:  ") && bare != "==================" {
		r.says = append(r.says, said{n, p.kept(bare), tells(bare)})
	}
}

// tells reports whether a test's line speaks of what was expected or of an error: tests print their logs with the same form.
func tells(s string) bool {
	for _, w := range [...]string{"want", "xpected", "got", "!=", "mismatch", "rror", "ail", "should", "not "} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return strings.HasSuffix(s, ".go:") || strings.HasSuffix(s, ": ")
}

// kept is the text to keep of a line: none where the line itself is shown.
func (p *goParser) kept(bare string) string {
	if p.texts == nil {
		return ""
	}
	return bare
}

// running is the test that runs now, as far as that is told.
func (g *goPackage) running(test string) string {
	if test == "" && g.current != nil && g.current.runs() {
		return g.current.name
	}
	return test
}

// panicking is the test that a panic belongs to: the one that was just said to have failed, or the one that runs.
func (g *goPackage) panicking(test string) string {
	if test == "" && g.current != nil {
		return g.current.name
	}
	return test
}

// end ends a package. n is the line that says so, at the same where it stands in the text.
func (p *goParser) end(pkg *goPackage, n, at int, bad, ok bool) {
	p.seen(n)
	p.build.open = false
	if pkg.events {
		delete(p.packages, pkg.name)
		if len(p.done) < maxGoPackages {
			p.done[pkg.name] = true
		}
		if ok || bad {
			p.finish(pkg, at, bad)
		}
		return
	}
	if p.prev != nil {
		p.finish(p.prev, p.prev.end(), true)
		p.prev = nil
	}
	p.pkg = newGoPackage()
	if bad && pkg.verbose && len(pkg.traces) == 0 && pkg.unfinished() != nil {
		pkg.hint = at
		p.prev = pkg
		return
	}
	p.finish(pkg, at, bad)
}

func (g *goPackage) end() int { return g.hint }

// unfinished is the last test that began and didn't end, nil for none.
func (g *goPackage) unfinished() *goRun {
	var last *goRun
	for _, r := range g.tests {
		if r.runs() && (last == nil || r.runAt > last.runAt) {
			last = r
		}
	}
	return last
}

// maxGoFails is how many lines are shown that end packages which failed: the first ones.
const maxGoFails = 4

// finish takes in what a package has said. at is the line that ends it, 0 for none. What passed has no failures, whatever
// its tests print.
func (p *goParser) finish(g *goPackage, at int, bad bool) {
	p.passed += g.passed
	p.skipped += g.skipped
	p.verbose = p.verbose || g.verbose
	if !bad {
		p.okPkgs++
		if at > 0 {
			p.oks = appendLast(p.oks, at)
		}
		return
	}
	p.badPkgs++
	if p.told(g) == 0 && !p.build.owns(g.name) {
		p.add(p.silent(g, at))
	} else if at > 0 && len(p.fails) < maxGoFails {
		p.fails = append(p.fails, at)
	}
}

// told adds the findings of a package that failed, or of one whose end is missing, and returns how many there are.
func (p *goParser) told(g *goPackage) int {
	p.failed += g.failed
	own := map[string]*goTrace{}
	var list []report.Finding
	for _, t := range g.traces {
		if r := g.tests[t.test]; t.test != "" && r != nil && r.at > 0 && own[t.test] == nil && t.msg != "DATA RACE" {
			own[t.test] = t
			continue
		}
		list = append(list, p.crash(g, t))
	}
	parents := map[string]bool{}
	for _, r := range g.failures {
		for i := strings.LastIndexByte(r.name, '/'); i > 0; i = strings.LastIndexByte(r.name[:i], '/') {
			parents[r.name[:i]] = true
		}
	}
	for _, r := range g.failures {
		f := report.Finding{Name: r.name, At: r.at, File: r.file, Row: r.row, Message: r.msg}
		if t := own[r.name]; t != nil {
			f.Message, f.Evidence = t.msg, append([]int{t.at}, t.says...)
			if t.file != "" {
				f.File, f.Row = t.file, t.row
			}
			delete(own, r.name)
		}
		for _, s := range r.says {
			if s.tells {
				f.Evidence = append(f.Evidence, s.n)
				p.show(s.n, s.text)
			}
		}
		for _, s := range slices.Backward(r.says) { // of what says nothing by itself, what came last
			if !s.tells {
				f.Evidence = append(f.Evidence, s.n)
				p.show(s.n, s.text)
			}
		}
		if len(r.says) > 0 {
			f.Span = strategies.Span{First: min(r.says[0].n, f.At), Last: max(r.says[len(r.says)-1].n, f.At)}
		}
		f.Parent = len(f.Evidence) == 0 && parents[r.name]
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b report.Finding) int { return cmp.Compare(a.At, b.At) })
	for _, f := range list {
		p.add(f)
	}
	return len(list)
}

// crash is a panic or a race that is no test's own.
func (p *goParser) crash(g *goPackage, t *goTrace) report.Finding {
	f := report.Finding{Name: t.test, At: t.at, Message: t.msg, File: t.file, Row: t.row, Evidence: t.says}
	if f.Name == "" {
		if r := g.unfinished(); r != nil {
			f.Name = r.name
		}
	}
	if r := g.tests[f.Name]; r != nil && r.runAt > 0 && r.at == 0 {
		f.Evidence = append(slices.Clip(f.Evidence), r.runAt)
	}
	return f
}

// silent is the failure of a package of which no test tells: what it printed last.
func (p *goParser) silent(g *goPackage, at int) report.Finding {
	f := report.Finding{Name: g.name, At: at}
	say := func(s said) {
		if len(f.Evidence) < maxGoLoose {
			f.Evidence = append(f.Evidence, s.n)
			p.show(s.n, s.text)
		}
	}
	if r := g.unfinished(); r != nil {
		for _, s := range slices.Backward(r.says) {
			say(s)
		}
		f.Evidence = append(f.Evidence, r.runAt)
	}
	for _, s := range slices.Backward(g.loose) {
		say(s)
	}
	return f
}
