package textline

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/parse"
)

// Severity is how strongly a line of an unknown tool's output points to a failure.
type Severity uint8

// The severities, weakest first.
const (
	Plain   Severity = iota
	Summary          // counts what passed, failed or was done
	Warn             // a warning, a deprecation, a skipped step
	Suspect          // mentions an error somewhere in the line
	Failure          // opens with what failed: a failed test, a diagnostic, an exception
)

// SeverityOf classifies one line by the words and marks that test runners, compilers and loggers share. It knows no
// tool; it is linear in the line and reads at most its first 2 KiB.
func SeverityOf(line string) Severity {
	if len(line) > 2048 {
		line = line[:2048]
	}
	s := strings.TrimLeft(line, " \t")
	if s == "" {
		return Plain
	}
	return severity(trimStamp(s))
}

// MaxSeverity is how many bytes of a line are looked at.
const MaxSeverity = 2 << 10

// severity is SeverityOf for a line whose prefix is gone.
func severity(s string) Severity {
	s = s[:min(len(s), MaxSeverity)]
	var room [32]WordAt
	words, cross := WordsOf(s, room[:])
	return SeverityIn(s, words, cross)
}

// SeverityIn is severity for a line of which the words are known.
func SeverityIn(s string, words []WordAt, cross bool) Severity {
	if opensFailure(s) {
		return Failure
	}
	best := scanWords(s, words)
	if cross {
		return Failure
	}
	return best
}

// openings are how lines begin that report a failure, whatever the tool.
var openings = sync.OnceValue(func() *parse.Beginnings {
	return parse.NewBeginnings(
		"--- FAIL", "=== FAIL", "FAIL:", "FAIL ", "FAIL\t", "FAILED", "FAILURE", "FAILURES", "not "+
			"ok ", "ERROR", "Error:", "error:", "error[", "error ",
		"Error ", "Errors:", "fatal:", "fatal error", "FATAL", "Fatal", "panic:", "PANIC", "Traceback (most "+
			"recent", "Exception in thread", "Caused by:",
		"[ERROR]", "[error]", "[FATAL]", "[FAIL]", "[BUG]", "[CRITICAL]", "[ALERT]",
		"[emerg]", "[crit]", "[  FAILED", "##[error]", "::error", "npm ERR!", "npm "+
			"error", "E   ", "thread '", "Unhandled", "Uncaught",
		"Segmentation fault", "AssertionError", "Assertion failed", "BUILD FAILED", "make: ***", "CMake "+
			"Error", "ld: ", "undefined reference",
		"FAILED:", "Failed ", "failed:", "command "+
			"failed", "SyntaxError", "TypeError", "ReferenceError", "ImportError", "ModuleNotFoundError",
		"**error:", "**exit:", "**throw:", "✗", "✕", "✘", "✖", "×", "❌", "⨯", "●", "■",
	)
})

// longestCode is the length in bytes of the longest code before a level.
const longestCode = 10

// afterCode returns a line without the code before a level in brackets: "[ERROR]: ..." of "TS2322 [ERROR]: ...".
func afterCode(s string) string {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return s // most lines
	}
	code, _, ok := strings.Cut(s[:min(len(s), longestCode+2)], " [")
	if !ok || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return s
	}
	if level, _, ok := strings.Cut(s[len(code)+1:], "]: "); !ok || strings.Contains(level, " ") {
		return s
	}
	return s[len(code)+1:]
}

// opensFailure reports whether a line begins as one that reports a failure, perhaps after a code.
func opensFailure(s string) bool {
	s = afterCode(s)
	o := openings().Of(s)
	if o == "" {
		return len(s) > 3 && strings.HasPrefix(s, "E: ") && isLetter(s[3])
	}
	if o == "●" && endsInTime(s) {
		return false // a suite that ended
	}
	value := strings.TrimLeft(s[len(o):], " :=")
	return !isZero(value) && !isNone(strings.Trim(value, "()"))
}

const longestWord = 12

// scanWords returns the highest severity of the line's words. A word that is counted as zero ("0 errors", "errors: 0")
// means success, and one inside a name ("error_handler", "errors.go") means nothing.
func scanWords(s string, words []WordAt) Severity {
	best := Plain
	for _, at := range words {
		from, i := at.from, at.to
		w := s[from:i]
		if len(w) < 3 {
			continue
		}
		if len(w) > longestWord || (w[len(w)-1] == 'r' || w[len(w)-1] == 'n') && camel(w) {
			if strings.HasSuffix(w, "Error") || strings.HasSuffix(w, "Exception") {
				if i < len(s) && s[i] == ':' {
					return Failure
				}
				if !isFile(s[i:]) && !inPath(s, from, i) {
					best = max(best, Suspect)
				}
			}
			continue
		}
		if len(w) <= 5 && (absent(s, from) || isBadData(s[from:])) {
			best = max(best, Suspect)
		}
		sev := at.says.severity
		if sev <= best || inName(s, from, i) || camel(w) || isAttribute(s, from, i) || isLimit(s, from, i) {
			continue
		}
		if sev == Suspect && zeroCounted(s, from, i) {
			sev = Summary
		}
		best = max(best, sev)
	}
	return best
}

// isAttribute reports whether a word is an attribute of the line's subject: "Key Usage (not critical):".
func isAttribute(s string, from, to int) bool {
	return s[to:] == "):" && strings.HasSuffix(s[:from], " (not ") && s[from:to] == "critical"
}

// isLimit reports whether the word s[from:to] is the name of a limit with its value: "Password prompt timeout: 0.5
// minutes", and alone in its line or in a header of HTTP "graceful_timeout: 30", "Keep-Alive: timeout=5, max=100". With
// a verb, the limit was reached: "the job exceeded its timeout: 60 minutes".
func isLimit(s string, from, to int) bool {
	if s[from:to] != "timeout" {
		return false
	}
	before := strings.ToLower(strings.TrimLeft(s[:from], "<> "))
	if isKey := !strings.ContainsAny(before, " :=([") || before == "keep-alive: "; isKey {
		return value().MatchString(s[to:])
	}
	rest, ok := strings.CutPrefix(s[to:], ": ")
	number, unit, hasUnit := strings.Cut(rest, " ")
	isUnit := slices.Contains([]string{"seconds", "minutes", "hours", "ms", "s", "min"}, unit)
	if !ok || !hasUnit || !isUnit || strings.Trim(number, "0123456789.") != "" {
		return false
	}
	return !slices.ContainsFunc([]string{"exceed", "reach", "hit", "wait", "connect", "dial", "within", "after"},
		func(verb string) bool { return strings.Contains(before, verb) })
}

// value is the value of a limit and perhaps the next setting, after its name.
var value = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ ?[:=] *\d[\d.]*(ms|s|m|h)?(,.*)?$`) })

// isFile reports whether a text opens with the extension of a source file or a compiled one: "IOException.class".
func isFile(s string) bool {
	for _, ext := range [...]string{".class", ".java", ".kt", ".scala", ".cs", ".py", ".rb", ".php", ".swift"} {
		if rest, ok := strings.CutPrefix(s, ext); ok && (rest == "" || !isLetter(rest[0])) {
			return true
		}
	}
	return false
}

// inPath reports whether the word s[from:to] is inside a path or a chain of names that is all of a line, after a verb,
// or that is compiled: "Typing haxe.ValueException.new", "Parsed std/ValueException.hx", "Typing
// a.get_nativeException", "[ 6 of 25] Compiling System.MonadException".
func inPath(s string, from, to int) bool {
	chain := strings.LastIndexByte(s[:from], ' ') + 1
	isCompiled := s[:chain] == "Compiling " || strings.HasSuffix(s[:chain], "] Compiling ")
	if isCompiled && strings.IndexByte(s[chain:from], '.') > 0 && (to == len(s) || strings.HasPrefix(s[to:], " (")) {
		return true
	}
	if from == 0 || strings.Count(s, " ") > 1 || strings.IndexByte(s[to:], ' ') >= 0 {
		return false
	}
	isMember := to+1 < len(s) && s[to] == '.' && s[to+1] >= 'a' && s[to+1] <= 'z'
	return isMember && (s[from-1] == '.' || s[from-1] == '/') || s[from-1] == '_'
}

// isBadData reports whether a text opens with a phrase for data that fail a check: "bad CRC 3b07ed37", "bad magic
// header 62c3".
func isBadData(s string) bool {
	if s[0] != 'b' && s[0] != 'B' {
		return false
	}
	rest, ok := strings.CutPrefix(s[1:], "ad ")
	return ok && parse.StartsWith(rest, "CRC", "crc", "magic ", "checksum", "signature", "header")
}

// absent reports whether the word at s[from:] ends a phrase for something missing.
func absent(s string, from int) bool {
	switch s[from] {
	case 'f':
		if rest, ok := strings.CutPrefix(s[from:], "found"); ok && !(rest != "" && isLetter(rest[0])) {
			return strings.HasSuffix(s[:from], ": not ") || strings.HasSuffix(s[:from], "command not ")
		}
	case 's':
		return strings.HasPrefix(s[from:], "such ") && (strings.HasSuffix(s[:from], "No ") ||
			strings.HasSuffix(s[:from], "no "))
	}
	return false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// crossLead is the first byte of every cross.
const crossLead = 0xe2

func isCross(r rune) bool {
	switch r {
	case '✗', '✕', '✘', '✖', '❌', '⨯':
		return true
	}
	return false
}

// inName reports whether the word s[from:to] is a part of an identifier, a path or a flag.
func inName(s string, from, to int) bool {
	if from > 0 {
		switch c := s[from-1]; {
		case c == '_' || c == '/' || c == '.' || parse.Digit(c):
			return true
		case c == '-' && from > 1 && s[from-2] != ' ':
			return true
		}
	}
	if to < len(s) {
		switch c := s[to]; {
		case c == '_' || c == '/' || parse.Digit(c):
			return true
		case (c == '.' || c == '-') && to+1 < len(s) && isLetter(s[to+1]):
			return true
		case c == '-' && version(s[to+1:]):
			return true
		}
	}
	return false
}

// version reports whether a text opens with a number and a dot, as in timeout-2.1.0, a package.
func version(s string) bool {
	i := 0
	for i < len(s) && parse.Digit(s[i]) {
		i++
	}
	return i > 0 && i+1 < len(s) && s[i] == '.' && parse.Digit(s[i+1])
}

// zeroCounted reports whether the word is counted, and the count is zero.
func zeroCounted(s string, from, to int) bool {
	if hasValue(s, to) { // "changed=0 unreachable=1"
		return isZero(s[to+1:])
	}
	if noneBefore(s, from) {
		return true
	}
	i := to
	for i < len(s) && strings.IndexByte(" :='\"", s[i]) >= 0 {
		i++
	}
	return i > to && (isZero(s[i:]) || isNone(s[i:]))
}

// noneBefore reports whether a zero or a "no" comes before s[from:].
func noneBefore(s string, from int) bool {
	i := from - 1
	for i >= 0 && s[i] == ' ' {
		i--
	}
	if i >= 0 && s[i] == '0' && (i == 0 || !parse.Digit(s[i-1]) && s[i-1] != '.') {
		return true
	}
	if digits := numberBeforeNoun(s, from); digits != "" && strings.Trim(digits, "0") == "" {
		return true
	}
	if i >= 1 && s[i] == 'o' && (s[i-1] == 'n' || s[i-1] == 'N') && (i == 1 || !isLetter(s[i-2])) {
		return true // "no errors"
	}
	return false
}

// isNone reports whether a text opens with an empty value: "error": null, errors: [], Errors: none.
func isNone(s string) bool {
	for _, none := range [...]string{"null", "[]", "{}", "none", "None", "nil", "false", "False"} {
		if rest, ok := strings.CutPrefix(s, none); ok && (rest == "" || !isLetter(rest[0])) {
			return true
		}
	}
	return false
}

// isZero reports whether a text opens with the number 0, rather than with "01", "0.5" or "0x1".
func isZero(s string) bool {
	if s == "" || s[0] != '0' {
		return false
	}
	return len(s) == 1 || !parse.Digit(s[1]) && s[1] != '.' && s[1] != 'x'
}

// trimStamp takes a leading time stamp off a line, and a bracketed one: "2024-05-01T10:11:12.123Z ", "[12:01:59] ".
func trimStamp(s string) string {
	end := stampEnd(s)
	if end == 0 || address(s[:end]) {
		return s
	}
	t := strings.TrimLeft(s[end:], " ]\t")
	if t == "" {
		return s
	}
	return t
}

// The least parts of a time stamp, such as "12:01:59".
const (
	stampDigits     = 6
	stampSeparators = 2
	dateDigits      = 8 // digits of a date, after which a blank and a time may follow
)

// stampEnd returns the end of the time stamp at the start of a line, 0 if there is none.
func stampEnd(s string) int {
	i := 0
	if s != "" && s[0] == '[' {
		i++
	}
	if i == len(s) || !parse.Digit(s[i]) {
		return 0
	}
	digits, separators := 0, 0
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case parse.Digit(c):
			digits++
		case strings.IndexByte(":-/.,TZ+", c) >= 0:
			separators++
		case c == ' ' && digits == dateDigits && i+1 < len(s) && parse.Digit(s[i+1]):
		case digits < stampDigits || separators < stampSeparators:
			return 0
		case c == ' ' || c == ']':
			return i
		default:
			return 0
		}
	}
	return 0
}

// address reports whether what looks like a time stamp is an IP address with or without a port.
func address(s string) bool {
	host, _, _ := strings.Cut(strings.TrimPrefix(s, "["), ":")
	return strings.Count(host, ".") == 3
}
