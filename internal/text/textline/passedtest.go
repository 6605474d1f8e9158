package textline

import (
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/parse"
)

// passMarks come before the names of passed tests and before little else. passVerbs may begin a sentence, too.
var (
	passMarks = sync.OnceValue(func() *parse.Beginnings {
		return parse.NewBeginnings("✓ ", "✔ ", "√ ", "PASS: ", "--- PASS: ")
	})
	passVerbs = sync.OnceValue(func() *parse.Beginnings {
		return parse.NewBeginnings("Passed ", "PASS ", "PASSED ", "ok ")
	})
)

// PassedTest reports whether a line names a test that passed or was skipped. The lines below it then belong to no
// failure above it.
func PassedTest(s string) bool {
	s = withoutNumber(s)
	if passVerbs().Of(s) != "" || MarksPassed(s) || skippedTest(s) || countedTest(s) {
		return true
	}
	switch s[len(s)-1] {
	case ']':
		if i := strings.LastIndexByte(s, '['); i > 0 && isPassed(s[i+1:len(s)-1]) && !strings.Contains(s[:i], "FAIL") {
			return true
		}
		fallthrough
	case ')':
		s = trimBehind(s)
	}
	switch s[len(s)-1] {
	case 'S': // of Unity: "tests/cart.c:12:test_total:PASS"
		_, name, ok := parse.CutPlace(s)
		return ok && strings.HasSuffix(name, ":PASS") && !strings.Contains(name, " ")
	case 'k', 'D', 'd', '|': // the last letters of the endings below
	default:
		return strings.HasPrefix(s, "test ") && strings.Contains(s, " ... ignored")
	}
	if name, ok := strings.CutSuffix(s, " valid"); ok && parse.FileLike(name) && !strings.Contains(name, " ") {
		return true // "data/order-01.json valid"
	}
	for _, end := range [...]string{" ... ok", " ... PASSED", " PASSED", ": Passed",
		"...Passed", "...passed", "...Skipped", "| PASS |"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return strings.HasPrefix(s, "test ") && strings.Contains(s, " ... ignored")
}

// skippedTest reports whether a line names a skipped test: "[SKIP] ring::later: Test is disabled".
func skippedTest(s string) bool {
	rest, ok := strings.CutPrefix(s, "[")
	rest, ok2 := strings.CutPrefix(strings.TrimLeft(rest, " "), "SKIP")
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "PED"), " ")
	return ok && ok2 && strings.HasPrefix(rest, "] ") && SeverityOf(rest) < Suspect
}

// countedTest reports whether a line names a passed test after its number of all: "passed  12/40  parse-qty/1".
func countedTest(s string) bool {
	word, rest, _ := strings.Cut(s[:min(len(s), maxVerdict*2)], " ")
	if !isPassed(word) && word != "skipped" {
		return false
	}
	_, ok := cutCounter(strings.TrimLeft(rest, " "))
	return ok
}

// cutCounter returns the text after a test's number of all: "12/40  parse-qty/1". Without one, it returns s.
func cutCounter(s string) (rest string, ok bool) {
	counter, rest, _ := strings.Cut(s, " ")
	n, all, isCounter := strings.Cut(counter, "/")
	rest = strings.TrimLeft(rest, " ")
	name, time, _ := strings.Cut(rest, " ")
	isName := len(name) > 2 && strings.ContainsAny(name, "/._:-#[") && (time == "" || time[0] == '(')
	if !isCounter || n == "" || all == "" || strings.Trim(n+all, "0123456789") != "" || !isName {
		return s, false
	}
	return rest, true
}

// maxVerdict is the length in bytes of the longest verdict in brackets that is read, with the blanks around it.
const maxVerdict = 12

// MarksPassed reports whether a line is certainly about a passed test, rather than a sentence. Words of failure are
// part of the test's name then.
//
//	[       OK ] Suite.Case (3 ms)
//	[  PASS  ]  job  1  + adds tax
//	(pass) cart > adds tax
//	ok 3 - reports the error
//	test parser::error ... ok
//	==> Test [12] Reports the error [throw error]: PASS
func MarksPassed(s string) bool {
	s = withoutNumber(s)
	switch s[0] {
	case '=':
		rest, ok := strings.CutPrefix(s, "==> Test [")
		return ok && rest != "" && parse.Digit(rest[0]) && strings.HasSuffix(s, "]: PASS") &&
			!strings.Contains(s, "FAIL")
	case '[', '(':
		i := strings.IndexAny(s[:min(len(s), maxVerdict+2)], "])")
		if i < 0 || i+1 == len(s) || !isPassed(s[1:i]) {
			return false
		}
		isColumn := s[1] == ' ' || strings.HasPrefix(s[i+1:], "  ") // rather than a sentence: "[ok] deploy failed"
		if isColumn {
			return true
		}
		isBeside := strings.Contains(s, "fail]") || strings.Contains(s, "FAIL]") || strings.Contains(s, "(fail)")
		return parse.StartsWith(s, "[pass] ", "[PASS] ", "(pass) ") && !isBeside && !opensFailure(s[i+2:])
	case 'o':
		return len(s) > 3 && s[:3] == "ok " && (parse.Digit(s[3]) || s[3] == '-')
	case 't':
		return parse.StartsWith(s, "test ", "test_") && strings.HasSuffix(s, " ... ok") &&
			strings.Count(s, " ... ") == 1
	}
	return passMarks().Of(s) != ""
}

// isPassed reports whether a text is the verdict of a passed test, with blanks around it.
func isPassed(s string) bool {
	switch strings.TrimSpace(s) {
	case "OK", "ok", "PASS", "pass", "PASSED", "Passed", "passed":
		return true
	}
	return false
}

// Succeeds reports whether a line ends with a word of success after dots or in a column, as those of tests and of other
// steps do.
func Succeeds(s string) bool {
	for _, end := range [...]string{" ... OK", "  PASS", "...ok", "...OK"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}
