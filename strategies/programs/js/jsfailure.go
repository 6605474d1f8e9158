package js

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// jsFailure gathers the lines that JavaScript runners print below the name of a failed test: a message, the expected
// and the received value, a piece of code, frames.
//
//	AssertionError: expected 17 to be 18 // Object.is equality
//	- Expected
//	+ Received
//	- 18
//	+ 17
//	 ❯ test/cart.test.js:19:56
type jsFailure struct {
	head    []int // the message
	values  []int // the expected and the received value
	frames  []int // of the project's own code
	tail    []int // lines that are shown below all others
	code    int   // the line of code that is pointed at
	at      parse.Place
	msg     string
	more    string // the second line of the message
	shown   string // the first of values as text
	below   bool   // code or frames have come: no more of the message does
	came    bool   // the second of values is the received one
	diff    bool   // a difference has begun
	details bool   // in jest's lines about a file that it can't read
	some    bool   // a line has come
}

const (
	maxJSHead   = 6
	maxJSValues = 12
	maxJSFrames = 2
)

// line takes a line below the name. s has no indentation.
func (f *jsFailure) line(n int, s string) {
	if s == "" {
		return
	}
	f.some = true
	at, own, frame := textline.JSFrame(s)
	pointed, code := codeLine(s, f.at.Row)
	switch {
	case frame:
		f.below = true
		if own {
			f.frame(n, at)
		}
	case code:
		f.below = true
		if pointed {
			f.code = cmp.Or(f.code, n)
		}
	case f.details && f.detail(n, s):
	case s == "Details:" && f.msg == "Jest encountered an unexpected token": // what comes between is advice
		f.head, f.more, f.details = f.head[:1], "", true
	case diffHead(s):
		f.diff = true
	case jsBoiler(s):
	case valueLine(s):
		f.value(n, s)
	case strings.HasPrefix(s, "Caused by: "), f.inMessage() && hasWords(s):
		f.message(n, s)
	}
}

// message takes a line of the message.
func (f *jsFailure) message(n int, s string) {
	f.head = append(f.head, n)
	if f.msg == "" {
		f.msg = s
	} else {
		f.more = cmp.Or(f.more, s)
	}
}

// value takes "Expected: 18", "Received: 17", "- 18".
func (f *jsFailure) value(n int, s string) {
	f.values = report.AppendFirst(f.values, n, maxJSValues)
	if len(f.values) <= 2 {
		f.came = len(f.values) == 2 && strings.HasPrefix(s, "Received")
		f.shown = strings.TrimPrefix(f.shown+"; "+s, "; ")
	}
}

// inMessage reports whether the next line may still be the message's.
func (f *jsFailure) inMessage() bool {
	return !f.below && !f.diff && len(f.values) == 0 && len(f.head) < maxJSHead
}

// hasWords reports whether a line has words: brackets alone explain nothing.
func hasWords(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool {
		return c >= 0x80 || unicode.IsLetter(c) || unicode.IsDigit(c)
	})
}

// detail reads jest's lines about a file that it can't read: a place, the code, and the parser's message.
func (f *jsFailure) detail(n int, s string) bool {
	if at, ok := textline.WholePlace(s); ok && f.at.File == "" {
		f.at = at
	} else if jsError(s) {
		f.head, f.msg, f.details = append([]int{n}, f.head...), s, false
		return true
	}
	return false
}

// frame takes a frame in the project's own code.
func (f *jsFailure) frame(n int, at parse.Place) {
	if f.at.File == "" {
		f.at = at
	}
	f.frames = report.AppendFirst(f.frames, n, maxJSFrames)
}

// fill adds the gathered lines to a finding, the most useful first: the cause, the place, and then the rest.
func (f *jsFailure) fill(to *report.Finding) {
	message, most, rest := f.ranked()
	frame, frames := cutAt(f.frames, 1)
	lines := slices.Concat(most, frame, rest)
	if f.code > 0 {
		lines = slices.Insert(lines, min(3, len(lines)), f.code)
	}
	to.Evidence = slices.Concat(to.Evidence, lines, frames, f.tail)
	if to.Message == "" {
		to.Message = message
	}
	if f.at.File != "" && to.Row == 0 {
		to.File, to.Row, to.Col = f.at.File, f.at.Row, f.at.Col
	}
}

// ranked returns the failure's message, its lines, and the other lines. If the message only announces the values, as
// "expect(received).toBe(expected)" and "Expected values to be strictly equal:" do, the values are the message.
func (f *jsFailure) ranked() (message string, most, rest []int) {
	announces := strings.HasSuffix(f.msg, ":")
	only := f.msg == "" || announces && f.more == "" || parse.StartsWith(f.msg, "expect(", "Error: expect(")
	switch {
	case len(f.values) > 0 && only:
		most, rest = cutAt(f.values, 2)
		if f.came { // the code has the expected value too
			most = []int{most[1], most[0]}
		}
		message = f.shown
		if announces {
			message = f.msg + " " + f.shown
		}
		return message, most, slices.Concat(rest, f.head)
	case announces && f.more != "":
		return f.msg + " " + f.more, f.head[1:2], slices.Concat(f.head[:1], f.head[2:], f.values)
	}
	most, rest = cutAt(f.head, 1)
	return f.msg, most, slices.Concat(rest, f.values)
}

func cutAt(list []int, n int) (head, rest []int) {
	n = min(n, len(list))
	return list[:n:n], list[n:]
}

// jsOpen holds the failure to which the next lines belong.
type jsOpen struct {
	body jsFailure
	to   *report.Finding // as the run keeps it; nil while no failure is open
}

// begin hands a failure to the run and opens it.
func (o *jsOpen) begin(key strategies.Key, f report.Finding, run *report.Run) {
	o.close()
	if o.to = run.Found(key, f); o.to == nil {
		o.ignore()
	}
}

// ignore opens a failure that the run doesn't keep, so that its lines aren't taken for another's.
func (o *jsOpen) ignore() { o.to = new(report.Finding) }

// line takes a line, if a failure is open.
func (o *jsOpen) line(n int, s string) {
	if o.to != nil {
		o.body.line(n, s)
	}
}

// close fills the open failure with the lines below it.
func (o *jsOpen) close() {
	if o.to != nil {
		o.body.fill(o.to)
	}
	*o = jsOpen{}
}

// markedTests holds failed tests that only their marks among the results name, as in a run that was killed.
type markedTests []report.Finding

// add keeps a test.
func (m *markedTests) add(f report.Finding, run *report.Run) {
	run.Belongs(f.At)
	if len(*m) < report.MaxFindings {
		*m = append(*m, f)
	}
}

// found hands the tests to the run. They aren't counted, since more may have failed. Without any, the output is
// empty.
func (m markedTests) found(run *report.Run) {
	if len(m) == 0 {
		run.Claim(report.NotOurs)
	}
	for _, f := range m {
		run.Found("", f)
	}
}

// codeLine reports whether a line belongs to the listing below a message, "> 18 |   code", "  |   ^". pointed is set
// for the line of the error: it has a mark, or the number row.
func codeLine(s string, row int) (pointed, code bool) {
	s, pointed = strings.CutPrefix(s, "> ")
	n, rest, _ := parse.CutNumber(strings.TrimLeft(s, " "))
	if !strings.HasPrefix(strings.TrimLeft(rest, " "), "|") || pointed && n == 0 {
		return false, false
	}
	return pointed || n > 0 && n == row, true
}

// valueLine reports whether a line is the expected or the received value, or a changed line of their difference.
func valueLine(s string) bool {
	if s[0] == '-' || s[0] == '+' {
		return len(s) > 1 && !diffHead(s)
	}
	return parse.StartsWith(s, "Expected: ", "Expected ", "Received: ", "Received ") && strings.Contains(s, ": ")
}

// diffHead reports whether a line only explains the signs of a difference.
func diffHead(s string) bool {
	switch s {
	case "- Expected", "+ Received", "+ expected - actual", "+ actual - expected":
		return true
	}
	return parse.StartsWith(s, "- Expected  ", "+ Received  ", "- Snapshot  ", "+ actual - expected ")
}

// jsBoiler reports whether a line is the same below every failure.
func jsBoiler(s string) bool {
	return s == "}" || parse.StartsWith(s, "generatedMessage: true,", "code: 'ERR_ASSERTION',", "requireStack: [",
		"Error Context: ", "operator: '")
}

// jsError reports whether a line opens with the name of an exception: "TypeError: x", "Error: y".
func jsError(s string) bool {
	name, _, ok := strings.Cut(s, "Error: ")
	return ok && !strings.ContainsAny(name, " :/.") && (name == "" || s[0] >= 'A' && s[0] <= 'Z')
}

// coverageTotal reports whether a line is the total of a table of coverage: "All files |   91.3 |".
func coverageTotal(s string) bool {
	return strings.HasPrefix(s, "All files") && strings.Contains(s, "|")
}

// testWords maps the words after the numbers of a total to kinds.
var testWords = map[string]strategies.Key{
	"failed": strategies.Failed, "passed": strategies.Passed, "skipped": strategies.Skipped,
	"error": strategies.Errors, "errors": strategies.Errors, "todo": strategies.Todo,
}

// testCounts reads the numbers of a total: "2 failed, 1 skipped, 205 passed, 208 total", "2 failed | 205 passed (207)".
func testCounts(s string) map[strategies.Key]int64 {
	counts := map[strategies.Key]int64{}
	parse.EachCount(s, func(n int64, word string) {
		if key := testWords[word]; key != "" {
			counts[key] += n
		}
	})
	return counts
}

// afterOthers puts tests that were cancelled for the failure of another after that one.
func afterOthers(findings []report.Finding) {
	all := !slices.ContainsFunc(findings, func(f report.Finding) bool { return !cancelledByParent(f.Message) })
	for i := range findings {
		findings[i].Parent = !all && cancelledByParent(findings[i].Message)
	}
}

func cancelledByParent(message string) bool {
	return strings.Trim(message, "'") == "test did not finish before its parent and was cancelled"
}

// sourceFile reports whether a path's ending is one of those that JavaScript's runners test.
func sourceFile(path string) bool {
	switch filepath.Ext(path) {
	case ".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".es6", ".coffee":
		return true
	}
	return false
}

// maxNotes bounds the lines that are noted with the failures.
const maxNotes = 64
