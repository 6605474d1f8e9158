package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// jest reads jest's default and verbose reporters, and its coverage threshold.
var jest = report.Program{
	Name: "jest",
	Runs: func(c shell.Call) bool {
		return c.Name == "jest" || c.Name == "react-scripts" && c.Sub() == "test"
	},
	Begins: []string{"> jest", "$ jest", "> react-scripts test", "$ react-scripts test", "PASS ", "FAIL ", "Test Suites: "},
	Old:    func() report.Reader { return &jestParser{} },
}

type jestParser struct {
	suite             string // the test file whose results come now
	suiteAt           int    // the line that names it, until a failure is told below it
	cur               *jsFailure
	open              report.Finding // what cur belongs to
	findings          []report.Finding
	tests             int             // findings that are tests
	again             int             // those that have the name and file of the one before
	broken            int             // suites that didn't run, and other failures outside of any test
	told              map[string]bool // tests told so far
	repeats           bool            // below "Summary of all failing tests", which tells long runs' failures again
	counts            tally
	suites, badSuites int64
	ended             bool
	summary, notes    []int
	green             []int // the first suites that passed
	region            extent
}

// fewSuites is how many suites may have passed to be named in a pass.
const fewSuites = 2

func (p *jestParser) Line(n int, s string) {
	if s == "" {
		return
	}
	if s[0] != ' ' {
		p.top(n, s)
		return
	}
	if strings.HasPrefix(s, " FAIL ") || strings.HasPrefix(s, " PASS ") { // with colours
		p.top(n, s[1:])
		return
	}
	bare := strings.TrimLeft(s, " ")
	if len(s)-len(bare) == 2 {
		switch {
		case strings.HasPrefix(bare, "● "):
			p.header(n, strings.TrimPrefix(bare, "● "))
			return
		case strings.HasPrefix(bare, "console."):
			p.close()
		}
	}
	if p.cur != nil {
		if strings.HasPrefix(s, " › ") {
			p.close()
			return
		}
		p.cur.line(n, bare)
	}
}

// top reads a line without indentation.
func (p *jestParser) top(n int, s string) {
	switch s[0] {
	case 'F', 'P':
		if path, ok := jestSuite(s); ok {
			p.close()
			p.suite, p.suiteAt = path, n
			p.region.seen(n)
			if s[0] == 'P' {
				p.suiteAt = 0
				p.green = report.AppendFirst(p.green, n, fewSuites+1)
			}
		}
		if strings.HasPrefix(s, "Force exiting Jest") {
			p.note(n)
		}
	case 'T':
		switch {
		case strings.HasPrefix(s, "Test Suites: "):
			p.close()
			p.region.seen(n)
			p.summary = appendLast(p.summary, n)
			p.repeats = false
			parse.EachCount(s[len("Test Suites: "):], func(n int64, word string) {
				switch word {
				case "failed":
					p.badSuites += n
				case "total":
					p.suites += n
				}
			})
		case strings.HasPrefix(s, "Tests: "):
			p.total(n, s)
		case strings.HasPrefix(s, "Time: ") && p.ended:
			p.region.seen(n)
			p.region.end()
		}
	case 'S':
		if s == "Summary of all failing tests" {
			p.close()
			p.repeats = true
			p.region.seen(n)
		} else if strings.HasPrefix(s, "Snapshots: ") && p.ended && (strings.Contains(s, "failed") || strings.Contains(s, "obsolete")) {
			p.note(n)
		}
	case 'J':
		if strings.HasPrefix(s, "Jest: ") && (strings.Contains(s, "threshold") || strings.Contains(s, "not met")) {
			p.outside(n, s)
		} else if strings.HasPrefix(s, "Jest did not exit one second after") {
			p.note(n)
		}
	case 'N':
		if code, ok := strings.CutPrefix(s, "No tests found, exiting with code "); ok {
			p.region.seen(n)
			if code == "0" {
				p.ended = true
				p.summary = appendLast(p.summary, n)
			} else {
				p.outside(n, s)
			}
		}
	case 'R':
		if strings.HasPrefix(s, "Ran all test suites") && p.ended {
			p.region.seen(n)
			p.region.end()
		}
	case 'A':
		if strings.HasPrefix(s, "All files") && strings.Contains(s, "|") || strings.HasPrefix(s, "A worker process has failed to exit gracefully") {
			p.note(n)
		}
	default:
		if title, ok := strings.CutPrefix(s, "● "); ok && !strings.Contains(title, "Warning") && !strings.Contains(title, "›") {
			p.header(n, " "+title)
		}
	}
}

func (p *jestParser) total(n int, s string) {
	p.close()
	p.region.seen(n)
	p.ended = true
	p.summary = appendLast(p.summary, n)
	if p.counts == nil {
		p.counts = tally{}
	}
	parse.EachCount(s[len("Tests: "):], func(n int64, word string) {
		switch word {
		case "failed":
			p.counts.add(strategies.Failed, n)
		case "passed":
			p.counts.add(strategies.Passed, n)
		case "skipped":
			p.counts.add(strategies.Skipped, n)
		}
	})
}

// jestSuite reads "FAIL test/a.test.js (5.1 s)", "PASS  web  src/b.test.ts".
func jestSuite(s string) (string, bool) {
	if !strings.HasPrefix(s, "FAIL ") && !strings.HasPrefix(s, "PASS ") {
		return "", false
	}
	s = strings.TrimSpace(s[5:])
	if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, "s)") {
		s = s[:i]
	}
	s = s[strings.LastIndexByte(s, ' ')+1:]
	return s, sourceFile(s)
}

// header opens what is told below "● name".
func (p *jestParser) header(n int, name string) {
	p.close()
	title := strings.TrimSpace(name)
	switch {
	case title == "Console", strings.Contains(title, "Warning:"):
		return
	case strings.HasPrefix(name, " "):
		if strings.HasPrefix(title, "Cannot log after tests are done") {
			p.note(n)
			return
		}
		fallthrough
	case title == "Test suite failed to run":
		p.open = report.Finding{File: p.suite, At: n, Head: p.suiteAt}
		if title != "Test suite failed to run" {
			p.open.Message = strings.TrimSuffix(title, ":")
		}
	case p.suite == "":
		return // not below a test file: other programs have such lists too
	default:
		p.open = report.Finding{Name: title, File: p.suite, At: n, Head: p.suiteAt}
	}
	p.region.seen(n)
	p.cur = &jsFailure{}
}

// close ends what is told of a failure.
func (p *jestParser) close() {
	if p.cur == nil {
		return
	}
	f := p.open
	p.region.last = max(p.region.last, f.At)
	p.cur.fill(&f)
	p.cur = nil
	if f.Name == "" {
		p.broken++
		p.add(f)
		return
	}
	key := f.File + "\x00" + f.Name
	if p.repeats && p.told[key] {
		return
	}
	if p.told == nil {
		p.told = map[string]bool{}
	}
	if len(p.told) < MaxFindings {
		p.told[key] = true
	}
	p.tests++
	if last := len(p.findings) - 1; last >= 0 && p.findings[last].Name == f.Name && p.findings[last].File == f.File {
		p.again++
	}
	p.add(f)
}

func (p *jestParser) add(f report.Finding) {
	if len(p.findings) < MaxFindings {
		p.findings = append(p.findings, f)
	}
}

// outside takes in a failure that is told by one line, outside of any test.
func (p *jestParser) outside(n int, s string) {
	p.close()
	p.broken++
	p.region.seen(n)
	p.add(report.Finding{Message: s, At: n})
}

func (p *jestParser) note(n int) {
	if len(p.notes) < maxNotes {
		p.notes = append(p.notes, n)
	}
}

// Report implements [report.Reader].
func (p *jestParser) Report() report.Report {
	p.close()
	r := report.Report{Findings: p.findings, Notes: p.notes, Region: p.region.span(), Counts: p.counts.counts()}
	if p.broken > 0 {
		r.Counts[strategies.Errors] = int64(p.broken)
	}
	failed := p.counts[strategies.Failed]
	// A test that fails twice, such as in itself and in its teardown, is told twice.
	if p.ended && (int64(p.tests) < failed || int64(p.tests-p.again) > failed) {
		r.Distrust = disagree(failed, p.tests)
	}
	if p.ended && p.badSuites > 0 && len(p.findings) == 0 {
		r.Distrust = disagree(p.badSuites, 0)
	}
	switch {
	case len(p.findings) > 0 || failed > 0:
		r.Outcome = strategies.Fail
		r.Notes = append(r.Notes, p.summary...)
	case p.ended:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
		if k := len(p.green); k > 0 && k <= fewSuites && len(p.summary) > 0 && p.green[k-1]+2 >= p.summary[0] { // right above the totals
			r.Notes = append(r.Notes, p.green...)
		}
	}
	if len(p.findings) == 0 && !p.ended {
		return report.Report{}
	}
	return r
}
