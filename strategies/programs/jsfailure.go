package programs

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies/report"
)

// jsFailure gathers what stands below the name of a failed test, as the JavaScript runners print it: a message, what was
// expected, a piece of code, frames.
type jsFailure struct {
	head    []int // the message
	values  []int // what was expected, and what came
	frames  []int // of the project's own code
	code    int   // the line of code that is pointed at
	at      parse.Place
	msg     string
	more    string // the second line of the message
	tells   string // the first of values as text
	below   bool   // code or frames have come: no more of the message does
	came    bool   // the second of values says what came
	diff    bool   // a difference has begun
	details bool   // in what jest says of a file that it can't read
	some    bool   // a line has come
}

const (
	maxJSHead   = 6
	maxJSValues = 12
	maxJSFrames = 2
)

// line takes in a line below the name. s has no indentation.
func (f *jsFailure) line(n int, s string) {
	if s == "" {
		return
	}
	f.some = true
	if at, own, ok := jsFrame(s); ok {
		f.below = true
		if own {
			f.frame(n, at)
		}
		return
	}
	if pointed, code := codeLine(s, f.at.Row); code {
		f.below = true
		if pointed && f.code == 0 {
			f.code = n
		}
		return
	}
	if f.details && f.detail(n, s) {
		return
	}
	switch {
	case s == "Details:" && f.msg == "Jest encountered an unexpected token": // what stands between is advice
		f.head, f.more, f.details = f.head[:1], "", true
	case diffHead(s):
		f.diff = true
	case jsBoiler(s):
	case valueLine(s):
		if len(f.values) < maxJSValues {
			f.values = append(f.values, n)
		}
		if len(f.values) <= 2 {
			f.came = len(f.values) == 2 && strings.HasPrefix(s, "Received")
			f.tells = strings.TrimPrefix(f.tells+"; "+s, "; ")
		}
	case strings.HasPrefix(s, "Caused by: ") || !f.below && !f.diff && len(f.values) == 0 && len(f.head) < maxJSHead && hasWords(s):
		f.head = append(f.head, n)
		if f.msg == "" {
			f.msg = s
		} else if f.more == "" {
			f.more = s
		}
	}
}

// hasWords reports whether a line says anything: brackets alone don't.
func hasWords(s string) bool {
	for i := range len(s) {
		if c := s[i]; c|0x20 >= 'a' && c|0x20 <= 'z' || parse.Digit(c) || c >= 0x80 {
			return true
		}
	}
	return false
}

// detail reads what jest says of a file that it can't read: a place, the code, and the parser's message.
func (f *jsFailure) detail(n int, s string) bool {
	if at, ok := wholePlace(s); ok && f.at.File == "" {
		f.at = at
	} else if jsError(s) {
		f.head, f.msg, f.details = append([]int{n}, f.head...), s, false
		return true
	}
	return false
}

func (f *jsFailure) frame(n int, at parse.Place) {
	if f.at.File == "" {
		f.at = at
	}
	if len(f.frames) < maxJSFrames {
		f.frames = append(f.frames, n)
	}
}

// fill hands what was gathered to a finding, the most telling first: what went wrong, where, and then the rest.
func (f *jsFailure) fill(to *report.Finding) {
	message := f.msg
	most, rest := cutAt(f.head, 1)
	rest = slices.Concat(rest, f.values)
	colon := strings.HasSuffix(f.msg, ":") // "Expected values to be strictly equal:"
	switch {
	case len(f.values) > 0 && (f.msg == "" || colon && f.more == "" || strings.HasPrefix(strings.TrimPrefix(f.msg, "Error: "), "expect(")):
		most, rest = cutAt(f.values, 2)
		if f.came { // what came says more than what was expected, which the code says too
			most = []int{most[1], most[0]}
		}
		rest = slices.Concat(rest, f.head)
		message = f.tells
		if colon {
			message = f.msg + " " + f.tells
		}
	case colon && f.more != "":
		most, rest = f.head[1:2], slices.Concat(f.head[:1], f.head[2:], f.values)
		message += " " + f.more
	}
	frame, frames := cutAt(f.frames, 1)
	says := slices.Concat(most, frame, rest)
	if f.code > 0 {
		says = slices.Insert(says, min(3, len(says)), f.code)
	}
	to.Evidence = slices.Concat(to.Evidence, says, frames)
	if to.Message == "" {
		to.Message = message
	}
	if f.at.File != "" && to.Row == 0 {
		to.File, to.Row, to.Col = f.at.File, f.at.Row, f.at.Col
	}
}

func cutAt(list []int, n int) (head, rest []int) {
	n = min(n, len(list))
	return list[:n:n], list[n:]
}

// jsFrame reads a frame: "at Object.<anonymous> (test/a.js:18:56)", "at async test/a.js:1:2", "❯ helper src/a.ts:1:2". Own
// are those in files of the project.
func jsFrame(s string) (at parse.Place, own, ok bool) {
	rest, ok := strings.CutPrefix(s, "at ")
	if !ok {
		if rest, ok = strings.CutPrefix(s, "❯ "); !ok {
			return parse.Place{}, false, false
		}
	}
	rest = strings.TrimPrefix(strings.TrimSuffix(rest, " {"), "async ")
	rest = strings.TrimSuffix(rest, ",")
	if i := strings.LastIndexByte(rest, '('); i >= 0 && strings.HasSuffix(rest, ")") {
		rest = rest[i+1 : len(rest)-1]
	}
	at, whole := parse.Place{}, false
	if i := strings.LastIndexByte(rest, ' '); i >= 0 && !strings.ContainsAny(rest[:i], "/\\") { // a function's name
		at, whole = wholePlace(rest[i+1:])
	}
	if !whole {
		at, whole = wholePlace(rest)
	}
	if !whole {
		// A frame all the same, unless it is a sentence: "at <anonymous>", "at native".
		return parse.Place{}, false, strings.HasPrefix(s, "at ") && (strings.HasSuffix(s, ")") || strings.HasSuffix(s, ") {") || strings.Contains(rest, "node:"))
	}
	return at, !strings.Contains(at.File, "node_modules/") && !strings.Contains(at.File, "node_modules\\"), true
}

// wholePlace reads a text that is a place and nothing else.
func wholePlace(s string) (parse.Place, bool) {
	s = strings.TrimPrefix(s, "file://")
	at, rest, ok := parse.CutPlace(s)
	return at, ok && rest == ""
}

// codeLine reports whether a line is one of the listing below a message, "> 18 |   code", "  |   ^", and whether it is the
// one that is pointed at: the marked one, or that of the row.
func codeLine(s string, row int) (pointed, code bool) {
	s, pointed = strings.CutPrefix(s, "> ")
	s = strings.TrimLeft(s, " ")
	n, rest := parse.CutNumber(s)
	rest = strings.TrimLeft(rest, " ")
	if !strings.HasPrefix(rest, "|") || pointed && n == 0 {
		return false, false
	}
	return pointed || n > 0 && n == row, true
}

// valueLine reports whether a line says what was expected or what came, or is a changed line of their difference.
func valueLine(s string) bool {
	switch s[0] {
	case 'E':
		return strings.HasPrefix(s, "Expected: ") || strings.HasPrefix(s, "Expected ") && strings.Contains(s, ": ")
	case 'R':
		return strings.HasPrefix(s, "Received: ") || strings.HasPrefix(s, "Received ") && strings.Contains(s, ": ")
	case '-', '+':
		return len(s) > 1 && !diffHead(s)
	}
	return false
}

// diffHead reports whether a line only says what the signs of a difference stand for.
func diffHead(s string) bool {
	switch s {
	case "- Expected", "+ Received", "+ expected - actual", "+ actual - expected":
		return true
	}
	for _, head := range []string{"- Expected  ", "+ Received  ", "- Snapshot  ", "+ actual - expected "} {
		if strings.HasPrefix(s, head) {
			return true
		}
	}
	return false
}

// jsBoiler reports whether a line says the same below every failure.
func jsBoiler(s string) bool {
	return s == "}" || s == "generatedMessage: true," || s == "code: 'ERR_ASSERTION'," || s == "requireStack: [" ||
		strings.HasPrefix(s, "Error Context: ") || strings.HasPrefix(s, "operator: '")
}

// afterOthers puts tests that were cancelled for the failure of another behind that one.
func afterOthers(findings []report.Finding) {
	cancelled := 0
	for i := range findings {
		if cancelledByParent(findings[i].Message) {
			cancelled++
		}
	}
	if cancelled == len(findings) {
		return
	}
	for i := range findings {
		findings[i].Parent = cancelledByParent(findings[i].Message)
	}
}

func cancelledByParent(message string) bool {
	return strings.Trim(message, "'") == "test did not finish before its parent and was cancelled"
}

// sourceFile reports whether a path's ending is one of those that JavaScript's runners test.
func sourceFile(path string) bool {
	i := strings.LastIndexByte(path, '.')
	if i < 0 {
		return false
	}
	switch path[i+1:] {
	case "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte", "es6", "coffee":
		return true
	}
	return false
}
