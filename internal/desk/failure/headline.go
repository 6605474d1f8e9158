package failure

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies/general"
)

// stating is the least score of a line that states a reason.
const stating = 22

// headline returns the line that most likely states the reason, and its number. It returns "" if none does. below
// continues the message: " " and the next line of the output, if the headline announces others, or line feeds and the
// details of a failed test. Warnings are no reason, unless a line gives them as the reason: then it is the first.
func headline(all []candidate, output []string) (text string, at int, below string) {
	best := mostLikely(all, func(c *candidate) bool { return c.statesReason() && !c.outcome })
	if worded := mostLikely(all, func(c *candidate) bool {
		return c.statesReason() && !c.outcome && c.hasForm()
	}); best >= 0 && worded >= 0 && all[worded].score >= all[best].score-formed {
		best = worded
	}
	if best < 0 {
		best = mostLikely(all, func(c *candidate) bool {
			return !relays(c.text) &&
				(c.score >= stating || c.severity == textline.Failure || general.Tallies(c.text))
		})
	}
	if best < 0 {
		best = mostLikely(all, func(c *candidate) bool { return relays(c.text) })
	}
	if best < 0 || blamesWarnings(all[best].text) {
		if slices.ContainsFunc(all, func(c candidate) bool { return blamesWarnings(c.text) }) {
			text, at, below = firstWarning(all, output)
		}
		if at > 0 || best < 0 {
			return text, at, below
		}
	}
	c := &all[best]
	if general.FramesCode(c.text) && c.Number > 1 { // the message is above
		return strings.TrimSpace(c.above), c.Number - 1, " " + c.text
	}
	return c.text, c.Number, c.continued(output)
}

// formed is by how much the score of a line with the form of a failure may be lower than that of another line.
const formed = 45

// hasForm reports whether the line has the form of a failure.
func (c *candidate) hasForm() bool {
	return c.severity == textline.Failure || c.isFailure || exception().MatchString(c.text) ||
		strings.Contains(c.text, " failed: ")
}

// alike is by how much the scores of two errors may differ that are equally likely the reason.
const alike = 20

// mostLikely returns the index of the candidate with the highest score among those that may be the reason, -1 without
// any.
func mostLikely(all []candidate, may func(*candidate) bool) int {
	best, most := -1, 0
	for i := range all {
		if s := all[i].score; !all[i].noReason && may(&all[i]) && (best < 0 || s > most) {
			best, most = i, s
		}
	}
	first := best
	for i := range all { // a program states the first error first
		c := &all[i]
		if best >= 0 && c.Number < all[first].Number && !c.noReason && may(c) && c.severity == all[best].severity &&
			c.score >= most-alike {
			first = i
		}
	}
	return first
}

// isOutcome reports whether the line only states an outcome, a consequence of errors in other lines, or that a program
// failed which another one ran. The name of a failed test in TAP is an outcome, too.
func (c *candidate) isOutcome() bool {
	return onlyOutcome(c.text) || relays(c.text) || general.Tallies(c.text) || consequence().MatchString(c.text) ||
		parse.StartsWith(c.text, "not ok ", `The command "`)
}

// statesReason reports whether the line may state the reason.
func (c *candidate) statesReason() bool { return c.score >= stating && !c.noReason }

// blamesWarnings reports whether a line gives warnings as the reason, counts them alone, or states that a program
// completed with some.
func blamesWarnings(line string) bool {
	words := wordsOf(line)
	isAbout := hasOne(words, "warning", "warnings") && !hasOne(words, "error", "errors", "failed", "failures")
	return general.BlamesWarnings(line) && !hasPlace(line) ||
		isAbout && (counts().MatchString(line) || hasOne(words, "completed", "finished", "aborted"))
}

// isNoReason reports whether a line is a passed test's or about success, a warning, one of a log that isn't fatal,
// source code, a document for programs, advice or a legend: a program that goes on prints such lines, too.
func (c *candidate) isNoReason() bool {
	line := c.text
	switch {
	case textline.MarksPassed(line), textline.PassedTest(line), textline.Succeeds(line), c.deniesErrors(),
		hasOne(c.words, "expected") && hasOne(c.words, "failure", "failures"),
		strings.TrimSpace(c.below) == "...ignoring": // of Ansible
		return true
	case c.warns(), isLogged(line) && !c.isFatal(), informs(line), c.isAside():
		return true
	}
	return quoted(line) || raises().MatchString(line) || parse.StartsWith(line, `File "`, "at ", "+ ", `{"`, `[{"`) ||
		textline.RubyFrame(strings.TrimLeft(line, "# ")) || isNumber(line) || general.Advises(line) ||
		isLegend(line) || header().MatchString(line)
}

// isAside reports whether the line is advice or a figure, and has no word for an error.
func (c *candidate) isAside() bool {
	return c.severity != textline.Failure && !general.HasValue(c.text) &&
		(advice().MatchString(c.text) || figure().MatchString(c.text))
}

// isFatal reports whether a line of a log is at a level at which programs end, or is the last of the output and has no
// level, as programs in Go print it before they end.
func (c *candidate) isFatal() bool {
	return hasOne(c.words, "fatal", "critical", "emerg", "panic") ||
		c.fromEnd == 0 && !strings.Contains(c.text, " - - [") &&
			!hasOne(c.words, "error", "err", "warn", "info", "debug", "trace", "notice")
}

// warns reports whether the line is a warning.
func (c *candidate) warns() bool {
	return hasOne(c.words, "warn", "warning") && !hasOne(c.words, "error", "fatal") || isWarningRow(c.text) ||
		warning().MatchString(c.text)
}

// deniesErrors reports whether the line states that there is nothing wrong: "a.md: no issues found".
func (c *candidate) deniesErrors() bool {
	return c.severity != textline.Failure && noError().MatchString(c.text) || hasOne(c.words, "no") &&
		hasOne(c.words, "errors", "problems", "issues", "warnings", "failures", "vulnerabilities")
}

// continued returns the text that completes the line.
func (c *candidate) continued(output []string) (below string) {
	rest := output[c.Number:]
	next := strings.TrimSpace(c.below)
	switch {
	case parse.StartsWith(next, "Reason: ", "reason: ") || general.FramesCode(next):
		return " " + next
	case announcesCause(next) && len(rest) > 1:
		return " " + next + " " + strings.TrimSpace(rest[1])
	case announces(c.text) || entitles(c.text) || placesOutcome(c.text) || isOnlyPlace(c.text):
		for n, next := range rest[:min(len(rest), maxBelow)] {
			if next = strings.TrimSpace(next); strings.ContainsFunc(next, isWordRune) && !informs(next) {
				if strings.HasPrefix(next, "1) ") { // the first of a list
					next += details(rest[n], rest[n+1:])
				}
				below += " " + next
				if (!strings.HasSuffix(next, ":") || strings.Contains(next, " ")) && !isStarred(c.text) {
					break
				}
			}
		}
		return below
	}
	_, isTest := textline.FailedTest(c.text)
	if general.HasValue(c.text) && general.HasValue(next) {
		return "\n" + next
	}
	endsAtPlace := strings.HasSuffix(c.text, "]") && parse.Indent(c.below) > parse.Indent(c.Text)
	if endsAtPlace && !parse.StartsWith(next, "at ", "File ") {
		return " " + next
	}
	if isTest || isCrossed(c.text) || isNumbered(c.text) || general.HasValue(next) {
		return details(c.Text, rest)
	}
	return ""
}

// announcesCause reports whether a line has nothing but the announcement of the cause below it: "Original exception:".
func announcesCause(line string) bool {
	words := wordsOf(line)
	return strings.HasSuffix(line, ":") && len(words) <= 2 &&
		hasOne(words, "exception", "cause", "caused", "reason")
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isNumbered reports whether a line is an item of a numbered list: "3) Store returns nil for an unknown code".
func isNumbered(line string) bool {
	_, rest, ok := parse.CutNumber(line)
	return ok && strings.HasPrefix(rest, ") ")
}

// informs reports whether a line is of a lower level than a warning: "debug: index page README.md", "npm notice".
func informs(line string) bool { return info().MatchString(line) }

// placesOutcome reports whether a line states an outcome at a place, so that the reason is below: "[----] t.c:19:
// Assertion Failed".
func placesOutcome(line string) bool {
	_, message, ok := parse.CutPlace(strings.TrimLeft(line, "[]-=* "))
	return ok && onlyOutcome("- "+message)
}

// firstWarning returns the first warning and its number, 0 for none.
func firstWarning(all []candidate, output []string) (text string, n int, below string) {
	for _, l := range all {
		s := strings.TrimSpace(l.Text)
		switch {
		case parse.StartsWith(s, "WARN", "Warning", "warning"), textline.Warns(s) && !strings.HasPrefix(s, "//"):
			return s, l.Number, ""
		case strings.HasSuffix(s, " Warning:") && l.Number < len(output): // of GHC
			return s, l.Number, " " + strings.TrimSpace(output[l.Number])
		}
	}
	return "", 0, ""
}

// relays reports whether a line is about a program that failed and that another one ran; the linker's, in any language.
// Tcl's line below an error counts as one, too.
func relays(line string) bool {
	if line == "while executing" {
		return true
	}
	message, isLinker := strings.CutPrefix(line, "collect2: ")
	return general.Relays(line) || isLinker && strings.Contains(message, ": ld ") && strings.Contains(message, " 1 ")
}

// maxBelow is how many lines below an announcement are looked at.
const maxBelow = 3

// details returns the lines directly below the name of a failed test that are indented further.
func details(name string, below []string) string {
	list := make([]string, 0, maxDetails)
	if len(below) > 0 && strings.TrimSpace(below[0]) == "" && !isCrossed(strings.TrimSpace(name)) {
		below = below[1:]
	}
	for _, l := range below[:min(len(below), maxDetails)] {
		isDeeper := parse.Indent(l) > parse.Indent(name) ||
			strings.HasPrefix(l, "\t") && strings.HasPrefix(name, " ") ||
			strings.HasPrefix(l, "[FAILED]  ") && strings.HasPrefix(name, "[FAILED] ")
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

// isOnlyPlace reports whether a line has nothing but a place after a level: "[ ERROR ]  src/timer.tsx:2:19".
func isOnlyPlace(line string) bool {
	i := strings.LastIndexByte(line, ' ')
	at, rest, ok := parse.CutPlace(line[i+1:] + ": ")
	level := strings.Trim(line[:i+1], "[]: ")
	return ok && at.File != "" && rest == "" && level != "" && !strings.Contains(level, " ")
}

// isNumber reports whether a line is a member of a JSON document with a number: `"line": 5,`.
func isNumber(line string) bool {
	key, value, ok := strings.Cut(line, `": `)
	return ok && strings.HasPrefix(key, `"`) && strings.Trim(value, "0123456789,") == ""
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
	rest = strings.TrimLeft(rest, "| ")
	return strings.Trim(place, "0123456789:") == "" && parse.StartsWith(strings.ToLower(rest), "warning ", "warn ")
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
	files finished for found in inactive info listed mode ms no not of ok passed pending previous problems ran run s
	scenarios sec seconds setup skipped specs steps stopped strict success successes successful suite suites summary
	test tests the time timeout to total type undefined validation warning warnings with`)

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
