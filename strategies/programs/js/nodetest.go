package js

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// nodeTest reads node --test with its spec and dot reporters; its TAP is read as any other. Failures are printed as
// they come by older versions, and by all in a list below the numbers:
//
//	✖ takes the food rate (1.167306ms)
//	ℹ tests 7
//	ℹ pass 4
//	ℹ fail 3
//
//	✖ failing tests:
//
//	test at test/cart.test.js:18:5
//	✖ takes the food rate (1.167306ms)
//	  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
var nodeTest = report.Program{
	Name:   "node --test",
	Runs:   func(c report.Call) bool { return c.Is("node", "tsx") && c.Has("--test") },
	Begins: []string{"> node --test", "$ node --test", "ℹ tests ", "✖ failing tests:", "▶ "},
	New:    func(report.Call) report.Parser { return &nodeTestParser{crashes: map[string]report.Finding{}} },
}

type nodeTestParser struct {
	ended   bool            // the numbers were read
	failed  int64           // tests that failed or were cancelled, as they count them
	list    bool            // in the list below the numbers
	at      parse.Place     // the place of the list's next test
	atLine  int             // the line with that place
	open    *report.Finding // the failed test whose failure follows; nil for none
	indent  int             // that of its line
	body    jsFailure
	tests   []report.Finding // failed tests among the results, or those of the list, which has them all
	listed  bool             // those of the list
	parents int64            // failed tests of which only a part failed
	crash   nodeCrash
	crashes map[string]report.Finding // by the file that failed
}

const (
	nodeTotals  = 3   // lines with numbers that are kept
	nodeCrashes = 256 // crashes that are kept until their files are named
)

// Line implements [report.Parser].
func (p *nodeTestParser) Line(l report.Line, run *report.Run) {
	bare := strings.TrimLeft(l.Text, " ")
	indent := len(l.Text) - len(bare)
	switch {
	case bare == "":
		if l.Text == "" {
			p.crash.line(l.N, "")
		}
	case p.mark(l.N, indent, bare, run), p.place(l, run):
	case l.Text == "Failed tests:": // the dot reporter's list
		p.beginList(l.N, run)
	default:
		if indent == 0 && p.indent == 0 {
			p.close()
		}
		if !p.crash.line(l.N, l.Text) && p.open != nil && indent > p.indent {
			p.body.line(l.N, bare)
		}
	}
}

// mark reads a line that opens with a sign.
func (p *nodeTestParser) mark(n, indent int, bare string, run *report.Run) bool {
	sign, rest, _ := strings.Cut(bare, " ")
	switch sign {
	case "✔", "▶", "﹣":
		p.close()
		run.Belongs(n)
		p.crash.take()
	case "ℹ":
		p.close()
		p.info(n, rest, run)
	case "✖":
		if !p.list && rest != "failing tests:" && !strings.Contains(rest, "ms)") {
			return false
		}
		p.close()
		if rest == "failing tests:" && indent == 0 {
			p.beginList(n, run)
		} else {
			p.test(n, indent, rest, run)
		}
	default:
		return false
	}
	return true
}

// beginList takes the line above the list of failures.
func (p *nodeTestParser) beginList(n int, run *report.Run) {
	p.close()
	p.list = true
	run.Belongs(n)
}

// place reads "test at test/cart.test.js:18:5", above a test of the list.
func (p *nodeTestParser) place(l report.Line, run *report.Run) bool {
	rest, ok := strings.CutPrefix(l.Text, "test at ")
	at, whole := textline.WholePlace(rest)
	if !ok || !whole || !p.list {
		return false
	}
	p.close()
	p.at, p.atLine = at, l.N
	run.Belongs(l.N)
	return true
}

// nodeCounts maps the words of numbers to kinds. A cancelled test didn't fail by itself.
var nodeCounts = map[string]strategies.Key{
	"pass": strategies.Passed, "fail": strategies.Failed, "cancelled": strategies.Errors, "skipped": strategies.Skipped,
}

// info reads "ℹ pass 7", less its sign.
func (p *nodeTestParser) info(n int, s string, run *report.Run) {
	if parse.StartsWith(s, "all files ", "Error: ") { // coverage; what happened after a test's end
		run.Notes = report.AppendFirst(run.Notes, n, maxNotes)
		return
	}
	word, num, _ := strings.Cut(s, " ")
	k, rest, ok := parse.CutNumber(num)
	key := nodeCounts[word]
	switch {
	case num == "":
	case word == "duration_ms":
		run.End(n, report.Ending{})
	case !ok || rest != "":
	case word == "tests":
		p.ended, p.list = true, false
		run.Belongs(n)
	case key != "":
		run.Adds(key, int64(k), report.Printed)
		run.Belongs(n)
		if key == strategies.Failed || key == strategies.Errors {
			p.failed += int64(k)
		}
		if word == "pass" || word == "fail" || word == "cancelled" && k > 0 {
			run.End(n, report.Ending{Totals: nodeTotals})
		}
	}
}

// test opens a failed test: "takes the food rate (1.16ms)". One that is still to be done may fail.
func (p *nodeTestParser) test(n, indent int, name string, run *report.Run) {
	run.Belongs(n)
	name, todo := nodeName(name)
	if todo {
		p.at, p.atLine = parse.Place{}, 0
		return
	}
	p.open, p.indent = &report.Finding{Name: name, At: n}, indent
	if p.list {
		p.open.File, p.open.Row, p.open.Col = p.at.File, p.at.Row, p.at.Col
	}
}

// nodeName takes the time off a name. A test that is still to be done has its reason after the time: "floats (1.2ms) #
// TODO".
func nodeName(s string) (name string, todo bool) {
	i := strings.LastIndex(s, "ms)")
	if i < 0 {
		return s, false
	}
	rest := s[i+len("ms)"):]
	j := strings.LastIndex(s[:i], " (")
	if j < 0 || rest != "" && !strings.HasPrefix(rest, " # ") {
		return s, false
	}
	return s[:j], rest != ""
}

// close ends the open test.
func (p *nodeTestParser) close() {
	if p.open == nil {
		return
	}
	f, body := p.open, p.body
	p.open, p.indent, p.body = nil, 0, jsFailure{}
	if partsFailed(body.msg) || !body.some && !p.list {
		p.parents++
		return
	}
	if body.at.File != "" {
		f.File, f.Row, f.Col = body.at.File, body.at.Row, body.at.Col
	}
	if p.list && p.atLine > 0 && len(body.frames) == 0 {
		body.tail = []int{p.atLine}
	}
	body.fill(f)
	if body.msg == "'test failed'" {
		p.dead(f)
	}
	p.at, p.atLine = parse.Place{}, 0
	if p.list && !p.listed {
		p.tests, p.listed = nil, true
	}
	if len(p.tests) < report.MaxFindings {
		p.tests = append(p.tests, *f)
	}
}

// dead joins a file that failed as a whole with the crash that was printed before.
func (p *nodeTestParser) dead(f *report.Finding) {
	if c, ok := p.crash.take(); ok && len(p.crashes) < nodeCrashes {
		p.crashes[f.Name] = c
	}
	if c, ok := p.crashes[f.Name]; ok {
		f.Message, f.File, f.Row, f.Col = c.Message, c.File, c.Row, c.Col
		f.Evidence = append([]int{c.At}, append(c.Evidence, f.Evidence...)...)
	}
}

// partsFailed reports whether a message only counts failed parts of a test: '2 subtests failed'.
func partsFailed(msg string) bool {
	n, rest, _ := parse.CutNumber(strings.Trim(msg, "'"))
	return n > 0 && (rest == " subtest failed" || rest == " subtests failed")
}

// Close implements [report.Closer].
func (p *nodeTestParser) Close(run *report.Run) {
	p.close()
	afterOthers(p.tests)
	for _, f := range p.tests {
		run.Found("", f)
	}
	n := int64(len(p.tests))
	switch {
	case p.listed && !p.ended && p.failed == 0:
		run.Adds(strategies.Failed, n, report.Counted) // the dot reporter prints no numbers
	case !p.ended && p.failed == 0:
	case p.lost(n):
		run.Differs(strategies.Failed, p.failed, n)
	case n > 0:
		run.Claim(report.Failed)
	default:
		run.Claim(report.Passed)
	}
}

// lost reports whether the numbers count failed tests that weren't found. A test whose part failed counts as failed,
// and isn't in the list.
func (p *nodeTestParser) lost(found int64) bool {
	if found == 0 {
		return p.failed > 0
	}
	return found < report.MaxFindings && found+p.parents < p.failed
}
