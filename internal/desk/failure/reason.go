package failure

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies/general"
)

// A reason is how well a line states why a command failed, the best first.
type reason int

const (
	stated     reason = iota
	vague             // perhaps only that a step failed: "Error parsing grammar"
	complained        // by a phrase alone, without a word for an error: "state file does not exist"
	thrown            // by a line of source: "raise ValueError('the gate is closed')"
	logged            // at the level of an error: "level=error msg=..."
	named             // by the name of a failed test
	announced         // for the lines below: "Traceback (most recent call last):", "Failures:"
	counted           // only that something failed: "BUILD FAILED", "90%: Checks: 20, Failures: 2, Errors: 0"
	noReason
)

// reason returns how well the line states why a command failed.
func (l Line) reason() reason {
	why := l.form()
	if why == stated && isVague(strings.TrimSpace(l.Text)) {
		return vague
	}
	return why
}

// form is the reason as far as the form of the line shows it.
func (l Line) form() reason {
	line := strings.TrimSpace(l.Text)
	line = line[:min(len(line), textline.MaxSeverity)]
	if !l.isFailure && general.SeverityOf(line) != textline.Failure && !isLowerCase(line) || isOther(line) {
		return noReason
	}
	all := wordsOf(line)
	name, isTest := textline.FailedTest(line)
	switch {
	case expectsFailure(all):
		return noReason
	case failsAt(line), l.isFailure && general.FramesCode(line), isLowerCase(line):
		return stated
	case announces(line) && (len(all) <= 3 || hasOne(all, "traceback") ||
		textline.SeverityOf(line) < textline.Failure), entitles(line):
		return announced
	case isTest && !isMarked(line) && isName(name, line), namesPart(line):
		return named
	case onlyWarns(line, all):
		return noReason
	case isOutcome(line), !l.isFailure && general.SeverityOf(withoutNames(line)) != textline.Failure:
		return counted
	case strings.Contains(line, " level=err"):
		return logged
	case isSource(line):
		return thrown
	case !l.isFailure && !isTest && textline.SeverityOf(line) < textline.Suspect:
		return complained
	}
	return stated
}

func hasOne(all []string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(all, w) })
}

// expectsFailure reports whether the words are about a test that may fail.
func expectsFailure(all []string) bool {
	return hasOne(all, "expected") && hasOne(all, "failure", "failures")
}

// onlyWarns reports whether a line warns, is the header of a table, or is one of a log: a program that goes on writes
// such lines, too.
func onlyWarns(line string, all []string) bool {
	return hasOne(all, "warn", "warning") && !hasOne(all, "error", "fatal") || isWarningRow(line) || isHeader(line) ||
		isLogged(line) && !hasOne(all, "fatal", "critical", "emerg", "panic")
}

// wordsOf returns the words of a line, in lower case.
func wordsOf(line string) []string {
	return strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) })
}

// consequence is a line about errors that other lines state, or the pointer below one:
//
//	✖ Code formatting aborted due to parsing errors.    × Some errors were emitted while running checks.
//	error: aborting due to 2 previous errors            error here ---^
var consequence = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\bdue to (\d+ )?(previous|parsing|the above) errors?\b|\bdue to \d+ errors?\b|` +
		`^\W*some errors (were|occurred)|-\^$|\*\*\* FAILED .*\*\*\*$|` +
		`^Parse errors: |^Ran \d+ |^Failed \d+/\d+ (subtests|test programs)|^Dubious, |\(Wstat: |` +
		`\bname: '\w*(Error|Exception)'$|\berror: \|-$|^\d+ tests?, \d+ fail|` +
		`^All \w+ aborted\.$`) // of TAP and others
})

// isOutcome reports whether a line states or counts outcomes, and no reason.
func isOutcome(line string) bool {
	return onlyOutcome(line) || strings.HasSuffix(line, " [build failed]") || isStep(line) ||
		consequence().MatchString(line) || general.Tallies(httpCodes().ReplaceAllString(line, "$1")) || relays(line)
}

// isStep reports whether a line announces a step: "[STARTED] Reverting to original state because of errors...".
func isStep(line string) bool { return strings.HasSuffix(line, "...") && !strings.Contains(line, ": ") }

// leadsNowhere reports whether a line ends with a colon or a place, and the next line continues it with code or a rule,
// so that the reason is further below:
//
//	Error: src/site.styl:7:3              CellExecutionError: an error occurred in this cell:
//	   6|   .recipe                       ------------------
func leadsNowhere(line, next string) bool {
	next = strings.TrimSpace(next)
	isEnd := next != "" && (quoted(next) || strings.Trim(next, "-=_*~#") == "" || informs(next))
	return isEnd && (isOnlyPlace(line) || strings.HasSuffix(line, ":"))
}

// isOnlyPlace reports whether a line has nothing but a place after a level: "[ ERROR ]  src/timer.tsx:2:19".
func isOnlyPlace(line string) bool {
	i := strings.LastIndexByte(line, ' ')
	at, rest, ok := parse.CutPlace(line[i+1:] + ": ")
	level := strings.Trim(line[:i+1], "[]: ")
	return ok && at.File != "" && rest == "" && level != "" && !strings.Contains(level, " ")
}

// isVague reports whether a line may state only that a step failed: "Error parsing grammar", "wire: ./cmd: generate
// failed".
func isVague(line string) bool {
	if step, ok := strings.CutSuffix(line, " failed"); ok && !strings.ContainsAny(line, "`'\"") {
		return strings.Count(step[strings.LastIndex(step, ": ")+1:], " ") <= 1 || !strings.Contains(step, ": ")
	}
	if strings.HasSuffix(line, " failure") {
		return true
	}
	words := wordsOf(line)
	isPart := len(words) > 1 && slices.Contains([]string{"error", "errors", "failed"}, words[0]) &&
		strings.HasSuffix(words[1], "ing") && strings.Count(line, " ") <= maxStep
	return isPart && !strings.Contains(line, ": ")
}

// maxStep is how many blanks a line about a step has at most.
const maxStep = 4

// explainsStep reports whether a line can be the reason for a step that failed.
func explainsStep(line string) bool { return strings.Contains(line, ": ") || hasPlace(line) }

// isOther reports whether a line with words of failure is a passed test's, source code, a document for programs, advice
// or a legend.
func isOther(line string) bool {
	return textline.MarksPassed(line) || quoted(line) || parse.StartsWith(line, `{"`, `[{"`) || isNumber(line) ||
		general.Advises(line) || isLegend(line) || isAside(line) || isTraced(line)
}

// isTraced reports whether a line is a command in a shell's trace: "+ typeset -i total expected".
func isTraced(line string) bool {
	command, ok := strings.CutPrefix(line, "+ ")
	return ok && !strings.HasPrefix(command, " ") && !strings.Contains(command, ": ") &&
		!hasOne(wordsOf(command), "fail", "failed", "error", "cannot", "could", "unable", "invalid", "missing", "not")
}

// isNumber reports whether a line is a member of a JSON document with a number: `"line": 5,`.
func isNumber(line string) bool {
	key, value, ok := strings.Cut(line, `": `)
	return ok && strings.HasPrefix(key, `"`) && strings.Trim(value, "0123456789,") == ""
}

// A form describes lines by their beginning, a text after it, and their end.
type form struct{ begin, middle, end string }

func (f form) of(line string) bool {
	rest, ok := strings.CutPrefix(line, f.begin)
	return ok && strings.Contains(rest, f.middle) && strings.HasSuffix(rest, f.end)
}

// asides are the forms of lines that offer more to read, inform, or name a skipped test. A program that fails prints
// such lines, too, but they rarely state its reason.
var asides = []form{
	{begin: "SKIP "},
	{begin: "Suite: "},
	{begin: "npm notice"},
	{begin: "Will allow "},
	{begin: "Try running "},
	{begin: "Unable to find image '"},      // 'cc:latest' locally
	{begin: "; note: "},                    // of a Lisp compiler
	{begin: "If this is "},                 // an error, ask for ...
	{end: " related to previous error)"},   // mscorlib.dll (Location of the symbol ...
	{begin: "For ", middle: ", rerun "},    // lists of suppressed errors, rerun with: -s
	{begin: "For ", middle: ", re-run "},   // the same
	{begin: "For ", middle: ", run with "}, // more details, run with --verbose
	{begin: "For ", middle: ", see the "},  // more, see the documentation
}

// isAside reports whether a line has such a form, is a header of HTTP as curl prints it, or is a program's offer or
// information:
//
//	< Keep-Alive: timeout=5
//	scan-build: Run 'scan-view out' to examine bug reports.
//	asciidoctor: INFO: dropping line containing reference to missing attribute
func isAside(line string) bool {
	subject, message, ok := strings.Cut(line, ": ")
	if ok && header().MatchString(subject) && textline.SeverityOf(subject) < textline.Suspect {
		return true
	}
	isOffer := strings.HasPrefix(message, "Run '") && strings.Contains(message, "' to ")
	if ok && !strings.Contains(subject, " ") && (isOffer || strings.HasPrefix(message, "INFO: ")) {
		return true
	}
	line = textline.StripUnstamped(strings.TrimLeft(line, "> "))
	return slices.ContainsFunc(asides, func(f form) bool { return f.of(line) })
}

// header is the name of a header of HTTP, as curl prints it.
var header = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[<>] [A-Z][A-Za-z]*(-[A-Za-z]+)*$`) })

// isLegend reports whether a line is the legend of a comparison: "+ expected - actual".
func isLegend(line string) bool {
	isWord := func(w string) bool { return slices.Contains([]string{"+", "-", "actual", "expected"}, w) }
	return !slices.ContainsFunc(strings.Fields(line), func(w string) bool { return !isWord(w) })
}

// isWarningRow reports whether a line is the row of a warning in a linter's table: "21:9  warning  Provide an error
// message".
func isWarningRow(line string) bool {
	place, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimLeft(rest, "| ")
	return strings.Trim(place, "0123456789:") == "" && parse.StartsWith(strings.ToLower(rest), "warning ", "warn ")
}

// isMarked reports whether a line begins with a sign, as messages of many tools do: "✖ subject may not be empty".
func isMarked(line string) bool {
	return line[0] >= utf8.RuneSelf && !strings.Contains(line, " [fail]")
}

// isCrossed reports whether a line begins with a cross, as the name of a failed test does: "✗ keeps the message".
func isCrossed(line string) bool {
	return parse.StartsWith(line, "✗", "✕", "✖", "✘", "❌", "×")
}

// entitles reports whether a line is the title of a failure whose reason is below: "rake aborted!", "__ test_gate __",
// or a row in a table of tests.
func entitles(line string) bool {
	isTitle := strings.HasPrefix(line, "__") && strings.HasSuffix(line, "__")
	isRow := strings.Count(line, " | ") > 1 && !strings.ContainsAny(line, `:"`) || strings.HasSuffix(line, "| FAIL |")
	return isTitle || isRow || isStarred(line) || strings.HasSuffix(line, " aborted!") ||
		strings.HasSuffix(line, ": Failure")
}

// isStarred reports whether a line is a title in capitals between stars: "*** FATAL CONFIG FILE ERROR (Redis 7.0) ***".
func isStarred(line string) bool {
	title, _, _ := strings.Cut(strings.TrimSuffix(line, " ***"), " (")
	return strings.HasPrefix(line, "*** ") && strings.HasSuffix(line, " ***") && !strings.Contains(line, ": ") &&
		title == strings.ToUpper(title)
}

// announces reports whether a line is about those below it: "Failures:", "Unresolved imports (2)".
func announces(line string) bool {
	head, ok := strings.CutSuffix(line, ")")
	i := strings.LastIndexByte(head, '(')
	isCounted := ok && i > 0 && i < len(head)-1 && strings.Trim(head[i+1:], "0123456789") == ""
	return strings.HasSuffix(line, ":") || isCounted && !strings.Contains(head, ":")
}

// hasPlace reports whether a line is a message at a place: "gl.po:31: the formats differ".
func hasPlace(line string) bool {
	_, message, ok := parse.CutPlace(line)
	kind, rest, _ := strings.Cut(strings.TrimSpace(message), " ")
	return ok && rest != "" && !strings.HasSuffix(kind, "note:") && !textline.Warns(line)
}

// failsAt reports whether a line announces the failure of a check at a place: "bill_test.cpp:74: FAILED:".
func failsAt(line string) bool {
	_, message, ok := parse.CutPlace(line)
	return ok && strings.HasSuffix(message, ":") && !strings.Contains(strings.TrimSpace(message), " ")
}

// placeOf returns the name of the file at which a line states something, without its folder. It returns "" if the line
// warns, informs, or has no sentence. Perl writes the place at the end.
//
//	t_window.c:8: hann(n-1, n) must be 0 for n=4, got 0.500000
//	Can't locate object method "parse" via package "Track" at t/30-dms.t line 4.
func placeOf(line string) string {
	if _, at, ok := strings.Cut(line, " at "); ok && strings.HasSuffix(at, ".") {
		if file, number, ok := strings.Cut(at, " line "); ok && strings.Trim(number, "0123456789.") == "" {
			return path.Base(file)
		}
	}
	at, message, _ := parse.CutPlace(line)
	message = strings.TrimSpace(message)
	if !hasPlace(line) || strings.Count(message, " ") < 2 || textline.PassedTest(line) ||
		parse.StartsWith(message, "in ", "from ", "info", "remark", "at ", "//", "#") {
		return ""
	}
	return path.Base(at.File)
}

// isHeader reports whether a line is the header of a table: "Name      Stmts   Miss  Branch BrPart  Cover". Its columns
// have at most two words each, which begin with capitals.
func isHeader(line string) bool {
	columns := gaps().Split(line, -1)
	return len(columns) >= minColumns && !slices.ContainsFunc(columns, func(c string) bool {
		return strings.Count(c, " ") > 1 && !isTitle(c) || c == "" || !unicode.IsUpper(rune(c[0])) ||
			c == strings.ToUpper(c)
	})
}

// isTitle reports whether all words begin with capitals: "Ran Passed Failed Inactive".
func isTitle(s string) bool {
	return !slices.ContainsFunc(strings.Fields(s), func(w string) bool { return !unicode.IsUpper(rune(w[0])) })
}

// gaps are the blanks between two columns.
var gaps = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` {2,}`) })

// minColumns is the least number of columns in the header of a table.
const minColumns = 4

// withoutNames returns a line without words that are in quotation marks alone: those are names.
//
//	Checking for function "error" : YES
func withoutNames(line string) string {
	parts := strings.Split(line, `"`)
	for i := 1; i < len(parts)-1; i += 2 {
		if !strings.Contains(parts[i], " ") && strings.HasSuffix(parts[i-1], " ") {
			parts[i] = ""
		}
	}
	return strings.Join(parts, `"`)
}

// isLogged reports whether a line has the form of a log's, with a time before it. An exception and an error at a place
// are no log: some programs print the time before all of their lines.
//
//	2026-11-27T12:55:06Z ERROR payment 7 failed: only 10 left
//	127.0.0.1 - - [27/Nov/2026 02:51:14] code 404, message File not found
func isLogged(line string) bool {
	if strings.Contains(line, " - - [") {
		return true
	}
	rest := strings.TrimSpace(textline.StripStamp(line))
	if rest == strings.TrimSpace(line) {
		return false
	}
	_, message, isPlaced := parse.CutPlace(rest)
	isError := isPlaced && parse.StartsWith(strings.TrimSpace(message), "error", "fatal error")
	return !isError && !exception().MatchString(rest)
}

// exception is the form of a line with an exception's name: "SyntaxError: ...", "java.io.IOException: ...",
// "server.rb:6:in `initialize': Address already in use (Errno::EADDRINUSE)".
var exception = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^[\\w.$]*(Error|Exception|\\w\\.error): |^\\*\\*(error|exit|throw):|" +
		":\\d+:in .*: .* \\([A-Z][\\w:]*\\)$")
})

// isLowerCase reports whether a line is an exception without a word for an error in the usual case: "struct.error:
// unpack requires a buffer of 4 bytes", "**error:{badmatch,3}".
func isLowerCase(line string) bool {
	return (strings.HasPrefix(line, "**") || strings.Contains(line, ".error: ")) && exception().MatchString(line)
}

// isName reports whether a line states little else than the name of a failed test.
func isName(name, line string) bool {
	return name != "" && (2*len(name) >= len(line) || onlyOutcome("- "+strings.Replace(line, name, "", 1)))
}

// namesPart reports whether a line only names what failed: "FAIL: tests/t_window", "deploy dry run FAILED".
func namesPart(line string) bool {
	if name, ok := strings.CutPrefix(line, "FAIL: "); ok {
		return !strings.Contains(name, " ")
	}
	name, ok := strings.CutSuffix(line, " FAILED")
	return ok && strings.Count(name, " ") <= maxPart && !strings.ContainsAny(name, `:"'`)
}

// maxPart is how many blanks the name of a part has at most.
const maxPart = 3

// isSource reports whether a line is one of source code that raises an error.
func isSource(line string) bool {
	isQuoted := line[0] == '"' && strings.HasSuffix(line, `"`) // by Tcl
	return isQuoted || strings.Contains(line, "throw new ") || strings.HasSuffix(line, ";") ||
		parse.StartsWith(line, "raise ", "assert ", "code: ")
}

// httpCodes are the codes after the word error, which count nothing: "npm error 404 Not Found".
var httpCodes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(error) [45]\d\d\b`) })

// quoted reports whether a line is one of a source file, quoted with its number: " 12 | throw new Error('no gate')".
func quoted(line string) bool {
	_, rest, ok := parse.CutNumber(strings.TrimLeft(line, "> "))
	code, isQuoted := strings.CutPrefix(strings.TrimLeft(rest, " "), "|")
	return ok && isQuoted && !parse.StartsWith(strings.TrimLeft(code, " "), "ERROR ", "WARNING ")
}

// outcomeWords are the words of lines that only state or count an outcome.
var outcomeWords = strings.Fields(`
	aborted aborting an and assertion assertions below build check checked checks code command compilation due
	elapsed error errors examples exception exit exited exiting fail failed failing failure failures fatal features
	files finished for found in info listed mode ms no not of ok passed pending previous problems ran run s
	scenarios sec seconds setup skipped specs steps stopped strict success successes successful suite suites summary
	test tests the time timeout to total undefined validation warning warnings with`)

// npmKeys are the keys of npm's values.
var npmKeys = strings.Fields("code command errno path signal syscall workspace")

// failedWith is the end of a line that states a program's outcome: "failed with 2 error(s) (3.1s)", "exit status 3".
var failedWith = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(failed with \d+ errors?(\(s\))?|exit(ed)? (with )?(code|status):? \d+|` +
		`return code was: \d+|exited \(\d+\))( \([\d.]+ ?m?s\))?[.:;]?$`)
})

// onlyOutcome reports whether a line has no other words than those of an outcome, after the name of a program, or is a
// program's value of a key:
//
//	[INFO] BUILD FAILURE             npm error code EUSAGE
//	✗ Build failed in 210ms          18 successes / 2 failures / 0 errors / 0 pending : 0.02 seconds
func onlyOutcome(line string) bool {
	fields := strings.Fields(line)
	if isKeyed := len(fields) > 2 && fields[0] == "npm" && (fields[1] == "error" || fields[1] == "ERR!"); isKeyed &&
		(len(fields) == 4 || slices.Contains(npmKeys, fields[2])) {
		return true
	}
	isMake := strings.HasPrefix(line, "make") && strings.Contains(line, ": *** [")
	if isMake || strings.Contains(line, "ELIFECYCLE") || strings.Contains(line, " Lifecycle script ") ||
		failedWith().MatchString(line) {
		return true
	}
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	for i, field := range fields {
		for _, w := range strings.FieldsFunc(field, func(r rune) bool { return !isWord(r) }) {
			w = strings.TrimFunc(w, unicode.IsDigit)
			isCode := len(w) > 1 && w == strings.ToUpper(w)
			if w != "" && i > 0 && !isCode && !slices.Contains(outcomeWords, strings.ToLower(w)) {
				return false
			}
		}
	}
	return true
}
