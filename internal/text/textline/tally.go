package textline

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// Tally returns how many outcomes a line counts, and whether some of them are failures: "39 failed, 2 passed in 3.7s",
// "Tests run: 5, Failures: 1", "FAILED (errors=2)", "3 problems (2 errors, 1 warning)".
func Tally(s string, words []WordAt) (counted int, failed bool) {
	if len(s) > 300 {
		return 0, false
	}
	if bad, ok := failedOf(s); ok {
		return 1, bad
	}
	looked := false
	for _, w := range words {
		from, i := w.from, w.to
		if i-from < 2 {
			continue
		}
		if !w.says.counted || inName(s, from, i) {
			continue
		}
		if !looked && !strings.ContainsAny(s, "0123456789") {
			return 0, false
		}
		looked = true
		n, ok := numberBeside(s, from, i)
		if !ok {
			continue
		}
		counted++
		if w.says.bad && n {
			failed = true
		}
	}
	return counted, failed
}

// failedOf reads how many of all tests failed, in a line with nothing else: "FAIL: 4/85".
func failedOf(s string) (some, ok bool) {
	rest, ok := strings.CutPrefix(s, "FAIL: ")
	n, all, isPart := strings.Cut(rest, "/")
	if !ok || !isPart || n == "" || all == "" || strings.Trim(n+all, "0123456789") != "" {
		return false, false
	}
	return strings.Trim(n, "0") != "", true
}

// numberBeside reports whether a number is right before or after the word s[from:to], and whether it isn't zero.
func numberBeside(s string, from, to int) (nonZero, ok bool) {
	if hasValue(s, to) { // "unreachable=1 failed=0"
		return !isZero(s[to+1:]), true
	}
	if digits := numberBefore(s, from); digits != "" {
		return strings.Trim(digits, "0") != "", true
	}
	digits := numberBehind(s, to)
	if stated := to < len(s) && (s[to] == ':' || s[to] == '='); digits == "" || !stated {
		if strings.EqualFold(s[from:to], "error") && strings.Contains(s, ": *** [") {
			digits = "" // a status: "make: *** [Makefile:136: test] Error 1"
		}
		if before := numberBeforeNoun(s, from); before != "" {
			digits = before
		}
	}
	return strings.Trim(digits, "0") != "", digits != ""
}

// hasValue reports whether a number follows s[:to] after an equals sign, in a line about the tasks of a host.
func hasValue(s string, to int) bool {
	return to+1 < len(s) && s[to] == '=' && parse.Digit(s[to+1]) && strings.Contains(s, " unreachable=")
}

// numberBefore is the number that ends at most one blank before s[from:]: "3 failed", "(3 failed".
func numberBefore(s string, from int) string {
	end := len(strings.TrimRight(s[:from], " "))
	if end < from-1 {
		return ""
	}
	digits := s[len(strings.TrimRight(s[:end], "0123456789")):end]
	start := end - len(digits)
	if start > 0 && strings.IndexByte(" (,=", s[start-1]) < 0 {
		return "" // a part of a word
	}
	return digits
}

// numberBeforeNoun returns the number before a noun that ends at s[from:]: "3 tests failed".
func numberBeforeNoun(s string, from int) string {
	head, ok := strings.CutSuffix(s[:from], " ")
	if !ok {
		return ""
	}
	for _, noun := range [...]string{"tests", "test", "suites", "suite", "specs", "examples", "checks", "jobs",
		"files"} {
		if rest, ok := strings.CutSuffix(head, " "+noun); ok {
			return numberBefore(rest+" ", len(rest)+1)
		}
	}
	return ""
}

// endsSentence reports whether a text opens with a full stop: "Failed: 2.  Passed: 12."
func endsSentence(s string) bool { return s == "." || strings.HasPrefix(s, ". ") }

// numberBehind returns the number that follows s[:to] after a colon, an equals sign or a blank: "failed: 3",
// "errors=2". A number before a dot, a colon, a slash or a dash is a part of something else.
func numberBehind(s string, to int) string {
	rest := strings.TrimLeft(s[to:], ":= ")
	if len(rest) == len(s)-to {
		return ""
	}
	left := strings.TrimLeft(rest, "0123456789")
	if left != "" && strings.IndexByte(".:/-", left[0]) >= 0 && !endsSentence(left) {
		return ""
	}
	if parse.StartsWith(left, " != ", " == ") { // "assertion failed: 1 != 0"
		return ""
	}
	return rest[:len(rest)-len(left)]
}
