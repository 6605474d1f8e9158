package general

import (
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// A class is the role of a line for a reader who looks for the cause of a failure.
type class uint8

// The classes, from the least to the most informative.
const (
	clsPlain     class = iota
	clsTitle           // the title of the lines below it
	clsHeading         // printed by the command line itself, above the output of one of its parts
	clsBoiler          // advice that every failure of a tool prints
	clsFrame           // a frame of a stack trace
	clsSummary         // mentions success or totals
	clsPassed          // names a test that passed or was skipped
	clsCount           // counts outcomes, none of them bad
	clsElsewhere       // an error without consequences, or of a step that didn't fail in a job with one that did
	clsWarn            // a warning
	clsPlaced          // opens with a place in a file, and mentions no error
	clsPhrase          // has a phrase of a failure, without a word for it
	clsSuspect         // mentions an error, perhaps not of this run
	clsSection         // announces failures
	clsRelay           // states that a program failed which another one ran
	clsAssert          // expected and actual
	clsError           // a diagnostic, an exception
	clsTally           // counts failures, at least one
	clsTest            // names a failed test
)

// lineWords are what [textline.WordsOf] finds in a line.
type lineWords struct {
	words []textline.WordAt
	cross bool
}

// find looks for the words of a line and forgets those of the line before.
func (w *lineWords) find(s string) {
	w.words, w.cross = textline.WordsOf(s[:min(len(s), textline.MaxSeverity)], w.words)
}

// classOf classifies a line without its neighbours. counts reports whether the line counts outcomes, as test runners
// do. s has no indentation and no time stamp; w holds its words.
func classOf(s string, w *lineWords) (is class, counts bool) {
	if frame(s) && !rustLibrary(s) {
		return clsFrame, false
	}
	if boiler(s) || rustLibrary(s) {
		return clsBoiler, false
	}
	if ignored(s) {
		return clsWarn, false
	}
	if isNotice(s) || numberedTwice(s) {
		return clsPlain, false
	}
	if throws(s) {
		return clsSuspect, false
	}
	if _, ok := textline.StartedTest(s); ok {
		return clsPlain, false
	}
	short := s[:min(len(s), textline.MaxSeverity)]
	counted, failed := textline.Tally(s, w.words)
	counts = counted > 0
	if failed {
		return clsTally, true
	}
	if asserts(s) {
		return clsAssert, counts
	}
	if s[0] == '*' && strings.HasPrefix(s, "** (") && strings.Contains(s, ") ") { // Elixir: "** (ArgumentError) ..."
		return clsError, counts
	}
	if announcesErrorsIn(s) {
		return clsError, counts
	}
	return classByWords(s, short, w, counted), counts
}

// announcesErrorsIn reports whether a line announces the errors in a file or of a part: "Errors in site/track.html:".
func announcesErrorsIn(s string) bool {
	return s[0] == 'E' && strings.HasSuffix(s, ":") &&
		parse.StartsWith(s, "Errors in ", "Errors found in ", "Errors for ")
}

// FramesCode reports whether a line opens a frame around the code of a diagnostic, below its message:
//
//	× Expected ',', got 'return'
//	  ╭─[src/services/Metrics.ts:9:1]
func FramesCode(s string) bool {
	if s == "" || s[0] != ',' && s[0] != "╭"[0] {
		return false
	}
	place, ok := strings.CutPrefix(strings.TrimPrefix(s, ","), "-[")
	if !ok {
		place, ok = strings.CutPrefix(s, "╭─[")
	}
	at, rest, isPlace := parse.CutPlace(strings.TrimSuffix(place, "]") + ": ")
	return ok && isPlace && at.Col > 0 && strings.TrimSpace(rest) == ""
}

// ignored reports whether a line is make's or Ansible's about an error without consequences: "make: [Makefile:2: probe]
// Error 1 (ignored)", "...ignoring".
func ignored(s string) bool {
	if !strings.HasSuffix(s, " (ignored)") {
		return s == "...ignoring"
	}
	who, what, ok := strings.Cut(s, ": [")
	return ok && strings.HasSuffix(what, " (ignored)") && !strings.Contains(who, " ")
}

// classByWords classifies a line by its words; counted of them are counts. short is the part of the line that is
// searched.
func classByWords(s, short string, w *lineWords, counted int) class {
	sev := textline.SeverityIn(short, w.words, w.cross)
	switch sev {
	case textline.Failure:
		switch {
		case !w.cross && textline.MarksPassed(s):
			return clsPassed // an exception is part of the test's name
		case pointsUp(s):
			return clsSuspect
		}
		return clsError
	case textline.Suspect:
		if textline.Warns(s) && !textline.Died(short) {
			return clsWarn
		}
		if located(s) || endsFailed(s) || programError(s) || textline.Died(short) {
			return clsError
		}
		if textline.PassedTest(s) {
			return clsPassed // an error is part of the test's name
		}
		return clsSuspect
	}
	switch {
	case textline.Alarm(short, w.words):
		return clsError
	case counted > 1:
		return clsCount
	case perlPlace(s):
		return clsSuspect
	case sev == textline.Warn && textline.Died(short):
		return clsError
	case sev == textline.Warn:
		return clsWarn
	case textline.PassedTest(s), textline.Succeeds(s):
		return clsPassed
	case sev == textline.Summary:
		return clsSummary
	case isPlaced(s):
		return clsPlaced
	}
	return clsPlain
}

// pointsUp reports whether a line only refers to the errors above it: "Failed to Compile. See Errors Above".
func pointsUp(s string) bool {
	s = strings.TrimRight(s, ".! ")
	if !strings.HasSuffix(s, "bove") {
		return false
	}
	end := strings.ToLower(s[max(0, len(s)-len(". see the messages above")):])
	return strings.HasSuffix(end, " above") && strings.Contains(end, " see ")
}

// programError reports whether a line is a program's own about its error: "dpkg-deb: error: parsing file 'control'".
func programError(s string) bool {
	name, message, ok := strings.Cut(s, ": ")
	return ok && isProgram(name) &&
		parse.StartsWith(message, "error: ", "fatal: ", "fatal error: ", "ERROR: ", "Error: ")
}

// maxProgram is the length in bytes of the longest name of a program that is read.
const maxProgram = 24

// isProgram reports whether a word can be the name of a program: "dpkg-deb", "lua5.4".
func isProgram(name string) bool {
	return name != "" && len(name) <= maxProgram && 'a' <= name[0] && name[0] <= 'z' &&
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.+") == ""
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

// endsFailed reports whether a line ends with a verdict: "test_add: FAILED", "[ERROR]", "add .....Failed", "Testing
// app.cart_SUITE: *** FAILED test case 2 of 4 ***".
func endsFailed(s string) bool {
	if strings.HasSuffix(s, "...Failed") || strings.HasSuffix(s, "***") && strings.Contains(s, ": *** FAILED ") {
		return true
	}
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
//	in call from cart:add/2 (src/cart.erl, line 12)
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
	case s[0] == '/':
		if strings.Contains(s, ".go:") && strings.Contains(s, " +0x") {
			return true
		}
	case strings.HasPrefix(s, "in call from "), strings.HasPrefix(s, "in function "):
		if strings.HasSuffix(s, ")") && strings.Contains(s, ", line ") {
			return true
		}
	case strings.HasPrefix(s, "... "):
		if strings.HasSuffix(s, " more") {
			return true
		}
	}
	if !strings.Contains(s, ": in ") || !located(s) {
		return textline.RubyFrame(s)
	}
	_, rest, ok := parse.CutPlace(s)
	return ok && strings.HasPrefix(rest, "in ") // rather than "a.cc(120): error: in "suite/test": ..."
}

// rustLibrary reports whether a line is of a frame in Rust's own libraries. A backtrace opens and ends with many:
//
//	3: core::option::unwrap_failed
//	4: <unknown>
//	at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/option.rs:2013:5
func rustLibrary(s string) bool {
	if s[0] == 'a' {
		return strings.HasPrefix(s, "at /rustc/")
	}
	if !parse.Digit(s[0]) {
		return false
	}
	_, name, ok := strings.Cut(s[:min(len(s), len("123: <core::"))], ": ")
	name = strings.TrimPrefix(name, "<")
	return ok && parse.StartsWith(name, "core::", "std::", "alloc::", "rust_be", "__rust_", "unknown>")
}

// boilerplate lists the beginnings of advice lines, which a tool prints after every failure.
var boilerplate = sync.OnceValue(func() *parse.Beginnings {
	return parse.NewBeginnings(
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
		"npm ERR! errno ",
		"npm ERR! Exit status ",
		"npm ERR! Failed at the ",
		"npm ERR! This is most likely a problem with the ",
		"npm ERR! not with npm itself",
		"npm ERR! Tell the author ",
		"npm ERR! You can get information on how to ",
		"npm ERR! You can get their info via",
		"npm ERR! Or if that isn't available",
		"npm ERR! Please include the following file",
		"npm ERR!     npm ",
		"npm ERR! argv ",
		"npm ERR! Linux ",
		"npm ERR! Darwin ",
		"npm ERR! node v",
		"npm ERR! npm  v",
		"npm ERR! npm v",
		"error Command failed with exit code ",
		"yarn run v",
		"info Visit https://yarnpkg.com/",
		"(See full trace by running task with ",
		"To learn more, run the command again with --verbose",
		"[ELIFECYCLE] Command failed",
	)
})

// boiler reports whether a line is general advice, which doesn't explain this failure.
func boiler(s string) bool {
	isEmpty := s == "[ERROR]" || s == "npm ERR!" || s == "npm error"
	return isEmpty || boilerplate().Of(s) != "" || Leaves(s) || npmScript(s)
}

// Leaves reports whether a line is make's at the end of its work in a folder: "make[1]: Leaving directory '/src'".
func Leaves(s string) bool {
	if s == "" || s[len(s)-1] != '\'' {
		return false
	}
	who, _, ok := strings.Cut(s, ": Leaving directory ")
	return ok && !strings.Contains(who, " ") && strings.Contains(who, "make")
}

// npmScript reports whether a line is npm's about a script that failed: "npm ERR! shop@1.0.0 test: `jest`".
func npmScript(s string) bool {
	return strings.HasPrefix(s, "npm ERR! ") && strings.HasSuffix(s, "`") && strings.Contains(s, ": `")
}

// assertions lists the beginnings of lines with a test's expected or actual value.
var assertions = sync.OnceValue(func() *parse.Beginnings {
	return parse.NewBeginnings(
		"E   ", "E\t", "Expected", "expected", "Actual", "actual:", "actual-", "Received", "received:",
		"got:", "want:", "left:", "right:", "left :", "right :", "AssertionError", "assert ",
		">  ", "Assertion",
	)
})

// HasValue reports whether a line begins with an expected or an actual value: "expected: 15997".
func HasValue(line string) bool {
	return parse.StartsWith(strings.TrimLeft(line, "# "), "Expected", "expected", "Actual", "actual", "Received",
		"received", "got: ", "want: ", "left: ", "right: ", "$got", "$expected")
}

// asserts reports whether a line has an expected or an actual value.
func asserts(s string) bool {
	return assertions().Of(s) != ""
}

// numberedPlace reports whether a line has a colon directly followed by a digit, or names a line in words: "(cart.erl,
// line 16)".
func numberedPlace(s string) bool {
	if _, number, ok := strings.Cut(s, ", line "); ok && strings.HasSuffix(s, ")") && parse.Digit(number[0]) {
		return true
	}
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

// endsInFile reports whether a line only names the file in which an error is: "ERROR in ./src/pages/claims.js".
func endsInFile(s string) bool {
	level, file, ok := strings.Cut(s, " in ")
	file, _, _ = strings.Cut(file, " ")
	return ok && textline.SeverityOf(level) == textline.Failure && !strings.Contains(level, " ") &&
		strings.HasPrefix(file, "./") && parse.Extended(file)
}

// numberedTwice reports whether a line is code of two files, each with its number before a bar:
//
//	13 │ 27 │   const from = query.from ? new Date(query.from) : undefined;
func numberedTwice(s string) bool {
	if !parse.Digit(s[0]) {
		return false
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(s, "0123456789 "), bar+" ")
	return ok && rest != "" && parse.Digit(rest[0]) && strings.HasPrefix(strings.TrimLeft(rest, "0123456789 "), bar)
}

// throws reports whether a line is code that throws an exception. It only hints at an error.
//
//   - if (days <= 0) throw new RangeError('days must not be negative');
func throws(s string) bool {
	before, thrown, ok := strings.Cut(s, "throw new ")
	if !ok || !strings.Contains(thrown, "(") {
		return false
	}
	before = strings.TrimRight(before, " ")
	return strings.Trim(before, "+-> ") == "" || strings.IndexByte("{)>;", before[len(before)-1]) >= 0
}
