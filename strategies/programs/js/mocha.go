package js

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// mocha reads mocha's reporters for people. All of them end alike, with the numbers and a numbered list of
// failures:
//
//	4 passing (6ms)
//	1 pending
//	3 failing
//
//	1) Cart
//	     prints a receipt:
//
//	    AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
var mocha = report.Program{
	Name:   "mocha",
	Names:  []string{"mocha", "_mocha"},
	Begins: []string{"> mocha", "$ mocha", "> nyc mocha", "✔ ", "✓ "},
	Looks: func(line string) bool { // "  4 passing (6ms)"
		return len(line) > 12 && line[:2] == "  " && parse.Digit(line[2]) && strings.Contains(line, " passing (")
	},
	New: func(report.Call) report.Parser { return new(mochaParser) },
}

type mochaParser struct {
	open    jsOpen
	title   []string // the name of the failure whose name isn't complete
	failing int      // how many failures the list has
	next    int      // the number of the one that comes next
	marked  markedTests
	ended   bool      // the numbers were read
	died    bool      // it ended before its first test
	crash   nodeCrash // after the end, or what ended it
}

// Line implements [report.Parser].
func (p *mochaParser) Line(l report.Line, run *report.Run) {
	bare := strings.TrimLeft(l.Text, " ")
	indent := len(l.Text) - len(bare)
	switch {
	case bare == "":
		p.crash.line(l.N, l.Text)
	case indent == 2 && (p.count(l.N, bare, run) || p.numbered(l.N, bare, run)):
	case p.title != nil:
		p.name(l.N, indent, bare, run)
	case indent == 1 && strings.HasPrefix(bare, "Exception during run: "):
		p.exception(l.N, strings.TrimPrefix(bare, "Exception during run: "), run)
	case strings.HasPrefix(l.Text, "Error: No test files found"):
		p.open.close()
		run.Found(strategies.Errors, report.Finding{Message: l.Text, At: l.N})
	case p.died && p.open.to != nil:
		p.open.line(l.N, bare)
	case p.crash.line(l.N, l.Text):
	case p.open.to != nil:
		p.open.line(l.N, bare)
	case indent >= 2 && !p.ended:
		p.mark(l.N, bare, run)
	}
}

// mark reads the mark of a failed test among the results: "2) prints a receipt".
func (p *mochaParser) mark(n int, bare string, run *report.Run) {
	if name, ok := mochaNumber(bare, len(p.marked)+1); ok {
		p.marked.add(report.Finding{Name: name, At: n}, run)
	}
}

// mochaNumber takes a number off a name: "2) prints a receipt".
func mochaNumber(s string, number int) (name string, ok bool) {
	n, rest, counted := parse.CutNumber(s)
	name, ok = strings.CutPrefix(rest, ") ")
	return name, ok && counted && n == number
}

// exception reads what ended the run before its first test: " Exception during run: Error: no boat", or the place of an
// exception that Node prints.
func (p *mochaParser) exception(n int, message string, run *report.Run) {
	p.open.close()
	p.died = true
	run.Belongs(n)
	if crashPlace(message) {
		p.crash.line(n, message) // the code and the message follow
		return
	}
	p.open.begin(strategies.Errors, report.Finding{Message: message, At: n}, run)
}

// count reads "4 passing (6ms)", "1 pending", "3 failing".
func (p *mochaParser) count(n int, bare string, run *report.Run) bool {
	num, rest, ok := parse.CutNumber(bare)
	switch {
	case !ok:
		return false
	case strings.HasPrefix(rest, " passing (") && strings.HasSuffix(rest, ")"):
		p.open.close()
		p.ended, p.failing, p.title, p.marked = true, 0, nil, nil
		run.Adds(strategies.Passed, int64(num), report.Printed)
		run.End(n, report.Ending{Totals: report.MaxSummary})
		run.Claim(report.Passed)
	case !p.ended || p.open.to != nil:
		return false
	case rest == " pending":
		run.Adds(strategies.Skipped, int64(num), report.Printed)
		run.Skips = "pending"
	case rest == " failing":
		run.States(strategies.Failed, int64(num))
		p.failing, p.next = num, 1
	default:
		return false
	}
	run.End(n, report.Ending{})
	return true
}

// numbered opens a failure of the list: "1) Cart", with the rest of its name on the lines below.
func (p *mochaParser) numbered(n int, bare string, run *report.Run) bool {
	title, ok := mochaNumber(bare, p.next)
	if !ok || p.next > p.failing {
		return false
	}
	p.next++
	p.died = false
	p.open.begin(strategies.Failed, report.Finding{At: n}, run)
	p.title = nil
	p.named(n, title, run)
	return true
}

// name reads a further line of a name, which ends with a colon.
func (p *mochaParser) name(n, indent int, bare string, run *report.Run) {
	if indent < 5 || len(p.title) > 16 {
		p.title = nil
		p.open.line(n, bare)
		return
	}
	f := p.open.to
	if f.Head == 0 {
		f.Head = f.At
	}
	p.named(n, bare, run)
}

// named adds a line to the name of the open failure.
func (p *mochaParser) named(n int, line string, run *report.Run) {
	p.title = append(p.title, line)
	p.open.to.At = n
	p.open.to.Name = strings.TrimSuffix(strings.Join(p.title, " > "), ":")
	if strings.HasSuffix(line, ":") {
		p.title = nil
	}
	run.End(n, report.Ending{})
}

// Close implements [report.Closer].
func (p *mochaParser) Close(run *report.Run) {
	p.open.close()
	if f, ok := p.crash.take(); ok && (p.ended || p.died) {
		run.Found(strategies.Errors, f)
	}
	if !p.ended && len(run.Pending()) == 0 {
		p.marked.found(run)
	}
}
