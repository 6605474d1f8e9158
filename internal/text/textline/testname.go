package textline

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/parse"
)

// FailedTest reports whether a line names a failed test, by the marks, verbs and columns that test runners share. s is
// the line without indentation and time stamp. The name distinguishes one test from another; it may be empty.
func FailedTest(s string) (name string, ok bool) {
	if len(s) > 600 || len(s) < 5 {
		return "", false
	}
	s = withoutNumber(s)
	if name, ok := markedTest(s); ok {
		return name, true
	}
	if name, ok := suffixedTest(s); ok {
		return name, true
	}
	if name, ok := quotedTest(s); ok {
		return name, true
	}
	if name, ok := codedTest(s); ok {
		return name, true
	}
	return ruledTest(s)
}

// withoutNumber returns a line without the number of the program that printed it, as ctest adds before a verdict: "12:
// [fail] adds tax".
func withoutNumber(s string) string {
	if !parse.Digit(s[0]) {
		return s
	}
	n, rest, ok := strings.Cut(s, ": ")
	if ok && strings.HasPrefix(rest, "[") && strings.Trim(n, "0123456789") == "" {
		return rest
	}
	return s
}

// codedTest reads names after a place and the letter of a verdict, as Check prints them:
//
//	cart_test.c:32:F:core:adds_tax:0: Assertion 'total == 119' failed: total == 100
func codedTest(s string) (string, bool) {
	if strings.IndexByte(s, ':') < 0 {
		return "", false
	}
	word, _, _ := strings.Cut(s, " ") // "cart_test.c:32:F:core:adds_tax:0:"
	for _, verdict := range [...]string{":F:", ":E:"} {
		at, name, ok := strings.Cut(word, verdict)
		if ok && at != "" && parse.Digit(at[len(at)-1]) && strings.IndexByte(at, '\t') < 0 {
			name, ok = strings.CutSuffix(name, ":")
			return name, ok && strings.IndexByte(name, ':') > 0
		}
	}
	return "", false
}

// quotedTest reads names in quotes before a verdict:
//
//	Test Case '-[ShopTests.CartTests testTotal]' failed (0.003 seconds).
//	error: 'cart.test.totals with tax' failed: expected 119, found 100
func quotedTest(s string) (string, bool) {
	if s[0] != 'T' && s[0] != 't' && s[0] != 'e' || !parse.StartsWith(s, "Test ", "test ", "error: '") {
		return "", false
	}
	head, rest, ok := strings.Cut(s, "'")
	if !ok || len(head) > len("Test Case ") {
		return "", false
	}
	name, rest, ok := strings.Cut(rest, "'")
	if !ok || !strings.HasPrefix(rest, " failed") || head == "error: " && !strings.Contains(name, "test") {
		return "", false
	}
	return strings.Trim(name, "-[]"), len(name) > 2
}

// failVerbs are the marks and verbs before the names of failed tests, a longer one before its own beginning.
var failVerbs = sync.OnceValue(func() *parse.Beginnings {
	return parse.NewBeginnings(
		"--- FAIL: ", "not ok ", "[  FAILED  ] ", "[FAIL] ", "[fail] ", "[FAILED] ", "FAILED: ", "FAILED ", "FAIL: ",
		"FAIL ", "ERROR: ", "ERROR ",
		"Failure -> ", "Error -> ", "(fail) ", "[-] ",
		"● ", "✗ ", "✕ ", "✘ ", "✖ ", "× ", "❌ ", "rspec ", "cucumber ", "Failed ", "X ",
	)
})

// markedTest reads lines that open with a mark or a verb: "--- FAIL: TestA (0.1s)", "not ok 3 - adds", "✗ adds",
// "FAILED tests/a.py::test_b - boom", "FAIL: test_b (mod.Class)", "[  FAILED  ] Suite.Test", "● suite › adds".
func markedTest(s string) (string, bool) {
	v := failVerbs().Of(s)
	if v == "" {
		return "", false
	}
	rest, verb := strings.TrimSpace(s[len(v):]), strings.TrimSpace(v)
	if isProblems(verb, rest) || verb == "●" && isBullet(rest) {
		return "", false
	}
	switch verb {
	case "not ok":
		_, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimPrefix(rest, "- ")
		if strings.Contains(rest, "# TODO") || strings.Contains(rest, "# SKIP") {
			return "", false
		}
	case "rspec", "cucumber":
		if !strings.Contains(rest, " # ") {
			return "", false
		}
	case "Failed", "X": // dotnet: "Failed Acme.CartTests.AddsTax [12 ms]", "X Adds_tax [44ms]"
		head, _, _ := strings.Cut(rest, " ")
		if verb != "X" && !NameLike(head) || len(trimDuration(rest)) == len(rest) {
			return "", false
		}
	case "ERROR", "FAILED", "FAIL", "FAIL:", "FAILED:", "ERROR:":
		// These open other lines too: only what looks like a test's name or file counts.
		rest, _ = cutCounter(rest)
		head, _, _ := strings.Cut(rest, " ")
		if !NameLike(head) || strings.HasSuffix(head, ":") {
			return "", false
		}
		if (verb == "ERROR:" || verb == "FAIL:") && !strings.Contains(rest, "(") {
			return "", false
		}
	case "[-]": // Pester's name is followed by its time
		if !strings.HasSuffix(rest, "s)") && !strings.HasSuffix(rest, "ms") {
			return "", false
		}
	}
	return TrimName(rest), rest != ""
}

// isProblems reports whether a text after a mark counts problems: "✖ 12 problems", "✘ 6/10 URLs passed". After a word,
// it may be a test's number of all: "FAILED  31/40  parse-qty/fraction".
func isProblems(verb, rest string) bool {
	_, isCounted := cutCounter(rest)
	isWord := parse.StartsWith(verb, "FAIL", "ERROR")
	return verb != "not ok" && rest != "" && parse.Digit(rest[0]) && !(isWord && isCounted)
}

// isBullet reports whether a text after a bullet names no failed test: "● width 8 › 0.340517ms" is a suite that ended.
func isBullet(s string) bool { return strings.HasPrefix(s, "Console") || endsInTime(s) }

// endsInTime reports whether the last of several parts of a name is only the time that it took. A test may be called
// "login › redirects after 500ms".
func endsInTime(s string) bool {
	_, number, ok := strings.Cut(s[max(0, strings.LastIndex(s, " › ")):], " › ")
	number, inMillis := strings.CutSuffix(number, "ms")
	return ok && inMillis && strings.Contains(number, ".") && strings.Trim(number, "0123456789.") == ""
}

// suffixes are the marks of runners after a failed test's name.
var suffixes = [...]string{
	"<<< FAILURE!", "<<< ERROR!", scalaFailed, "***Failed", "... FAILED", "... FAIL", "... ERROR", " FAILED", " FAIL",
	"(Failed)", ": FAILED", "result: FAILURE", "result: FAILED", " ... failed", "| FAIL |", "...*failed*",
}

// scalaFailed is ScalaTest's mark after the names of failed tests, which are items of a list.
const scalaFailed = "*** FAILED ***"

func suffixedTest(s string) (string, bool) {
	t := strings.TrimRight(s, " ")
	last := t[len(t)-1]
	if last == ']' {
		if name, ok := bracketedTest(t); ok {
			return name, true
		}
	}
	if strings.IndexByte("!dDLRE)]c*|", last) < 0 { // the last letters of the suffixes and of the text after them
		return "", false
	}
	t = trimBehind(t)
	for _, x := range suffixes {
		if name, ok := strings.CutSuffix(t, x); ok {
			return nameBefore(strings.TrimRight(name, " .:"), x)
		}
	}
	return "", false
}

// trimBehind removes the text of runners after the verdict of a test:
//
//	a.py::test_b FAILED   [ 10%]
//	2/4 Test #2: full ....***Failed    0.01 sec
//	a > b FAILED (1.2s)
func trimBehind(t string) string {
	if i := strings.LastIndexByte(t, '['); i > 0 && strings.HasSuffix(t, "%]") {
		t = strings.TrimRight(t[:i], " ")
	}
	if strings.IndexByte(t, '*') > 0 {
		if i := strings.LastIndex(t, "***Failed"); i > 0 {
			t = t[:i+len("***Failed")]
		}
	}
	if i := strings.LastIndexByte(t, '('); i > 0 && (strings.HasSuffix(t, "s)") || strings.HasSuffix(t, "sec)")) {
		t = strings.TrimRight(t[:i], " ")
	}
	return t
}

// nameBefore is the test's name before a suffix, unless a build, a task or a total failed.
func nameBefore(name, suffix string) (string, bool) {
	if suffix == scalaFailed {
		if _, item, ok := strings.Cut(name, "- "); ok { // "[info] - should have a total"
			name = item
		}
		return name, name != ""
	}
	if name == "" || parse.StartsWith(name, "BUILD", "> Task", "Task ", "Tests run", ":", "test result") {
		return "", false
	}
	switch suffix {
	case " FAILED", " FAIL", ": FAILED": // other things fail in these words, too
		if !strings.ContainsAny(name, "._:#>/[") && !camel(name) {
			return "", false
		}
	}
	return TrimName(name), true
}

// bracketedTest reads names between a clock and a verdict in brackets, as xUnit and Dart print them:
//
//	[xUnit.net 00:00:00.61]     A.B.Adds [FAIL]
//	00:05 +40 -1: test/cart_test.dart: cart shows total [E]
func bracketedTest(s string) (string, bool) {
	if rest, ok := strings.CutPrefix(s, "[xUnit.net "); ok {
		_, name, _ := strings.Cut(rest, "] ")
		name, ok = strings.CutSuffix(strings.TrimLeft(name, " "), " [FAIL]")
		return TrimName(name), ok && name != ""
	}
	name, ok := strings.CutSuffix(s, " [E]")
	if !ok || !parse.Digit(s[0]) {
		return "", false
	}
	clock, name, ok := strings.Cut(name, ": ")
	if !ok || !strings.Contains(clock, " -") || strings.Trim(clock, "0123456789:+-~ ") != "" {
		return "", false
	}
	return TrimName(strings.ReplaceAll(name, ".dart: ", ".dart > ")), name != ""
}

// ruledTest reads a name between rules, as pytest prints it: "____ TestA.test_b ____".
func ruledTest(s string) (string, bool) {
	if s[0] != '_' && s[0] != '-' {
		return "", false
	}
	c := s[:1]
	name := strings.Trim(s, c)
	if strings.TrimSpace(name) == "" || len(name) == len(s) || name[0] != ' ' || name[len(name)-1] != ' ' {
		return "", false
	}
	name = strings.TrimSpace(name)
	if !isLetter(name[0]) && name[0] != '[' {
		return "", false
	}
	if c == "-" { // cargo: "---- tests::adds stdout ----"
		n, ok := strings.CutSuffix(name, " stdout")
		return TrimName(n), ok && !strings.Contains(n, " ")
	}
	return TrimName(name), name != "" && !strings.HasPrefix(name, "summary") && !strings.HasPrefix(name, "coverage")
}

// StartedTest reads the line that starts a test:
//
//	[ RUN      ] Suite.Case
//	[RUN ] suite::case
//	=== RUN   TestAdd
//	# Subtest: adds tax
//	Test Case '-[A testB]' started.
func StartedTest(s string) (string, bool) {
	for _, mark := range [...]string{"[ RUN      ] ", "=== RUN   ", "# Subtest: "} {
		if name, ok := strings.CutPrefix(s, mark); ok {
			joined := strings.Contains(name, "FAIL") || strings.Contains(name, "ERROR") ||
				strings.Contains(name, ": Failure")
			return name, !joined // another program's line, without a line feed between
		}
	}
	if name, ok := strings.CutPrefix(s, "[RUN ] "); ok && strings.Contains(name, "::") && !strings.Contains(name, " ") {
		return name, true
	}
	if s[0] != 'T' || !strings.HasPrefix(s, "Test ") ||
		!strings.HasSuffix(s, "' started.") && !strings.Contains(s, "' started at ") {
		return "", false
	}
	_, name, _ := strings.Cut(s, "'")
	name, _, ok := strings.Cut(name, "'")
	return strings.Trim(name, "-[]"), ok
}

// NameLike reports whether a word looks like a test's name or file.
func NameLike(w string) bool {
	if len(w) < 3 {
		return false
	}
	return strings.ContainsAny(w, "._:#/[") && !strings.Contains(w, "://") || camel(w) || strings.HasPrefix(w, "test")
}

// camel reports whether a word has a capital inside: "testFoo", "FooTest".
func camel(w string) bool {
	for i := 1; i < len(w); i++ {
		if w[i] >= 'A' && w[i] <= 'Z' && w[i-1] >= 'a' && w[i-1] <= 'z' {
			return true
		}
	}
	return false
}

// TrimName takes off what runners add to a name: a duration, a message, a class in parentheses.
func TrimName(s string) string {
	s = trimDuration(s)
	for _, sep := range [...]string{"  Time elapsed:", " - ", " (", "\t", "  "} {
		i := strings.Index(s, sep)
		if sep == " (" && !strings.HasSuffix(s, ")") && strings.Contains(s, ")") {
			continue // the name continues after it: "Chrome 90 (Linux) Order ships"
		}
		if i > 0 {
			s = s[:i]
		}
	}
	if len(s) > 200 {
		s = s[:200]
		for !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	return strings.TrimSpace(s)
}

// trimDuration takes off "[12 ms]" and "[< 1 ms]".
func trimDuration(s string) string {
	i := strings.LastIndex(s, " [")
	if i <= 0 || s[len(s)-1] != ']' || !parse.Digit(s[i+2]) && s[i+2] != '<' {
		return s
	}
	return s[:i]
}

// listOpeners are lines that are followed by the names of failed tests, one a line.
var listOpeners = sync.OnceValue(func() *parse.Beginnings {
	return parse.NewBeginnings(
		"Failed tests:", "Tests in error:", "Failures:", "Errors:", "failures:", "Failing tests:", "failing tests:",
		"The following tests FAILED:", "Failed Tests", "Failed tests", "Summary of all failing tests",
		"Failed scenarios:", "Failing Scenarios:", "Failed examples:", "Test failures:", "FAILED TESTS",
	)
})

// OpensList reports whether a line announces a list of failed tests.
func OpensList(s string) bool {
	if s == "" || len(s) > 48 {
		return false
	}
	for _, o := range listOpeners().Like(s) {
		if strings.HasPrefix(s, o) && len(s) <= len(o)+8 {
			return true
		}
	}
	if !parse.Digit(s[0]) {
		return false
	}
	n, rest, ok := strings.Cut(s, " ")
	return ok && n != "0" && allDigits(n) && (rest == "failing" || strings.HasPrefix(rest, "failing ("))
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !parse.Digit(s[i]) {
			return false
		}
	}
	return s != ""
}

// Numbered takes "12) " off a line.
func Numbered(s string) (string, bool) {
	if s == "" || !parse.Digit(s[0]) {
		return "", false
	}
	n, rest, ok := strings.Cut(s, ") ")
	if !ok || !allDigits(n) || rest == "" {
		return "", false
	}
	return strings.TrimSpace(rest), true
}

// FirstNumber is the number that a line opens with, 0 for none or a long one.
func FirstNumber(s string) int {
	n, i := 0, 0
	for ; i < len(s) && i < 6 && parse.Digit(s[i]); i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// SameTest reports whether two names can be one test's: one of them ends with the other, at a joint.
func SameTest(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return strings.HasSuffix(a, b) && (len(a) == len(b) || a[len(a)-len(b)-1] == '.')
}

// Joined writes a test's name with one kind of joint: "a.py::TestA::test_b" and "a.py > TestA > test_b" are
// "a.py.TestA.test_b".
func Joined(name string) string {
	return joints.Replace(name)
}

var joints = strings.NewReplacer("::", ".", " > ", ".", " › ", ".", "#", ".", "/", ".")
