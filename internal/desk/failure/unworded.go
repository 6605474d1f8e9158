package failure

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// unworded returns the line that states the reason if no line has the form of a failure, "" if none does.
func unworded(lines []Line, output []string) string {
	return cmp.Or(located(lines), hint(lines, len(output)), lastWords(output), endsWithWarnings(lines, output))
}

// hint returns the last line that a program or a place opens if none has the form of a failure: "Run.hs: Prelude.head:
// empty list". Without a place, it must be near the end of the output, which has total lines. Success, warnings,
// totals, lines of logs and documents are none. It returns "" if there is no such line.
func hint(lines []Line, total int) (text string) {
	warned := "" // by Prettier, which fails because of it
	isDiff := slices.ContainsFunc(lines, func(l Line) bool { return parse.StartsWith(l.Text, "+++ ", "@@ ") })
	for _, l := range lines {
		s := strings.TrimSpace(l.Text)
		if isDiff && parse.StartsWith(l.Text, "+", "-", " ") ||
			l.Number <= total-nearEnd && !isPlaced(s) {
			continue
		}
		if rest, ok := strings.CutPrefix(s, "[warn] "); ok && strings.Count(rest, " ") >= maxStep {
			warned = rest
		}
		opener, rest, ok := strings.Cut(s, ": ")
		isRow := strings.HasPrefix(rest, " ") && !strings.Contains(opener, ":") // of a table
		if !ok || isRow || opener == "" || s[0] == '{' || isLogged(s) && !endsWith(s, systemErrors) ||
			textline.PassedTest(s) || textline.Succeeds(s) || strings.HasSuffix(s, ": no issues found") ||
			textline.SeverityOf(s) == textline.Summary || textline.Warns(s) || isOther(s) || isFigure(opener, rest) ||
			parse.StartsWith(s, "[warn] ", "Warning ") {
			continue
		}
		text = s
	}
	return cmp.Or(text, warned)
}

// isFigure reports whether a key and its value are a column of values, a number, a time or an address, or a step:
// "Issues : 5", "Elapsed time: 0.09 sec.", "Running tests: unit".
func isFigure(key, value string) bool {
	value = strings.TrimSpace(value)
	_, rest, isNumber := parse.CutNumber(value)
	words := wordsOf(key)
	return strings.HasSuffix(key, " ") || isNumber && rest == "" || parse.StartsWith(value, "https://", "http://") ||
		hasOne(words, "time", "timestamp", "duration", "elapsed", "total") ||
		len(words) > 0 && slices.Contains(steps, words[0])
}

// steps are the first words of lines that announce a step.
var steps = strings.Fields("building checking compiling loading processing reading running starting using")

// located returns the first row of a table whose rows open with a place: a linter's, without a word for an error.
//
//	src/Bucket.php:9    EvalExpression         The method fill() contains an eval expression.
//	[token/token.go:5] - G501 (CWE-327): Blocklisted import crypto/md5: weak cryptographic primitive
//	1. tests/test_roman.c:203  - CU_ASSERT_EQUAL(to_roman(0, b),-1)
func located(lines []Line) string {
	for _, l := range lines {
		s := strings.TrimSpace(l.Text)
		place, message, ok := strings.Cut(strings.TrimPrefix(s, "["), "] - ")
		if !ok {
			place, message, ok = strings.Cut(s, "  ")
		}
		if _, item, isItem := parse.CutNumber(place); isItem && strings.HasPrefix(item, ". ") {
			place, message = item[len(". "):], s
		}
		at, rest, isPlace := parse.CutPlace(place + ": ")
		if ok && isPlace && at.Row > 0 && strings.TrimSpace(rest) == "" && strings.Count(message, " ") >= minRow &&
			!textline.PassedTest(s) && !textline.Succeeds(s) && !isLogged(s) {
			return s
		}
	}
	return ""
}

// minRow is the least number of blanks in the message of such a row.
const minRow = 3

// lastWords returns the reason that a program gave in the last lines of its output, without a word for an error: the
// first of several errors of a log that end the output, a single one if it is an error of the operating system, or a
// sentence that denies something. It returns "" if there is none.
//
//	ERROR   Found no accessible config files for 'filter.d/billing-auth'
//	No new newsfragments found on this branch.
func lastWords(output []string) string {
	logged, errors := "", 0
	var below []string // the lines below the errors of a log, the last one first
	for _, l := range slices.Backward(output) {
		s := strings.TrimSpace(l)
		message := loggedError(s)
		switch {
		case s == "":
			continue
		case message != "":
			logged = message
			errors++
			continue
		}
		if below = append(below, s); errors > 0 || len(below) > maxLast {
			break
		}
	}
	if errors > 1 || isSystemError(logged) {
		return logged
	}
	if i := slices.IndexFunc(below, denies); i >= 0 {
		return below[i]
	}
	return ""
}

// endsWithWarnings returns the first warning if the last lines state that there were some: "API Extractor completed
// with warnings". It returns "" if they don't.
func endsWithWarnings(lines []Line, output []string) string {
	for _, l := range slices.Backward(output) {
		s := strings.TrimSpace(l)
		if s == "" || isAside(s) {
			continue
		}
		if words := wordsOf(s); len(words) <= maxStopped+2 && hasOne(words, "warnings") && !strings.Contains(s, "0 ") {
			first, _, _ := firstWarning(lines, output)
			return first
		}
		break
	}
	return ""
}

// maxLast is how many lines at the end are looked at.
const maxLast = 3

// loggedError returns the message of a log's line at the level of an error or above, "" for another line. In a document
// the level is a word, or a number from 50, as pino writes it.
func loggedError(line string) string {
	if !strings.HasPrefix(line, "{") {
		if !isLogged(line) || !hasOne(wordsOf(line), "error", "fatal", "critical") {
			return ""
		}
		return line
	}
	var record struct {
		Level        any
		Msg, Message string
	}
	if json.Unmarshal([]byte(line), &record) != nil {
		return ""
	}
	number, _ := record.Level.(float64)
	word, _ := record.Level.(string)
	if number >= pinoError || hasOne(wordsOf(word), "error", "fatal", "critical") {
		return cmp.Or(record.Msg, record.Message)
	}
	return ""
}

// pinoError is the least level of an error in the logs of pino.
const pinoError = 50

// denies reports whether a line is a sentence that denies something: "Found 3 not formatted files."
func denies(line string) bool {
	words := wordsOf(line)
	return len(words) >= minSentence && hasOne(words, "no", "not", "cannot", "never", "neither", "nothing") &&
		unicode.IsUpper(rune(line[0])) && !isOther(line) && !textline.PassedTest(line) && !textline.Succeeds(line) &&
		!textline.Warns(line) && !hasOne(words, "errors", "problems", "issues", "warnings", "failures")
}

// minSentence is the least number of words in a sentence.
const minSentence = 4

// nearEnd is how many lines at the end of the output may have a hint without a place.
const nearEnd = 20

// systemErrors are the texts of errors of the operating system that end a server. Even a line of a log with one at its
// end is a hint.
var systemErrors = []string{
	"Address already in use", "Permission denied", "No such file or directory", "Connection refused",
	"No space left on device", "Cannot allocate memory", "Too many open files",
}

// isSystemError reports whether a message has the text of an error of the operating system, whatever its letters' case.
func isSystemError(message string) bool {
	message = strings.ToLower(message)
	return slices.ContainsFunc(systemErrors, func(e string) bool {
		return strings.Contains(message, strings.ToLower(e))
	})
}

func endsWith(s string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(s, end) })
}

// isPlaced reports whether a line opens with the number of a line in a file.
func isPlaced(line string) bool {
	at, _, ok := parse.CutPlace(line)
	return ok && at.Row > 0
}
