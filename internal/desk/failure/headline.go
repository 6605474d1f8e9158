package failure

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies/general"
)

// headline returns the first line that states a reason best: with the form of a failure, and with more than an
// outcome. It returns "" if no line has the form of a failure. Warnings and lines of logs are none: a program that goes
// on prints them too.
func headline(lines []Line) (text string) {
	best := noReason
	for _, l := range lines {
		s := strings.TrimSpace(l.Text)
		if r := reasonIn(s); r < best {
			best, text = r, s
		}
	}
	return text
}

// A reason is how well a line states why a command failed, the best first.
type reason int

const (
	stated    reason = iota
	announced        // for the lines below: "Traceback (most recent call last):", "Failures:"
	counted          // only that something failed: "BUILD FAILED", "90%: Checks: 20, Failures: 2, Errors: 0"
	noReason
)

func reasonIn(line string) reason {
	if general.SeverityOf(line) != textline.Failure {
		return noReason
	}
	all := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) })
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(all, w) })
	}
	switch {
	case has("expected") && has("failure", "failures"), // of a test that may fail
		quoted(line), strings.HasPrefix(line, `{"`), strings.HasPrefix(line, `[{"`): // or a document for programs
		return noReason
	case onlyOutcome(line):
		return counted
	case strings.HasSuffix(line, ":") && (len(all) <= 3 || has("traceback")),
		strings.HasPrefix(line, "__") && strings.HasSuffix(line, "__"):
		return announced
	case has("warn", "warning") && !has("error", "fatal"),
		textline.StripStamp(line) != line && !has("fatal", "critical", "emerg", "panic"):
		return noReason
	}
	return stated
}

// quoted reports whether a line is one of a source file, quoted with its number: " 12 | throw new Error('no gate')".
func quoted(line string) bool {
	_, rest, ok := parse.CutNumber(strings.TrimLeft(line, "> "))
	return ok && strings.HasPrefix(strings.TrimLeft(rest, " "), "|")
}

// outcomeWords are the words of lines that only state or count an outcome.
var outcomeWords = strings.Fields(`
	aborted aborting an and assertions build check checks checked code compilation due error errors elapsed
	examples exception exit exiting fail failed failing failure failures fatal features files finished for
	found in info ms no of passed pending previous problems ran run s scenarios sec seconds setup skipped
	specs steps stopped success successes successful suite suites summary test tests the time timeout to
	total undefined warning warnings with`)

// onlyOutcome reports whether a line has no other words than those of an outcome, after the name of a program, or is a
// program's value of a key:
//
//	[INFO] BUILD FAILURE             npm error code EUSAGE
//	✗ Build failed in 210ms          18 successes / 2 failures / 0 errors / 0 pending : 0.02 seconds
func onlyOutcome(line string) bool {
	fields := strings.Fields(line)
	if len(fields) == 4 && (fields[1] == "error" || fields[1] == "ERR!") {
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
