package failure

import (
	"cmp"
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

// headline returns the first of lines that states a reason best: with the form of a failure, and with more than an
// outcome. It returns "" if no line has the form of a failure. Warnings and lines of logs are none: a program that goes
// on prints them too. Only if a line counts warnings as the reason, it is the first of them. A message at a place comes
// before the number of errors directly below it. at is the line's number. below continues the message: " " and the next
// line of the output, if the headline announces others, or line feeds and the details of a failed test.
func headline(lines []Line, output []string) (text string, at int, below string) {
	best, first := noReason, len(lines)
	for i, l := range lines {
		isIgnored := l.Number < len(output) && strings.TrimSpace(output[l.Number]) == "...ignoring" // of Ansible
		r := l.reason()
		if best == vague && r == stated && !explainsStep(l.Text) {
			r = vague
		}
		if r < best && !isIgnored {
			best, first, at, text = r, i, l.Number, strings.TrimSpace(l.Text)
		}
	}
	relay := slices.IndexFunc(lines, func(l Line) bool { return relays(strings.TrimSpace(l.Text)) })
	if relay >= 0 && (best >= counted || relay < first && lines[relay].Number < at) {
		if above, n := aboveRelay(lines[relay].Number, output); n > 0 {
			return above, n, ""
		}
	}
	if cause, n, next := blamed(lines, output, best, at); n > 0 {
		return cause, n, next
	}
	if general.FramesCode(text) && at > 1 { // the message is above
		return strings.TrimSpace(output[at-2]), at - 1, " " + text
	}
	return text, at, continued(lines, output, best, at)
}

// continued returns the text that completes the headline, in line at of the output.
func continued(lines []Line, output []string, why reason, at int) (below string) {
	if at == 0 {
		return ""
	}
	text := strings.TrimSpace(output[at-1])
	switch {
	case why == named:
		above := slices.IndexFunc(lines, func(l Line) bool { return l.Number == at-1 })
		if below = details(output[at-1], output[at:]); below == "" && above >= 0 && explains(lines[above].Text) {
			below = "\n" + strings.TrimSpace(lines[above].Text)
		}
		return below
	case isCrossed(text) && !strings.HasSuffix(text, ":") && details(output[at-1], output[at:]) != "":
		return details(output[at-1], output[at:])
	case why == announced, strings.HasSuffix(text, ":"), placesOutcome(text):
		for n, next := range output[at:min(at+maxBelow, len(output))] {
			if next = strings.TrimSpace(next); strings.ContainsFunc(next, unicode.IsLetter) {
				if strings.HasPrefix(next, "1) ") { // the first of a list
					next += details(output[at+n], output[at+n+1:])
				}
				below += " " + next
				if !strings.HasSuffix(next, ":") || strings.Contains(next, " ") {
					break
				}
			}
		}
	}
	return below
}

// explains reports whether a line has words that aren't about a passed test or a success.
func explains(line string) bool {
	s := strings.TrimSpace(line)
	_, isTest := textline.FailedTest(s + " ")
	return strings.Contains(s, " ") && !isTest && !textline.PassedTest(s) && !textline.Succeeds(s)
}

// placesOutcome reports whether a line states an outcome at a place, so that the reason is below: "[----] t.c:19:
// Assertion Failed".
func placesOutcome(line string) bool {
	_, message, ok := parse.CutPlace(strings.TrimLeft(line, "[]-=* "))
	return ok && onlyOutcome("- "+message)
}

// blamed returns the line that the headline, in line at of the output, only counts: the first of the warnings that it
// gives as the reason, or the error at a place directly above it. n is its number, 0 for none.
func blamed(lines []Line, output []string, why reason, at int) (text string, n int, below string) {
	if at == 0 {
		return "", 0, ""
	}
	headline := strings.TrimSpace(output[at-1])
	words := strings.ToLower(headline)
	counts := func(what string) bool { return why == counted && strings.Contains(words, what) }
	switch {
	case counts("warning") && !counts("error") && !counts("fail"),
		general.BlamesWarnings(headline) && !hasPlace(headline):
		for _, l := range lines {
			s := strings.TrimSpace(l.Text)
			switch {
			case parse.StartsWith(s, "WARN", "Warning", "warning"), textline.Warns(s):
				return s, l.Number, ""
			case strings.HasSuffix(s, " Warning:") && l.Number < len(output): // of GHC
				return s, l.Number, " " + strings.TrimSpace(output[l.Number])
			}
		}
	case at > 1 && (counts("error") || counts("fail")):
		if above := strings.TrimSpace(output[at-2]); hasPlace(above) {
			return above, at - 1, ""
		}
	}
	return "", 0, ""
}

// hint returns the last line that a program or a place opens if none has the form of a failure: "Run.hs: Prelude.head:
// empty list". Success, warnings, totals, lines of logs and documents are none. It returns "" if there is no such line.
func hint(lines []Line) (text string) {
	warned := "" // by Prettier, which fails because of it
	for _, l := range lines {
		s := strings.TrimSpace(l.Text)
		if rest, ok := strings.CutPrefix(s, "[warn] "); ok && strings.Count(rest, " ") >= maxStep {
			warned = rest
		}
		opener, rest, ok := strings.Cut(s, ": ")
		isRow := strings.HasPrefix(rest, " ") && !strings.Contains(opener, ":") // of a table
		if !ok || isRow || opener == "" || s[0] == '{' || isLogged(s) ||
			textline.PassedTest(s) || textline.Succeeds(s) || strings.HasSuffix(s, ": no issues found") ||
			textline.SeverityOf(s) == textline.Summary || textline.Warns(s) || isOther(s) ||
			parse.StartsWith(s, "[warn] ", "Warning ") {
			continue
		}
		text = s
	}
	return cmp.Or(text, warned)
}

// relays reports whether a line is about a program that failed and that another one ran; the linker's, in any language.
func relays(line string) bool {
	message, isLinker := strings.CutPrefix(line, "collect2: ")
	return general.Relays(line) || isLinker && strings.Contains(message, ": ld ") && strings.Contains(message, " 1 ")
}

// maxAbove is how many lines above a statement about a failed program are looked at.
const maxAbove = 4

// aboveRelay returns the line above a statement, in a line of the output, that a program failed which another one ran:
// it often is that program's reason. n is its number, 0 for none. A line about success is none.
func aboveRelay(relay int, output []string) (text string, n int) {
	for n := relay - 1; n > max(0, relay-1-maxAbove); n-- {
		s := strings.TrimSpace(output[n-1])
		if s == "" || isOther(s) || countsItems(s) || (Line{Text: s}).reason() == vague ||
			parse.StartsWith(s, `The command "`, "travis_") {
			continue
		}
		if !strings.Contains(s, " ") || strings.HasSuffix(s, " ok") || textline.PassedTest(s) || textline.Succeeds(s) ||
			textline.Warns(s) {
			break
		}
		return s, n
	}
	return "", 0
}

// countsItems reports whether a line has little more than a number of things: "119 items checked".
func countsItems(line string) bool {
	_, rest, ok := parse.CutNumber(line)
	return ok && strings.HasPrefix(rest, " ") && strings.Count(rest, " ") < maxItem
}

// maxItem is how many words follow such a number at most.
const maxItem = 3

// maxBelow is how many lines below an announcement are looked at.
const maxBelow = 3

// details returns the lines directly below the name of a failed test that are indented further.
func details(name string, below []string) string {
	list := make([]string, 0, maxDetails)
	for _, l := range below[:min(len(below), maxDetails)] {
		isDeeper := parse.Indent(l) > parse.Indent(name) || strings.HasPrefix(l, "\t") && strings.HasPrefix(name, " ")
		if s := strings.TrimSpace(l); !isDeeper || s == "" || s == "---" || strings.HasPrefix(s, "at <") {
			break
		}
		list = append(list, strings.TrimSpace(l))
	}
	if len(list) == 0 {
		return ""
	}
	return "\n" + strings.Join(list, "\n")
}

// maxDetails is the most lines below the name of a failed test that belong to the message.
const maxDetails = 3

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
	if !l.isFailure && general.SeverityOf(line) != textline.Failure || isOther(line) {
		return noReason
	}
	all := wordsOf(line)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(all, w) })
	}
	name, isTest := textline.FailedTest(line)
	switch {
	case has("expected") && has("failure", "failures"): // of a test that may fail
		return noReason
	case failsAt(line), l.isFailure && general.FramesCode(line):
		return stated
	case announces(line) && (len(all) <= 3 || has("traceback") || textline.SeverityOf(line) < textline.Failure),
		entitles(line):
		return announced
	case isTest && !isMarked(line) && isName(name, line):
		return named
	case has("warn", "warning") && !has("error", "fatal"), isWarningRow(line),
		isLogged(line) && !has("fatal", "critical", "emerg", "panic"):
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
		`^\W*some errors (were|occurred)|-\^$`)
})

// isOutcome reports whether a line states or counts outcomes, and no reason.
func isOutcome(line string) bool {
	return onlyOutcome(line) || strings.HasSuffix(line, " [build failed]") || consequence().MatchString(line) ||
		general.Tallies(httpCodes().ReplaceAllString(line, "$1")) || relays(line)
}

// isVague reports whether a line may state only that a step failed: "Error parsing grammar", "✖ building bundles...".
func isVague(line string) bool {
	words := wordsOf(line)
	isStep := len(words) > 1 && slices.Contains([]string{"error", "errors", "failed"}, words[0]) &&
		strings.HasSuffix(words[1], "ing") && strings.Count(line, " ") <= maxStep
	return isStep && !strings.Contains(line, ": ") || isCrossed(line) && strings.HasSuffix(line, "...")
}

// maxStep is how many blanks a line about a step has at most.
const maxStep = 4

// explainsStep reports whether a line can be the reason for a step that failed.
func explainsStep(line string) bool { return strings.Contains(line, ": ") || hasPlace(line) }

// isOther reports whether a line with words of failure is a passed test's, source code, a document for programs, advice
// or a legend.
func isOther(line string) bool {
	return textline.MarksPassed(line) || quoted(line) || parse.StartsWith(line, `{"`, `[{"`) || isNumber(line) ||
		general.Advises(line) || isLegend(line) || isAside(line)
}

// isNumber reports whether a line is a member of a JSON document with a number: `"line": 5,`.
func isNumber(line string) bool {
	key, value, ok := strings.Cut(line, `": `)
	return ok && strings.HasPrefix(key, `"`) && strings.Trim(value, "0123456789,") == ""
}

// isAside reports whether a line offers more to read, informs, or names a skipped test. A program that fails prints
// such lines, too, but they rarely state its reason:
//
//	==150== For lists of detected and suppressed errors, rerun with: -s
//	scan-build: Run 'scan-view out' to examine bug reports.
//	asciidoctor: INFO: dropping line containing reference to missing attribute
//	Unable to find image 'cc:latest' locally
//	mscorlib.dll (Location of the symbol related to previous error)
func isAside(line string) bool {
	line = textline.StripUnstamped(strings.TrimLeft(line, "> "))
	if parse.StartsWith(line, "SKIP ", "Will allow ", "Try running ", "Unable to find image '", "; note: ",
		"If this is ") ||
		strings.HasSuffix(line, " related to previous error)") {
		return true
	}
	if offer, ok := strings.CutPrefix(line, "For "); ok {
		_, offer, _ = strings.Cut(offer, ", ")
		return parse.StartsWith(offer, "rerun ", "re-run ", "run with ", "see the ")
	}
	program, message, ok := strings.Cut(line, ": ")
	isOffer := strings.HasPrefix(message, "Run '") && strings.Contains(message, "' to ")
	return ok && !strings.Contains(program, " ") && (isOffer || strings.HasPrefix(message, "INFO: "))
}

// isLegend reports whether a line is the legend of a comparison: "+ expected - actual".
func isLegend(line string) bool {
	isWord := func(w string) bool { return slices.Contains([]string{"+", "-", "actual", "expected"}, w) }
	return !slices.ContainsFunc(strings.Fields(line), func(w string) bool { return !isWord(w) })
}

// isWarningRow reports whether a line is the row of a warning in a linter's table: "21:9  warning  Provide an error
// message".
func isWarningRow(line string) bool {
	place, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimLeft(rest, " ")
	return strings.Trim(place, "0123456789:") == "" && parse.StartsWith(rest, "warning ", "warn ", "Warning ")
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
	return isTitle || isRow || strings.HasSuffix(line, " aborted!")
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

// exception is the beginning of a line with an exception's name: "SyntaxError: ...", "java.io.IOException: ...".
var exception = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w.$]*(Error|Exception): `) })

// isName reports whether a line states little else than the name of a failed test.
func isName(name, line string) bool {
	return name != "" && (2*len(name) >= len(line) || onlyOutcome("- "+strings.Replace(line, name, "", 1)))
}

// isSource reports whether a line is one of source code that raises an error.
func isSource(line string) bool {
	return strings.Contains(line, "throw new ") || strings.HasSuffix(line, ";") ||
		parse.StartsWith(line, "raise ", "assert ", "code: ")
}

// httpCodes are the codes after the word error, which count nothing: "npm error 404 Not Found".
var httpCodes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(error) [45]\d\d\b`) })

// quoted reports whether a line is one of a source file, quoted with its number: " 12 | throw new Error('no gate')".
func quoted(line string) bool {
	_, rest, ok := parse.CutNumber(strings.TrimLeft(line, "> "))
	return ok && strings.HasPrefix(strings.TrimLeft(rest, " "), "|")
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
	return regexp.MustCompile(`(?i)(failed with \d+ errors?(\(s\))?|exit(ed)? (with )?(code|status) \d+|` +
		`return code was: \d+|exited \(\d+\))( \([\d.]+ ?m?s\))?[.:]?$`)
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
