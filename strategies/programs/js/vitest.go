package js

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// vitest reads vitest's reporters for people: default, verbose, tree, dot. Below the results it prints sections of
// failed suites, failed tests and unhandled errors, then the totals:
//
//	 RUN  v3.2.4 /home/dev/project
//
//	⎯⎯⎯⎯⎯⎯⎯ Failed Tests 3 ⎯⎯⎯⎯⎯⎯⎯
//
//	 FAIL  test/cart.test.js > Cart > tax > takes the food rate
//	AssertionError: expected 17 to be 18 // Object.is equality
//
//	 Test Files  1 failed (1)
//	      Tests  3 failed | 4 passed (7)
//	   Duration  301ms
var vitest = report.Program{
	Name:   "vitest",
	Names:  []string{"vitest"},
	Begins: []string{"> vitest", "$ vitest", "RUN  v", "DEV  v", "⎯⎯⎯"},
	New:    func(report.Call) report.Parser { return new(vitestParser) },
}

type vitestParser struct {
	open    bool      // the lines that come belong to the failures that were named last
	same    int       // how many these are: tests that failed alike follow each other
	last    string    // the name of the last of them, with its file
	body    jsFailure // the lines about them
	error   bool      // an error outside of any test comes: its first line names it
	suites  bool      // in the list of suites that failed as a whole
	marked  markedTests
	begun   bool // a run has begun
	counted bool // its files were counted
	bad     bool // files failed
	ended   bool // a run was counted
	crash   nodeCrash

	// totals are the numbers of this run. If several reporters print them, the last ones hold.
	totals map[strategies.Key]int64
}

const (
	vitestOrigin = 8 // lines about the origin of an error

	// vitestMany is how many failures are named by the lines above their messages; more are named in the list of
	// results, in which names are close together.
	vitestMany = 8
)

// Line implements [report.Parser].
func (p *vitestParser) Line(l report.Line, run *report.Run) {
	bare := strings.TrimLeft(l.Text, " ")
	indent := len(l.Text) - len(bare)
	switch {
	case bare == "":
		p.crash.line(l.N, "")
	case p.frame(l, bare, run):
	case indent <= 1 && strings.HasPrefix(bare, "FAIL  ") && p.header(l.N, bare[len("FAIL  "):], run):
	case strings.HasPrefix(l.Text, "⎯⎯"):
		p.section(strings.Trim(l.Text, "⎯ "), run)
	case p.open:
		p.line(l.N, bare, run)
	case indent > 0 && strings.HasPrefix(bare, "✓ ") && strings.Contains(bare, " (retry x"):
		run.Adds(strategies.Flaky, 1, report.Counted) // "   ✓ floats 3ms (retry x2)"
	case coverageTotal(l.Text):
		run.Notes = report.AppendFirst(run.Notes, l.N, maxNotes)
	case indent > 0 && strings.HasPrefix(bare, "× "): // "   × boat > floats 3ms"
		p.marked.add(report.Finding{Name: strings.TrimPrefix(bare, "× "), At: l.N}, run)
	default:
		p.crash.line(l.N, l.Text)
	}
}

// frame reads the lines that begin and end a run.
func (p *vitestParser) frame(l report.Line, bare string, run *report.Run) bool {
	none, noFiles := strings.CutPrefix(l.Text, "No test files found, exiting with code ")
	switch {
	case parse.StartsWith(strings.TrimPrefix(l.Text, " "), "RUN  v", "DEV  v"):
		p.endRun(run)
		p.begun = true
		run.Belongs(l.N)
	case p.counted && parse.StartsWith(l.Text, "> vitest", "$ vitest"):
		p.endRun(run)
	case p.counted && strings.HasPrefix(l.Text, "   Duration  "):
		run.End(l.N, report.Ending{})
	case noFiles && none == "0":
		p.begun, p.ended = false, true
		run.Claim(report.NoTest)
		run.End(l.N, report.Ending{Totals: report.MaxSummary})
	case noFiles, !p.open && strings.HasPrefix(l.Text, "ERROR: Coverage for "):
		p.close(run)
		p.begun = p.begun && !noFiles
		run.Found(strategies.Errors, report.Finding{Message: l.Text, At: l.N})
	case strings.HasPrefix(l.Text, " Test Files  "): // " Test Files  1 failed (1)"
		p.close(run)
		p.totals, p.counted, p.bad = map[strategies.Key]int64{}, true, p.bad || strings.Contains(bare, " failed")
		run.End(l.N, report.Ending{Totals: report.MaxSummary})
	case p.counted && !p.open && bare != l.Text && parse.StartsWith(bare, "Tests  ", "Errors  "):
		p.total(l.N, bare, run)
	default:
		return false
	}
	return true
}

// total reads a line below the number of files: "      Tests  2 failed | 205 passed (207)", "     Errors  2 errors".
func (p *vitestParser) total(n int, bare string, run *report.Run) {
	for key, n := range testCounts(bare) {
		p.totals[key] = n
	}
	if bare[0] == 'T' {
		run.End(n, report.Ending{Totals: report.MaxSummary})
	}
	run.Belongs(n)
}

// header reads the name of a failure: "test/a.test.ts > Cart > adds up", "|web| test/b.test.ts [ test/b.test.ts ]".
func (p *vitestParser) header(n int, name string, run *report.Run) bool {
	file, test, isTest := strings.Cut(name, " > ")
	if !isTest {
		var ok bool
		if file, _, ok = strings.Cut(name, " [ "); !ok {
			return false
		}
	}
	file = file[strings.LastIndexByte(file, ' ')+1:]
	if !sourceFile(file) {
		return false
	}
	if p.body.some || p.error {
		p.close(run)
	}
	p.open = true
	f := report.Finding{Name: test, File: file, At: n}
	again := name == p.last // it failed in its teardown too
	p.last = name
	var kept *report.Finding
	switch {
	case !isTest || p.suites:
		f.Uncounted = true
		kept = run.Found(strategies.Errors, f)
	case again:
		run.Treat(strategies.Failed, report.OneMore)
		kept = run.Found("", f)
	default:
		kept = run.Found(strategies.Failed, f)
	}
	if kept != nil {
		p.same++
	}
	return true
}

// section reads the title of a rule, "⎯⎯⎯ Failed Tests 3 ⎯⎯⎯", which ends the section above. "Unhandled Rejection",
// "Uncaught Exception", "Startup Error" are the titles of an error outside of any test.
func (p *vitestParser) section(title string, run *report.Run) {
	p.close(run)
	switch {
	case strings.HasPrefix(title, "Failed "):
		p.suites = strings.HasPrefix(title, "Failed Suites ")
	case strings.HasSuffix(title, "Errors"), strings.HasPrefix(title, "["):
	case strings.HasPrefix(title, "Un"), strings.HasSuffix(title, "Error"):
		p.open, p.error = true, true
	}
}

// line takes a line of a failure.
func (p *vitestParser) line(n int, bare string, run *report.Run) {
	latest := strings.HasPrefix(bare, "The latest test that might've caused the error")
	switch {
	case p.error:
		p.error = false
		if run.Found(strategies.Errors, report.Finding{Message: bare, At: n}) != nil {
			p.same = 1
		}
	case latest, strings.HasPrefix(bare, "This error originated in "):
		p.body.tail = report.AppendFirst(p.body.tail, n, vitestOrigin)
		if latest { // what that may mean is the same each time
			p.close(run)
		}
	default:
		p.body.line(n, bare)
	}
}

// close fills the open failures with the lines below them.
func (p *vitestParser) close(run *report.Run) {
	found := run.Pending()
	found = found[len(found)-p.same:]
	if len(found) == 1 && found[0].Name == "" && found[0].File == "" {
		if c, ok := p.crash.take(); ok { // last lines of a worker that died
			p.body.tail = append(append(p.body.tail, c.At), c.Evidence...)
		}
	}
	for i := range found {
		p.body.fill(&found[i])
	}
	p.open, p.error, p.same, p.body = false, false, 0, jsFailure{}
}

// endRun takes the numbers of a run.
func (p *vitestParser) endRun(run *report.Run) {
	p.close(run)
	if !p.counted {
		if p.begun {
			run.Part = true
		}
		return
	}
	p.begun, p.counted, p.ended = false, false, true
	if n, ok := p.totals[strategies.Errors]; ok {
		run.States(strategies.Errors, n)
		run.Treat(strategies.Errors, report.AtLeast)
		delete(p.totals, strategies.Errors)
	}
	report.StateTests(run, p.totals)
}

// nameMarked names all failures but the first by their lines among the results.
func (p *vitestParser) nameMarked(found []report.Finding) {
	at := map[string][]int{}
	for _, f := range p.marked {
		name := f.Name
		if i := strings.LastIndexByte(name, ' '); i > 0 && strings.HasSuffix(name, "ms") && parse.Digit(name[i+1]) {
			name = name[:i]
		}
		at[name] = append(at[name], f.At)
	}
	for i := range found {
		f := &found[i]
		name := f.File + " > " + f.Name // the verbose reporter
		if len(at[name]) == 0 {
			name = strings.TrimPrefix(f.Name[strings.LastIndex(f.Name, " > ")+1:], "> ")
		}
		if list := at[name]; f.Name != "" && len(list) > 0 {
			at[name] = list[1:]
			if i > 0 {
				f.Evidence = append(f.Evidence, f.At)
				f.At = list[0]
			}
		}
	}
}

// Close implements [report.Closer].
func (p *vitestParser) Close(run *report.Run) {
	p.endRun(run)
	run.Treat(strategies.Failed, report.OnlyStated)
	found := run.Pending()
	switch {
	case len(found) > 0:
		run.Claim(report.Failed)
		if len(found) > vitestMany {
			p.nameMarked(found)
		}
	case p.bad:
		run.Differs(strategies.Failed, 1, 0)
	case p.ended:
		run.Claim(report.Passed)
	default:
		p.marked.found(run)
	}
}
