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
	return cmp.Or(located(lines, true), hint(lines, len(output)), located(lines, false), lastWords(output),
		endsWithWarnings(lines, output))
}

// hint returns the last line that a program or a place opens if none has the form of a failure: "Run.hs: Prelude.head:
// empty list". Without a place, it must be near the end of the output, which has total lines. Success, warnings,
// totals, lines of logs and documents are none. It returns "" if there is no such line.
func hint(lines []Line, total int) (text string) {
	warned := "" // by Prettier, which fails because of it
	isDiff := slices.ContainsFunc(lines, func(l Line) bool { return parse.StartsWith(l.Text, "+++ ", "@@ ") })
	for _, l := range lines {
		s := strings.TrimSpace(l.Text)
		if isDiff && parse.StartsWith(l.Text, "+", "-", " ") || l.Number <= total-nearEnd && !opensAsMessage(s) {
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
		isNumber && hasOne(words, "time", "timestamp", "duration", "elapsed", "total") ||
		len(words) > 0 && slices.Contains(steps, words[0])
}

// steps are the first words of lines that announce a step.
var steps = strings.Fields("building checking compiling loading processing reading running starting using")

// located returns the first row of a table whose rows open with a place: a linter's, without a word for an error. If
// parted, a sign is between the place and the message.
//
//	src/Bucket.php:9    EvalExpression         The method fill() contains an eval expression.
//	[token/token.go:5] - G501 (CWE-327): Blocklisted import crypto/md5: weak cryptographic primitive
//	1. tests/test_roman.c:203  - CU_ASSERT_EQUAL(to_roman(0, b),-1)
func located(lines []Line, parted bool) string {
	for _, l := range lines {
		s := strings.TrimSpace(l.Text)
		place, message, ok := strings.Cut(strings.TrimPrefix(s, "["), "] - ")
		isParted := ok
		if !ok {
			place, message, ok = strings.Cut(s, "  ")
		}
		if _, item, isItem := parse.CutNumber(place); isItem && strings.HasPrefix(item, ". ") {
			place, isParted = item[len(". "):], strings.HasPrefix(message, "- ")
			message = s
		}
		if isParted != parted {
			continue
		}
		at, rest, isPlace := parse.CutPlace(place + ": ")
		if ok && isPlace && at.Row > 0 && strings.TrimSpace(rest) == "" && strings.Count(message, " ") >= minRow &&
			!textline.PassedTest(s) && !textline.Succeeds(s) && !isLogged(s) && !isFine(message) {
			return s
		}
	}
	return ""
}

// isFine reports whether the first word of a row states that nothing is wrong.
func isFine(message string) bool {
	words := wordsOf(message)
	return len(words) > 0 && slices.Contains([]string{"ok", "pass", "passed", "covered", "valid", "fine"}, words[0])
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
	for _, l := range slices.Backward(output) {
		s := strings.TrimSpace(l)
		message, isFatal := loggedError(s)
		switch {
		case s == "" || errors == 0 && endsProcess(s):
			continue
		case message == "":
			if errors > 1 || errors == 1 && isSystemError(logged) {
				return logged
			}
			if errors == 0 && denies(s) {
				return s
			}
			return ""
		case errors == maxLogged:
			return ""
		}
		if errors++; isFatal && errors == 1 {
			return message
		}
		logged = message
	}
	if errors > 1 || isSystemError(logged) {
		return logged
	}
	return ""
}

// endsProcess reports whether a line states no more than that a program ended: "server ended".
func endsProcess(line string) bool {
	words := wordsOf(line)
	return len(words) > 0 && len(words) <= 3 &&
		slices.Contains([]string{"ended", "exited", "stopped", "terminated"}, words[len(words)-1])
}

// endsWithWarnings returns the first warning if the last lines state that there were some: "API Extractor completed
// with warnings". It returns "" if they don't.
func endsWithWarnings(lines []Line, output []string) string {
	for _, l := range slices.Backward(output) {
		s := strings.TrimSpace(l)
		if s == "" || isAside(s) {
			continue
		}
		if words := wordsOf(s); len(words) <= maxVerdict && hasOne(words, "warnings") && !strings.Contains(s, "0 ") {
			first, _, _ := firstWarning(lines, output)
			return first
		}
		break
	}
	return ""
}

// maxVerdict is how many words a line has at most that states how a program ended.
const maxVerdict = 5

// maxLogged is how many errors at the end of a log are read.
const maxLogged = 64

// loggedError returns the message of a log's line at the level of an error or above, "" for another line, and whether
// the program ended because of it. In a document the level is a word, or a number from 50, as pino writes it.
func loggedError(line string) (message string, isFatal bool) {
	if !strings.HasPrefix(line, "{") {
		fields := strings.Fields(textline.StripStamp(line))
		at := slices.IndexFunc(fields[:min(len(fields), maxLevelField)], func(f string) bool {
			return slices.Contains(levels, strings.Trim(f, "[]:"))
		})
		if !isLogged(line) || at < 0 {
			return "", false
		}
		level := strings.Trim(fields[at], "[]:")
		isFatal = slices.Contains([]string{"FATAL", "CRITICAL", "EMERG"}, level)
		if !isFatal && level != "ERROR" {
			return "", false
		}
		return line, isFatal
	}
	var record struct {
		Level        any
		Msg, Message string
	}
	if json.Unmarshal([]byte(line), &record) != nil {
		return "", false
	}
	number, _ := record.Level.(float64)
	word, _ := record.Level.(string)
	isFatal = number >= pinoFatal || hasOne(wordsOf(word), "fatal", "critical")
	if isFatal || number >= pinoError || hasOne(wordsOf(word), "error") {
		return cmp.Or(record.Msg, record.Message), isFatal
	}
	return "", false
}

// levels are those of logs, in capitals.
var levels = strings.Fields("TRACE DEBUG INFO NOTICE WARN WARNING ERROR CRITICAL FATAL EMERG")

// maxLevelField is how many words after the time stamp a log's level is among.
const maxLevelField = 6

// The least levels of an error and of a fatal one in the logs of pino.
const pinoError, pinoFatal = 50, 60

// denies reports whether a line is a sentence that denies something: "Found 3 not formatted files."
func denies(line string) bool {
	words := wordsOf(line)
	return len(words) >= minSentence && hasOne(words, "no", "not", "cannot", "never", "neither", "nothing") &&
		parse.StartsWith(line, "No ", "Not ", "Nothing ", "Cannot ", "Neither ", "Found ") && !isOther(line) &&
		!textline.PassedTest(line) && !textline.Succeeds(line) && !textline.Warns(line) &&
		!hasOne(words, "errors", "problems", "issues", "warnings", "failures", "using", "need", "needs")
}

// minSentence is the least number of words in a sentence.
const minSentence = 4

// nearEnd is how many lines at the end of the output may have any hint. Those above need the form of a message.
const nearEnd = 20

// opensAsMessage reports whether a line opens with a place in a file, or with one word that can name a program or a
// file.
func opensAsMessage(line string) bool {
	name, _, _ := strings.Cut(line, ": ")
	return isPlaced(line) || name != "" && !strings.Contains(name, " ") && unicode.IsLower(rune(name[0]))
}

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
