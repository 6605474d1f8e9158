package general

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
)

// class is what a line is to a reader who looks for what went wrong.
type class uint8

// The classes, from what says least to what says most.
const (
	clsPlain   class = iota
	clsBoiler        // advice that every failure of a tool prints
	clsFrame         // a frame of a stack trace
	clsSummary       // mentions success or totals
	clsCount         // counts outcomes, none of them bad
	clsWarn          // a warning
	clsSuspect       // mentions an error somewhere
	clsSection       // announces failures
	clsAssert        // expected and actual
	clsError         // a diagnostic, an exception
	clsTally         // counts failures, and some
	clsTest          // names a failed test
)

// mark is what is known of a line after the first pass.
type mark struct {
	line   uint32
	block  uint32 // the failure that it belongs to, 0 for none
	step   uint32 // the step of a CI job
	kind   int32  // the template of a line that mentions a failure
	class  class
	rank   strategies.Rank
	repeat uint8 // how often its template was seen before, up to 255
	flags  uint8
}

// dull reports whether a line says nothing that wasn't said before: such lines are noise, and no mark is kept of them.
func (m *mark) dull() bool {
	if m.flags&blank != 0 {
		return true
	}
	switch m.class {
	case clsTest, clsTally, clsCount:
		return false
	}
	return m.repeat >= repeatLines && m.block == 0
}

const (
	blank    = 1 << iota // shows nothing
	known                // names a test that was named before
	own                  // a frame or place of the failed test itself
	second               // comes after what opens its rank
	indented             // starts with a blank
	opener               // opens its block
	nested               // is below another line: by its indentation, or by what a tree draws before it
)

// scanner classifies lines one after the other. It keeps what a line means in its place: the failure or the list that
// it belongs to.
type scanner struct {
	seen   textline.Templates
	kinds  *textline.Miner    // of the lines that mention failures
	warned int                // warnings so far
	names  map[string][]named // failed tests by the last part of their names
	named  int
	blocks uint32
	block  uint32 // the block that lines belong to now
	since  int    // lines since it was opened
	gap    int    // blank lines in a row
	last   string // the last part of the name of the block's test
	placed bool   // the place of the block's error was found
	list   int    // lines since a list of failed tests was announced, 0 for none
	item   int    // the number of the last failure of a numbered list, 0 for none
	prose  bool   // the text is prose, whose words say nothing of failures
	steps  steps
}

// named is a failed test and the block that names it first.
type named struct {
	name  string
	block uint32
}

// maxWarned bounds the warnings whose kinds are distinguished.
const maxWarned = 1 << 15

// maxNames bounds the tests that are distinguished.
const maxNames = 1 << 14

// maxAlike bounds those of them whose names end alike.
const maxAlike = 256

// maxBlock is how many lines a failure has at most.
const maxBlock = 120

func newScanner(prose bool) *scanner {
	return &scanner{seen: textline.Templates{}, kinds: textline.NewMiner(), names: map[string][]named{}, prose: prose}
}

// mark classifies the next line, and returns its text without stamps and other prefixes.
func (sc *scanner) mark(line string) (mark, string) {
	s := strings.TrimRight(line, " \t\r")
	m := mark{}
	if s == "" {
		m.flags |= blank
		m.block = sc.blankLine()
		return m, s
	}
	sc.gap = 0
	switch s[0] {
	case ' ', '\t':
		m.flags |= indented | nested
	case '+', '|', '\\', '`':
		m.flags |= nested
	default:
		if strings.HasPrefix(s, "├") || strings.HasPrefix(s, "└") || strings.HasPrefix(s, "│") {
			m.flags |= nested
		}
	}
	seen := sc.seen.Seen(s)
	m.repeat = uint8(min(seen, 255))
	if sc.prose {
		if t := strings.TrimLeft(s, "#"); len(t) < len(s) && strings.HasPrefix(t, " ") {
			m.class = clsSection
		}
		return m, s
	}
	s = textline.StripPrefix(s)
	if s == "" {
		m.flags |= blank
		return m, s
	}
	m.step = sc.steps.step
	if sc.steps.line(s) {
		m.step = sc.steps.step
		m.class = clsBoiler
		sc.block, sc.list = 0, 0
		return m, s
	}
	sc.classify(&m, s, seen)
	return m, s
}

func (sc *scanner) blankLine() uint32 {
	sc.gap++
	if sc.list > 1 {
		sc.list = 0
	}
	if sc.block != 0 && sc.gap > 2 {
		sc.block = 0
	}
	return sc.block
}

func (sc *scanner) classify(m *mark, s string, seen uint32) {
	if sc.list > 0 {
		sc.list++
		if item, ok := sc.listed(s); ok {
			sc.item = textline.FirstNumber(s)
			sc.test(m, item)
			return
		}
	}
	if item, ok := textline.Numbered(s); ok && sc.isNextItem(s) {
		sc.item++
		sc.test(m, textline.TrimName(item))
		return
	}
	if name, ok := textline.FailedTest(s); ok {
		sc.test(m, name)
		return
	}
	if textline.OpensList(s) {
		m.class = clsSection
		sc.list, sc.block = 1, 0
		return
	}
	if item, ok := textline.Numbered(s); ok && (sc.list > 0 || looksFailed(item)) {
		sc.test(m, textline.TrimName(item))
		return
	}
	switch m.class = classOf(s); m.class {
	case clsError, clsSuspect:
		kind, before := sc.kinds.Add(0, s)
		m.kind = int32(kind)
		if seen == textline.NoRoom { // lines that mention a failure are distinguished in any case
			m.repeat = uint8(min(before, 255))
		}
	case clsWarn:
		if sc.warned++; seen < repeatLines && sc.warned < maxWarned { // else it says nothing new anyway
			if _, before := sc.kinds.Add(0, s); sc.block == 0 {
				m.repeat = max(m.repeat, uint8(min(before, 255)))
			}
		}
	}
	sc.place(m, s)
}

// isNextItem reports whether a numbered line goes on with the list of failures, below the output of the last one.
func (sc *scanner) isNextItem(s string) bool {
	return sc.item > 0 && textline.FirstNumber(s) == sc.item+1
}

// listed reports whether a line is an item of a list of failed tests, and its name.
func (sc *scanner) listed(s string) (string, bool) {
	if sc.list > 400 {
		sc.list = 0
		return "", false
	}
	if item, ok := textline.Numbered(s); ok {
		return textline.TrimName(item), true
	}
	head, _, _ := strings.Cut(s, " ")
	if frame(s) || !textline.NameLike(strings.TrimSuffix(head, ":")) {
		return "", false
	}
	return textline.TrimName(s), true
}

// looksFailed reports whether a numbered line names a test: "1) Error:", "2) Foo::bar", "3) suite "after all" hook".
func looksFailed(item string) bool {
	return textline.NameLike(item) || strings.Contains(item, "hook") || parse.StartsWith(item, "Failure:", "Error:")
}

// test notes a line that names a failed test: it opens a block.
func (sc *scanner) test(m *mark, name string) {
	m.class = clsTest
	sc.open(m)
	last := name
	if i := strings.LastIndexAny(strings.TrimRight(name, "])"), ".:#>/ "); i >= 0 && i+1 < len(name) {
		last = name[i+1:]
	}
	sc.last = last
	if len(name) < 3 {
		return
	}
	name = textline.Joined(name)
	key := name[strings.LastIndexByte(name, '.')+1:]
	for _, n := range sc.names[key] {
		if textline.SameTest(n.name, name) {
			m.flags |= known
			m.block, sc.block = n.block, n.block
			return
		}
	}
	if sc.named == maxNames || len(sc.names[key]) == maxAlike {
		m.flags |= known
		return
	}
	sc.named++
	key = strings.Clone(key)
	sc.names[key] = append(sc.names[key], named{strings.Clone(name), m.block})
}

func (sc *scanner) open(m *mark) {
	sc.blocks++
	sc.block, sc.since, sc.placed = sc.blocks, 0, false
	m.block = sc.block
	m.flags |= opener
}

// place puts a line that names no test into its block: that of the failure above it.
func (sc *scanner) place(m *mark, s string) {
	sc.since++
	switch {
	case sc.opensError(m):
		sc.last = ""
		if m.repeat >= repeatLines {
			sc.block = 0
			return
		}
		sc.open(m)
		return
	case sc.leavesBlock(m, s):
		sc.block = 0
		return
	}
	m.block = sc.block
	if m.block != 0 && sc.ownPlace(m, s) {
		m.flags |= own
	}
}

// opensError reports whether a line begins a failure of its own: an error outside of any test's block.
func (sc *scanner) opensError(m *mark) bool {
	return m.class == clsError && (sc.block == 0 || sc.last == "" && m.flags&indented == 0)
}

// maxLoose is how many lines an error outside of any test has, unless they are indented.
const maxLoose = 12

// leavesBlock reports whether a line doesn't belong to the failure above it.
func (sc *scanner) leavesBlock(m *mark, s string) bool {
	switch {
	case m.class == clsTally, m.class == clsBoiler, sc.since > maxBlock:
		return true
	case sc.block == 0:
		return false
	case m.class < clsSuspect && textline.PassedTest(s):
		return true
	}
	return sc.last == "" && m.flags&indented == 0 && sc.since > maxLoose
}

// ownPlace reports whether a line of a block says where it failed: the first place below an error, or a frame or place
// that names the failed test.
func (sc *scanner) ownPlace(m *mark, s string) bool {
	if sc.last == "" {
		if sc.placed || m.flags&indented == 0 || !numberedPlace(s) {
			return false
		}
		sc.placed = true
		return true
	}
	if len(sc.last) < 3 || m.class == clsError || !strings.Contains(s, sc.last) {
		return false
	}
	return m.class == clsFrame || numberedPlace(s)
}

// classOf classifies a line by itself. s has no indentation and no time stamp.
func classOf(s string) class {
	if frame(s) {
		return clsFrame
	}
	if boiler(s) {
		return clsBoiler
	}
	var room [32]textline.WordAt
	short := s[:min(len(s), textline.MaxSeverity)]
	words, cross := textline.WordsOf(short, room[:])
	counted, failed := textline.Tally(s, words)
	if failed {
		return clsTally
	}
	if asserts(s) {
		return clsAssert
	}
	sev := textline.SeverityIn(short, words, cross)
	switch sev {
	case textline.Failure:
		return clsError
	case textline.Suspect:
		if located(s) || endsFailed(s) || textline.Died(short) {
			return clsError
		}
		return clsSuspect
	}
	switch {
	case counted > 1:
		return clsCount
	case perlPlace(s):
		return clsSuspect
	case sev == textline.Warn && textline.Died(short):
		return clsError
	case sev == textline.Warn:
		return clsWarn
	case sev == textline.Summary:
		return clsSummary
	}
	return clsPlain
}

// perlPlace reports whether a line ends with a place as Perl writes it: "... at a.pl line 5."
func perlPlace(s string) bool {
	t, ok := strings.CutSuffix(s, ".")
	if !ok {
		return false
	}
	n := len(t)
	for n > 0 && parse.Digit(t[n-1]) {
		n--
	}
	return n < len(t) && strings.HasSuffix(t[:n], " line ") && strings.Contains(t[:n], " at ")
}

// endsFailed reports whether a line ends with a verdict in capitals, as runners nobody knows print it.
func endsFailed(s string) bool {
	s = strings.TrimRight(s, " ])!.")
	for _, v := range [...]string{"FAILED", "FAIL", "FAILURE", "ERROR"} {
		if t, ok := strings.CutSuffix(s, v); ok {
			return t != "" && strings.IndexByte(" :[(\t", t[len(t)-1]) >= 0
		}
	}
	return false
}

// frame reports whether a line is a frame of a stack trace:
//
//	at com.acme.Cart.add(Cart.java:12)
//	File "shop/cart.py", line 12, in add
//	from lib/cart.rb:12:in 'add'
//	/src/cart.go:12 +0x1d
//	... 23 more
//	shop/cart.py:12: in add
func frame(s string) bool {
	switch {
	case strings.HasPrefix(s, "at "):
		if strings.ContainsAny(s, "(:") {
			return true
		}
	case strings.HasPrefix(s, `File "`):
		if strings.Contains(s, ", line ") {
			return true
		}
	case strings.HasPrefix(s, "from "):
		if strings.Contains(s, ":in ") {
			return true
		}
	case s[0] == '/':
		if strings.Contains(s, ".go:") && strings.Contains(s, " +0x") {
			return true
		}
	case strings.HasPrefix(s, "... "):
		if strings.HasSuffix(s, " more") {
			return true
		}
	}
	return strings.Contains(s, ": in ") && located(s)
}

// boilerplate is how the lines begin that every failure of a tool ends with, whatever failed.
var boilerplate = [...]string{
	"[ERROR] For more information",
	"[ERROR] To see the full stack trace",
	"[ERROR] Re-run Maven",
	"[ERROR] [Help",
	"[ERROR] -> [Help",
	"[ERROR] Please refer to",
	"[ERROR] After correcting",
	"npm ERR! A complete log",
	"npm error A complete log",
	"npm ERR!     /",
	"note: run with `RUST_BACKTRACE",
	"Run with --stacktrace",
	"> Run with --",
	"* Get more help at",
	"* Try:",
	"For more information about this error",
	"Some errors have detailed explanations",
	"npm ERR! This is probably not a problem with npm",
	"npm ERR! There is likely additional logging",
	"See above for more details",
	"npm error Lifecycle script ",
	"npm error command failed",
	"npm error command sh -c",
	"npm ERR! code ELIFECYCLE",
	"npm ERR! Test failed.",
	"error Command failed with exit code ",
	"[ELIFECYCLE] Command failed",
}

// boiler reports whether a line is advice that says nothing of this failure.
func boiler(s string) bool {
	if strings.IndexByte("[neR>*FS", s[0]) < 0 { // what the lines below begin with
		return false
	}
	return parse.StartsWith(s, boilerplate[:]...) || s == "[ERROR]" || s == "npm ERR!" || s == "npm error"
}

// assertions is how the lines begin that say what a test expected and what it got.
var assertions = [...]string{
	"E   ", "E\t", "Expected", "expected", "Actual", "actual:", "Received", "received:",
	"got:", "want:", "left:", "right:", "left :", "right :", "AssertionError", "assert ",
	">  ", "Assertion",
}

// asserts reports whether a line says what was expected or what was there.
func asserts(s string) bool {
	return strings.IndexByte("EeAaRrgwl>", s[0]) >= 0 && parse.StartsWith(s, assertions[:]...)
}

// numberedPlace reports whether a line has a colon with a number behind it.
func numberedPlace(s string) bool {
	for i := strings.IndexByte(s, ':'); i >= 0 && i+1 < len(s); {
		if parse.Digit(s[i+1]) {
			return true
		}
		j := strings.IndexByte(s[i+1:], ':')
		if j < 0 {
			return false
		}
		i += 1 + j
	}
	return false
}

// located reports whether a line opens with a place in a file: "src/a.c:12:3:", "a.ts(12,3):".
func located(s string) bool {
	w, _, _ := strings.Cut(s, " ")
	i := strings.IndexAny(w, ":(")
	if i <= 0 || i+1 >= len(w) || !strings.ContainsAny(w[:i], "./") || strings.Contains(w, "://") {
		return false
	}
	return parse.Digit(w[i+1])
}
