package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// vitest reads vitest's reporters for people: default, verbose, tree, dot.
var vitest = report.Program{
	Name:   "vitest",
	Runs:   func(c shell.Call) bool { return c.Name == "vitest" },
	Begins: []string{"> vitest", "$ vitest", "RUN  v", "DEV  v", "⎯⎯⎯"},
	Old:    func() report.Reader { return &vitestParser{} },
}

// vitestParser follows the sections below the results: failed suites, failed tests, unhandled errors.
type vitestParser struct {
	heads          []report.Finding // the tests whose common failure comes now
	cur            *jsFailure
	findings       []report.Finding
	inline         []report.Finding // failed tests by their marks, for a run that was killed
	tests, again   int
	suites         bool  // in the list of suites that failed as a whole
	broken         int   // suites that didn't run
	unhandled      int   // errors outside of any test
	run            tally // the numbers of this run: what is printed last holds
	before         tally // those of the runs before it
	files          bool  // this run's files were counted
	badFiles       bool  // and some failed
	errs           int64 // "Errors 2 errors"
	ended          bool  // a run was counted
	crash          nodeCrash
	summary, notes []int
	region         extent
}

func (p *vitestParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	if bare == "" {
		p.crash.line(n, "")
		return
	}
	switch bare[0] {
	case 'F':
		if name, ok := strings.CutPrefix(bare, "FAIL  "); ok && len(s)-len(bare) <= 1 && p.header(n, name) {
			return
		}
	case 'R', 'D':
		if len(s)-len(bare) <= 1 && (strings.HasPrefix(bare, "RUN  v") || strings.HasPrefix(bare, "DEV  v")) {
			p.commit()
			p.region.seen(n)
			return
		}
		if strings.HasPrefix(s, "   Duration  ") && p.files {
			p.region.seen(n)
			p.region.end()
			return
		}
	case 'T', 'E':
		if p.cur != nil && strings.HasPrefix(s, " Test Files  ") {
			p.close()
		}
		if p.cur == nil && p.count(n, s, bare) {
			return
		}
		if p.cur == nil && strings.HasPrefix(s, "ERROR: Coverage for ") {
			p.outside(n, s)
			return
		}
	case 'N':
		if code, ok := strings.CutPrefix(s, "No test files found, exiting with code "); ok {
			if code == "0" {
				p.ended = true
				p.summary = appendLast(p.summary, n)
			} else {
				p.outside(n, s)
			}
			return
		}
	case 'A':
		if p.cur == nil && strings.HasPrefix(s, "All files") && strings.Contains(s, "|") && len(p.notes) < maxNotes {
			p.notes = append(p.notes, n)
			return
		}
	case 0xe2: // ⎯
		if strings.HasPrefix(s, "⎯⎯") {
			p.section(n, s)
			return
		}
	case 0xc3: // ×
		if name, ok := strings.CutPrefix(bare, "× "); ok && p.cur == nil && bare != s && len(p.inline) < MaxFindings {
			p.inline = append(p.inline, report.Finding{Name: name, At: n})
			p.region.seen(n)
		}
		return
	}
	if p.cur != nil {
		p.body(n, bare)
		return
	}
	p.crash.line(n, s)
}

// body takes in a line of a failure.
func (p *vitestParser) body(n int, bare string) {
	f := &p.heads[0]
	if f.At == 0 {
		f.At = n // an error that no line but its own names
		f.Message = bare
		p.region.seen(n)
		return
	}
	if strings.HasPrefix(bare, "This error originated in ") {
		f.Evidence = append(f.Evidence, n)
		return
	}
	if strings.HasPrefix(bare, "The latest test that might've caused the error") {
		f.Evidence = append(f.Evidence, n)
		p.close() // what that may mean is the same each time
		return
	}
	p.cur.line(n, bare)
}

// header opens a failure: "test/a.test.ts > Cart > adds up", "|web| test/b.test.ts [ test/b.test.ts ]". Tests that failed
// alike follow each other.
func (p *vitestParser) header(n int, name string) bool {
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
	if p.cur == nil || p.cur.some || len(p.heads) > 0 && p.heads[0].At == 0 {
		p.close()
		p.cur = &jsFailure{}
	}
	p.region.seen(n)
	f := report.Finding{File: file, At: n}
	f.Name = test
	if isTest = isTest && !p.suites; isTest {
		p.tests++
	} else {
		p.broken++
	}
	if last := len(p.heads) + len(p.findings) - 1; isTest && last >= 0 {
		prev := &report.Finding{}
		if len(p.heads) > 0 {
			prev = &p.heads[len(p.heads)-1]
		} else {
			prev = &p.findings[last]
		}
		if prev.Name == f.Name && prev.File == f.File {
			p.again++
		}
	}
	if len(p.heads) < MaxFindings {
		p.heads = append(p.heads, f)
	}
	return true
}

// section reads a rule, "⎯⎯⎯ Failed Tests 3 ⎯⎯⎯", which ends what stands above it.
func (p *vitestParser) section(n int, s string) {
	title := strings.Trim(s, "⎯ ")
	p.close()
	if strings.HasPrefix(title, "Failed ") {
		p.suites = strings.HasPrefix(title, "Failed Suites ")
	}
	switch {
	case title == "" || title[0] == '[' || strings.HasPrefix(title, "Failed ") || strings.HasSuffix(title, "Errors"):
		return
	case strings.HasPrefix(title, "Un") || strings.HasSuffix(title, "Error"): // Unhandled Rejection, Uncaught Exception, Startup Error
		p.unhandled++
		p.cur = &jsFailure{}
		p.heads = append(p.heads[:0], report.Finding{})
	}
}

func (p *vitestParser) close() {
	if p.cur == nil {
		return
	}
	if p.heads[0].Name == "" && p.heads[0].File == "" {
		if c, ok := p.crash.take(); ok { // what a worker printed when it died
			p.heads[0].Evidence = append(p.heads[0].Evidence, append([]int{c.At}, c.Evidence...)...)
		}
	}
	for i := range p.heads {
		f := &p.heads[i]
		if f.At == 0 || len(p.findings) == MaxFindings {
			continue
		}
		says := f.Evidence
		f.Evidence = nil
		if i == 0 || i == len(p.heads)-1 {
			p.cur.fill(f)
		} else {
			f.Message = p.cur.msg
		}
		f.Evidence = append(f.Evidence, says...)
		p.findings = append(p.findings, *f)
	}
	p.cur, p.heads = nil, p.heads[:0]
}

// outside takes in a failure that is told by one line, outside of any test.
func (p *vitestParser) outside(n int, s string) {
	p.close()
	p.unhandled++
	p.region.seen(n)
	if len(p.findings) < MaxFindings {
		p.findings = append(p.findings, report.Finding{Message: s, At: n})
	}
}

// count reads the lines at the end: "      Tests  2 failed | 205 passed (207)".
func (p *vitestParser) count(n int, s, bare string) bool {
	if s == bare {
		return false
	}
	if _, ok := strings.CutPrefix(bare, "Test Files  "); ok {
		p.run, p.files, p.badFiles, p.errs = tally{}, true, strings.Contains(bare, " failed"), 0
		p.summary = appendLast(p.summary, n)
		p.region.seen(n)
		return true
	}
	if !p.files {
		return false
	}
	if rest, ok := strings.CutPrefix(bare, "Tests  "); ok {
		parse.EachCount(rest, func(n int64, word string) {
			switch word {
			case "failed":
				p.run[strategies.Failed] = n
			case "passed":
				p.run[strategies.Passed] = n
			case "skipped":
				p.run[strategies.Skipped] = n
			}
		})
		p.summary = appendLast(p.summary, n)
		p.region.seen(n)
		return true
	}
	if rest, ok := strings.CutPrefix(bare, "Errors  "); ok {
		parse.EachCount(rest, func(n int64, _ string) { p.errs = n })
		p.region.seen(n)
		return true
	}
	return false
}

// commit ends a run.
func (p *vitestParser) commit() {
	p.close()
	if !p.files {
		return
	}
	if p.before == nil {
		p.before = tally{}
	}
	for k, n := range p.run {
		p.before[k] += n
	}
	p.before[strategies.Errors] += p.errs
	p.ended = true
	p.run, p.files = nil, false
	if p.badFiles {
		p.before[strategies.BadPackages] = 1
	}
	p.badFiles, p.errs = false, 0
}

// manyTold is how many failures are named where they are told; more are named in the list of results, where names stand
// close together.
const manyTold = 8

// nameInline names all failures but the first by their lines among the results.
func (p *vitestParser) nameInline() {
	at := map[string][]int{}
	for _, f := range p.inline {
		name := f.Name
		if i := strings.LastIndexByte(name, ' '); i > 0 && strings.HasSuffix(name, "ms") && parse.Digit(name[i+1]) {
			name = name[:i]
		}
		at[name] = append(at[name], f.At)
	}
	for i := range p.findings {
		f := &p.findings[i]
		key := f.File + " > " + f.Name // the verbose reporter
		if len(at[key]) == 0 {
			key = f.Name[strings.LastIndex(f.Name, " > ")+1:]
			key = strings.TrimPrefix(key, "> ")
		}
		if list := at[key]; f.Name != "" && len(list) > 0 {
			at[key] = list[1:]
			if i > 0 {
				f.Evidence = append(f.Evidence, f.At)
				f.At = list[0]
			}
		}
	}
}

// Report implements [report.Reader].
func (p *vitestParser) Report() report.Report {
	p.commit()
	r := report.Report{Findings: p.findings, Notes: p.notes, Region: p.region.span(), Counts: p.before.counts()}
	failed, bad := r.Counts[strategies.Failed], r.Counts[strategies.BadPackages] > 0
	errs := r.Counts[strategies.Errors]
	delete(r.Counts, strategies.BadPackages)
	if n := int64(p.broken) + max(errs, int64(p.unhandled)); n > 0 {
		r.Counts[strategies.Errors] = n
	}
	if p.ended && (int64(p.tests) < failed || int64(p.tests-p.again) > failed || int64(p.unhandled) < errs) {
		r.Distrust = disagree(failed+errs, p.tests+p.unhandled)
	}
	if p.ended && bad && len(p.findings) == 0 {
		r.Distrust = disagree(1, 0)
	}
	if !p.ended && len(p.findings) == 0 {
		r.Findings = p.inline
	} else if len(p.findings) > manyTold {
		p.nameInline()
	}
	switch {
	case len(r.Findings) > 0:
		if p.ended || len(p.findings) > 0 {
			r.Outcome = strategies.Fail
		}
		r.Notes = append(r.Notes, p.summary...)
	case p.ended && failed == 0 && !bad:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	case !p.ended:
		return report.Report{}
	}
	return r
}
