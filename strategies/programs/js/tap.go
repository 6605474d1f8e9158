package js

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// tap reads the Test Anything Protocol, with subtests and the details in YAML that Node, vitest and others add:
//
//	TAP version 13
//	# Subtest: adds
//	ok 1 - adds
//	  ---
//	  duration_ms: 0.5
//	  ...
//	not ok 2 - takes the food rate
//	  ---
//	  location: '/home/dev/project/test/cart.test.js:20:14'
//	  error: 'Expected values to be strictly equal:'
//	  ...
//	1..2
//	# pass 1
//	# fail 1
var tap = report.Program{
	Name: "tap",
	Runs: func(c report.Call) bool {
		return c.Is("bats", "tape", "tap") || c.Is("node", "tsx") && c.Has("--test")
	},
	Begins: []string{"TAP version 1", "1..", "ok 1 ", "not ok ", "# Subtest: "},
	Extent: report.FirstToLast,
	New: func(report.Call) report.Parser {
		return &tapParser{counted: tapCounts{strategies.Passed: 0}, stated: tapCounts{}}
	},
}

// tapParser counts the test points that aren't made of others. A point with subtests comes below them, but for
// vitest's, which opens a bracket.
type tapParser struct {
	began        bool
	planned, top int64 // points at the top
	plans        int64
	levels       tapLevels
	brackets     bool      // a point with subtests opens a bracket, and its parts follow
	counted      tapCounts // points
	stated       tapCounts // "# pass 7"
	cur          *tapPoint // the failed point whose details come
	title        string    // the last comment, which may be the title of the next point
	titled       int       // its line
	pointed      int       // the line of the last point
	crash        nodeCrash
	bail         bool
	runs, summed int // runs that begin, and that state how many tests passed
}

type tapCounts map[strategies.Key]int64

const tapTotalLines = 3 // last lines with numbers that are kept

// Line implements [report.Parser].
func (p *tapParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" {
		return
	}
	in := parse.Indent(l.Text)
	failed, isFailure := strings.CutPrefix(l.Bare, "not ")
	point, isPoint := strings.CutPrefix(failed, "ok ")
	switch {
	case p.cur != nil && p.cur.yaml && p.cur.detail(l.N, in, l.Bare):
	case isPoint && p.point(l.N, in, point, !isFailure, run):
	case l.Bare[0] == '#':
		p.comment(l.N, in, strings.TrimPrefix(l.Bare[1:], " "), run)
	case p.plan(l, in, run):
	case in == 0 && strings.HasPrefix(l.Bare, "Bail out!"):
		p.close(run)
		p.bail = p.began
		run.Found("", report.Finding{Message: l.Bare, At: l.N})
		run.Claim(report.Failed)
	case strings.HasPrefix(l.Text, "TAP version 1"):
		p.began = true
		p.runs++
		run.Start(l.N)
	case strings.HasPrefix(l.Text, "Files=") && strings.Contains(l.Text, ", Tests="):
		run.Claim(report.NotOurs) // prove reads it, and counts
	case p.cur != nil:
		p.cur.line(l, in)
	}
}

// plan reads "1..7", "1..0 # SKIP no boat". Only the plan at the top counts.
func (p *tapParser) plan(l report.Line, in int, run *report.Run) bool {
	number, found := strings.CutPrefix(l.Bare, "1..")
	k, rest, ok := parse.CutNumber(number)
	if alone := rest == "" || strings.HasPrefix(rest, " #"); !found || !ok || !alone {
		return false
	}
	if in == 0 {
		p.close(run)
		if run.Belongs(l.N); p.began && p.top > 0 {
			run.End(l.N, report.Ending{Part: true}) // a plan after its tests
		}
		p.began = true
		p.plans++
		p.planned += int64(k)
	}
	return true
}

// point reads what follows "ok " or "not ok ": "2 - takes the food rate # SKIP why".
func (p *tapParser) point(n, in int, s string, ok bool, run *report.Run) bool {
	k, name, _ := parse.CutNumber(s)
	numbered := k > 0 && (name == "" || parse.StartsWith(name, " ", "-"))
	if !numbered && !strings.HasPrefix(s, "- ") {
		return false
	}
	p.close(run)
	run.Belongs(n)
	p.began, p.pointed = true, n
	name, opens := strings.CutSuffix(strings.TrimPrefix(strings.TrimLeft(name, " "), "- "), " {")
	name, result := tapDirective(name, ok)
	parts := p.levels.take(in, result != strategies.Failed)
	if p.brackets = p.brackets || opens; p.brackets {
		parts = tapLevel{} // they are below it
	}
	if in == 0 {
		p.top++
	}
	if whole := !opens && parts.points == 0; whole && result != "" { // else its parts are counted
		p.counted[result]++
	}
	if result == strategies.Failed && !opens {
		p.cur = &tapPoint{Finding: report.Finding{Name: name, At: n}, indent: in, parts: parts.failed > 0}
		if p.titled == n-1 && !strings.HasSuffix(p.title, name) {
			p.cur.Head = p.titled
		}
	}
	if ok {
		p.crash.take()
	}
	return true
}

// tapDirective takes "# SKIP why", "# TODO", "# time=2ms" off a name. The result is "" for a test that is to be done.
func tapDirective(s string, ok bool) (name string, result strategies.Key) {
	result = strategies.Failed
	if ok {
		result = strategies.Passed
	}
	i := strings.LastIndex(" "+s, " # ")
	if i < 0 {
		return s, result
	}
	word := strings.ToLower(strings.TrimLeft(s[i:], " #"))
	switch {
	case strings.HasPrefix(word, "skip"):
		result = strategies.Skipped
	case strings.HasPrefix(word, "todo"):
		result = ""
	case !parse.StartsWith(word, "time=", "in "):
		return s, result
	}
	return strings.TrimRight(s[:max(i-1, 0)], " "), result
}

// tapLevels holds the points that may still be parts of a later one: those of each indentation, which rises.
type tapLevels []tapLevel

type tapLevel struct{ in, points, failed int }

// take notes a point at an indentation, and returns those that are its parts: all that are indented further.
func (t *tapLevels) take(in int, ok bool) (parts tapLevel) {
	i := len(*t)
	for ; i > 0 && (*t)[i-1].in > in; i-- {
		parts.points += (*t)[i-1].points
		parts.failed += (*t)[i-1].failed
	}
	*t = (*t)[:i]
	if i == 0 || (*t)[i-1].in < in {
		*t = append(*t, tapLevel{in: in})
	}
	level := &(*t)[len(*t)-1]
	level.points++
	if !ok {
		level.failed++
	}
	return parts
}

// comment takes a comment without its mark: "pass 7", "Subtest: adds", "Looks like you failed 1 test of 3.", and output
// of a test.
func (p *tapParser) comment(n, in int, s string, run *report.Run) {
	p.title, p.titled = strings.Clone(s), n
	switch {
	case in == 0 && p.began && p.total(n, s, run):
	case parse.StartsWith(s, "Looks like ", "bats warning: "):
		run.End(n, report.Ending{Totals: tapTotalLines})
	case strings.HasPrefix(s, "Subtest: "):
		p.close(run)
	case p.crash.line(n, s):
	case p.cur != nil && in >= p.cur.indent:
		p.cur.comment(n, s)
	}
}

// tapTotals maps the words of numbers in comments to kinds. Those without a key are read, and not counted.
var tapTotals = map[string]strategies.Key{
	"pass": strategies.Passed, "fail": strategies.Failed, "cancelled": strategies.Errors, "skipped": strategies.Skipped,
	"skip": strategies.Skipped, "tests": "", "suites": "", "todo": "", "duration_ms": "",
}

// total reads "pass 7", "duration_ms 61.5".
func (p *tapParser) total(n int, s string, run *report.Run) bool {
	word, number, _ := strings.Cut(s, " ")
	number = strings.TrimLeft(number, " ")
	k, rest, ok := parse.CutNumber(number)
	key, known := tapTotals[word]
	whole := rest == "" || word == "duration_ms"
	if !ok || !known || !whole {
		return false
	}
	p.close(run)
	run.Belongs(n)
	if key == "" {
		return true
	}
	p.stated[key] += int64(k)
	if key == strategies.Passed {
		p.summed++
	}
	if k > 0 || key == strategies.Passed || key == strategies.Failed {
		run.End(n, report.Ending{Totals: tapTotalLines})
	}
	return true
}

// Close implements [report.Closer].
func (p *tapParser) Close(run *report.Run) {
	p.close(run)
	if p.top+p.plans == 0 && !p.bail {
		run.Claim(report.NotOurs)
		return
	}
	if p.plans == 0 && len(p.stated) == 0 && p.titled > p.pointed {
		shape.EndLine(run, p.titled) // it may name a test that ended the run
	}
	counts, from := p.stated, report.Printed
	if len(counts) == 0 {
		counts, from = p.counted, report.Counted
	} else if p.summed < p.runs {
		run.Part = true
	}
	for key, n := range counts {
		run.Adds(key, n, from)
	}
	failed, found := counts[strategies.Failed]+counts[strategies.Errors], int64(len(run.Pending()))
	switch {
	case found == 0 && failed > 0, found < min(p.counted[strategies.Failed], report.MaxFindings):
		run.Differs(strategies.Failed, failed, found)
	case failed > 0 || found > 0:
		run.Claim(report.Failed)
	case p.plans > 0 && p.planned == p.top:
		run.Claim(report.Passed)
	}
	afterOthers(run.Pending())
}
