package programs

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
)

// goTest reads go test in all its forms, and what go build and go vet print of packages that don't compile.
var goTest = strategies.Program{
	Name: "go",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "go":
			switch c.Sub() {
			case "test", "build", "vet", "install", "run":
				return true
			}
		case "gotestsum", "richgo":
			return true
		}
		return false
	},
	Signs: []string{"=== RUN   Test", "--- FAIL: Test", "--- FAIL: Fuzz", "--- FAIL: Example", "--- PASS: Test", "ok  \t", "FAIL\t", "?   \t", `{"Time":"`, `{"Action":"`, `{"ImportPath":"`},
	New:   func() strategies.Parser { return &goParser{tests: map[string]*goRun{}} },
}

// goParser follows the tests of one package after the other.
type goParser struct {
	tests                   map[string]*goRun // those of the package that have printed
	current                 *goRun            // whose lines come now
	level                   int               // the indentation of the name that the lines stand below
	failed, passed, skipped int64
	verbose                 bool
	okPkgs, badPkgs         int64
	inPackage               bool // below "# package": diagnostics of the compiler
	pkgErrors               int64
	panicked                *strategies.Finding // the panic whose lines come now
	findings                []strategies.Finding
	summary, notes          []int
	first, last             int
	json                    bool
	texts                   map[int]string
	pkgFinding              int // findings that there were when the package began
}

// goRun is what a test has printed.
type goRun struct {
	says  []int
	first int // its first line
	file  string
	row   int
	msg   string
}

// maxGoSays is how many lines of a test are kept.
const maxGoSays = 40

func (p *goParser) Line(n int, s string) {
	if strings.HasPrefix(s, `{"`) && p.event(n, s) {
		return
	}
	p.text(n, s)
}

// event reads a line of go test -json: the text that it carries is read as if it stood there.
func (p *goParser) event(n int, s string) bool {
	var e struct {
		Action, Output, Package string
	}
	if json.Unmarshal([]byte(s), &e) != nil || e.Action == "" {
		return false
	}
	if !p.json {
		p.json, p.texts = true, map[int]string{}
	}
	if e.Action == "output" || e.Action == "build-output" {
		out := strings.TrimSuffix(e.Output, "\n")
		before := len(p.findings)
		p.text(n, out)
		if t := strings.TrimSpace(out); t != "" && (len(p.texts) < 1<<12 || len(p.findings) > before) {
			p.texts[n] = t
		}
	}
	return true
}

func (p *goParser) text(n int, s string) {
	bare := strings.TrimLeft(s, " \t")
	switch {
	case bare == "":
		return
	case p.mark(n, s, bare), p.verdict(n, s):
		return
	case strings.HasPrefix(s, "panic: "), strings.HasPrefix(s, "fatal error: "), strings.HasPrefix(s, "unexpected fault address"):
		p.panics(n, s)
		return
	case strings.HasPrefix(bare, "panic: test timed out after"):
		p.panics(n, bare)
		return
	case p.panicked != nil:
		p.frame(n, s, bare)
		return
	}
	if p.inPackage {
		if at, msg, ok := cutPlace(strings.TrimPrefix(bare, "vet: ")); ok {
			p.pkgErrors++
			p.add(strategies.Finding{File: at.file, Row: at.row, Col: at.col, Message: msg, At: n})
			p.seen(n)
			return
		}
		if strings.HasPrefix(bare, "too many errors") {
			return
		}
	}
	if p.current != nil {
		p.current.line(n, bare)
	}
}

// line takes in a line that a test has printed.
func (r *goRun) line(n int, bare string) {
	if at, msg, ok := cutPlace(bare); ok && strings.HasSuffix(at.file, ".go") && r.file == "" {
		r.file, r.row, r.msg = at.file, at.row, msg
	}
	if r.first == 0 {
		r.first = n
	}
	if len(r.says) < maxGoSays && !strings.HasPrefix(bare, "Error Trace:") && !strings.HasPrefix(bare, "Test:  ") {
		r.says = append(r.says, n)
	}
}

// mark reads the lines that say whose output follows, and how a test ended.
func (p *goParser) mark(n int, s, bare string) bool {
	if name, ok := strings.CutPrefix(s, "=== "); ok {
		verb, name, _ := strings.Cut(name, " ")
		switch verb {
		case "RUN", "PAUSE", "CONT", "NAME":
		default:
			return false
		}
		p.seen(n)
		p.verbose, p.inPackage = true, false
		p.current = p.test(strings.TrimSpace(name))
		return true
	}
	verb, name, ok := strings.Cut(bare, ": ")
	if !ok || !strings.HasPrefix(verb, "--- ") {
		return false
	}
	if i := strings.LastIndex(name, " ("); i > 0 {
		name = name[:i]
	}
	switch verb {
	case "--- PASS":
		p.passed++
		p.verbose = true
		p.current = nil
	case "--- SKIP":
		p.skipped++
		p.current = nil
	case "--- FAIL":
		p.failed++
		p.current = p.test(name)
		p.add(strategies.Finding{Name: name, At: n})
	case "--- BENCH":
		p.current = nil
	default:
		return false
	}
	p.seen(n)
	return true
}

func (p *goParser) test(name string) *goRun {
	r := p.tests[name]
	if r == nil {
		r = &goRun{}
		if len(p.tests) < 1<<14 {
			p.tests[name] = r
		}
	}
	return r
}

// verdict reads the lines that end a package.
func (p *goParser) verdict(n int, s string) bool {
	switch {
	case strings.HasPrefix(s, "ok  \t"), strings.HasPrefix(s, "ok \t"):
		p.okPkgs++
		p.summary = appendLast(p.summary, n)
		if strings.Contains(s, "[no tests to run]") {
			p.notes = append(p.notes, n)
		}
	case strings.HasPrefix(s, "FAIL\t"):
		p.badPkgs++
		p.summary = appendLast(p.summary, n)
	case s == "FAIL", s == "PASS", strings.HasPrefix(s, "?   \t"), strings.HasPrefix(s, "\t") && strings.Contains(s, "coverage: ") && strings.Contains(s, "% of statements"):
	case strings.HasPrefix(s, "# "):
		p.inPackage, p.panicked = true, nil
		p.seen(n)
		return true
	case strings.HasPrefix(s, "testing: warning: no tests to run"):
		p.notes = append(p.notes, n)
		return true
	default:
		return false
	}
	p.endPackage()
	p.seen(n)
	return true
}

// endPackage joins what the tests of a package have printed with their findings.
func (p *goParser) endPackage() {
	for i := p.pkgFinding; i < len(p.findings); i++ {
		f := &p.findings[i]
		if r := p.tests[f.Name]; r != nil && f.Name != "" && len(r.says) > 0 {
			f.File, f.Row, f.Message = r.file, r.row, r.msg
			f.Says = r.says
			f.Span = strategies.Span{First: min(r.first, f.At), Last: max(r.says[len(r.says)-1], f.At)}
		}
	}
	p.pkgFinding = len(p.findings)
	clear(p.tests)
	p.current, p.inPackage, p.panicked = nil, false, nil
}

// panics opens a panic: it belongs to the test that ran, whose name may come later.
func (p *goParser) panics(n int, s string) {
	if p.panicked != nil {
		p.panicked.Says = append(p.panicked.Says, n) // a panic while panicking
		return
	}
	p.add(strategies.Finding{Message: s, At: n})
	if len(p.findings) > 0 {
		p.panicked = &p.findings[len(p.findings)-1]
	}
	p.seen(n)
}

// frame reads a line of a panic's trace: the test that ran, and the first frame of its own.
func (p *goParser) frame(n int, s, bare string) {
	f := p.panicked
	switch {
	case strings.HasPrefix(bare, "Test") && strings.HasSuffix(bare, "s)"): // running tests:
		if name, _, ok := strings.Cut(bare, " ("); ok && f.Name == "" {
			f.Name = name
			f.Says = append(f.Says, n)
		}
	case strings.HasPrefix(bare, "[signal "):
		f.Says = append(f.Says, n)
	default:
		at, _, ok := cutPlace(bare)
		if !ok {
			at, ok = goFrame(bare)
		}
		if ok && f.File == "" && strings.HasSuffix(at.file, ".go") && !strings.Contains(at.file, "/src/runtime/") && !strings.Contains(at.file, "/src/testing/") {
			f.File, f.Row = at.file, at.row
			f.Says = append(f.Says, n)
		}
	}
}

// goFrame reads "/path/a.go:12 +0x1d".
func goFrame(s string) (place, bool) {
	path, _, ok := strings.Cut(s, " +0x")
	if !ok {
		return place{}, false
	}
	at, _, ok := cutPlace(path)
	return at, ok
}

func (p *goParser) add(f strategies.Finding) {
	if len(p.findings) < maxFindings {
		if len(p.findings) == cap(p.findings) && p.panicked != nil {
			p.panicked = nil // it points into the old list
		}
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

// Report implements [strategies.Parser].
func (p *goParser) Report() strategies.Report {
	p.endPackage()
	r := strategies.Report{Counts: map[strategies.Key]int64{}, Findings: p.findings, Notes: p.notes, Texts: p.texts}
	if p.first == 0 {
		return strategies.Report{}
	}
	r.Region = strategies.Span{First: p.first, Last: p.last}
	count := func(k strategies.Key, n int64) {
		if n > 0 {
			r.Counts[k] = n
		}
	}
	count(strategies.Failed, p.failed)
	count(strategies.Skipped, p.skipped)
	if p.verbose {
		count(strategies.Passed, p.passed)
	}
	count(strategies.Errors, p.pkgErrors)
	count(strategies.BadPackages, p.badPkgs)
	count(strategies.Packages, p.okPkgs)
	switch {
	case p.failed > 0 || p.badPkgs > 0 || p.pkgErrors > 0:
		r.Outcome = strategies.Fail
	case p.okPkgs > 0:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
