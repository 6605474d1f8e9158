package failure

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

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
		isOpen := l.Number < len(output) && l.Number > 0 && leadsNowhere(strings.TrimSpace(l.Text), output[l.Number])
		if r == stated && (isOpen || best == vague && !explainsStep(l.Text)) {
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
	if strings.HasPrefix(text, "All ") && strings.HasSuffix(text, " aborted.") && best == counted && at > 1 {
		if above := strings.TrimSpace(output[at-2]); strings.Contains(above, " ") && !textline.Succeeds(above) {
			return above, at - 1, "" // the program names the reason, then stops
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
		return cmp.Or(details(output[at-1], output[at:]), explained(lines, text, at))
	case at < len(output) && (parse.StartsWith(strings.TrimSpace(output[at]), "Reason: ", "reason: ") ||
		general.FramesCode(strings.TrimSpace(output[at]))):
		return " " + strings.TrimSpace(output[at])
	case at+1 < len(output) && announcesCause(strings.TrimSpace(output[at])):
		return " " + strings.TrimSpace(output[at]) + " " + strings.TrimSpace(output[at+1])
	case endsWithPlace(text) && at < len(output) && parse.Indent(output[at]) > parse.Indent(output[at-1]):
		return " " + strings.TrimSpace(output[at])
	case isNumbered(text), isOnlyPlace(text) && !strings.HasSuffix(text, ":"),
		at < len(output) && general.HasValue(strings.TrimSpace(output[at])):
		return details(output[at-1], output[at:])
	case isCrossed(text) && !strings.HasSuffix(text, ":") && details(output[at-1], output[at:]) != "":
		return details(output[at-1], output[at:])
	case why == announced, strings.HasSuffix(text, ":"), placesOutcome(text):
		for n, next := range output[at:min(at+maxBelow, len(output))] {
			if next = strings.TrimSpace(next); strings.ContainsFunc(next, isWordRune) && !informs(next) {
				if strings.HasPrefix(next, "1) ") { // the first of a list
					next += details(output[at+n], output[at+n+1:])
				}
				below += " " + next
				if (!strings.HasSuffix(next, ":") || strings.Contains(next, " ")) && !isStarred(text) {
					break
				}
			}
		}
	}
	return below
}

// announcesCause reports whether a line has nothing but the announcement of the cause below it: "Original exception:".
func announcesCause(line string) bool {
	words := wordsOf(line)
	return strings.HasSuffix(line, ":") && len(words) <= 2 &&
		hasOne(words, "exception", "cause", "caused", "reason")
}

// endsWithPlace reports whether a line only announces an error at a place in brackets, whose message is below:
//
//	Template render error: (chapters/tuba.md) [Line 5, Column 4]
func endsWithPlace(line string) bool {
	kind, place, ok := strings.Cut(line, ": ")
	return ok && strings.HasSuffix(kind, "error") && strings.HasPrefix(place, "(") && strings.HasSuffix(place, "]")
}

// explained returns, after a line feed, the line that explains why the test failed that line at of the output names. It
// is at a place in a file with the name of the test, or directly above.
//
//	FAIL: tests/t_window
//	...
//	t_window.c:8: hann(n-1, n) must be 0 for n=4, got 0.500000
func explained(lines []Line, name string, at int) string {
	test := name[strings.LastIndexAny(name, " /")+1:]
	for _, l := range lines {
		s := strings.TrimSpace(l.Text)
		if file := placeOf(s); file != "" && test == strings.TrimSuffix(file, path.Ext(file)) {
			return "\n" + s
		}
	}
	_, isTest := textline.FailedTest(name)
	for _, l := range lines {
		isReason := isTest || textline.SeverityOf(l.Text) >= textline.Suspect
		if l.Number == at-1 && explains(l.Text) && isReason && !textline.Warns(l.Text) {
			return "\n" + strings.TrimSpace(l.Text)
		}
	}
	return ""
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isNumbered reports whether a line is an item of a numbered list: "3) Store returns nil for an unknown code".
func isNumbered(line string) bool {
	_, rest, ok := parse.CutNumber(line)
	return ok && strings.HasPrefix(rest, ") ")
}

// explains reports whether a line has words that aren't about a passed test or a success.
func explains(line string) bool {
	s := strings.TrimSpace(line)
	_, isTest := textline.FailedTest(s + " ")
	return strings.Contains(s, " ") && !isTest && !textline.PassedTest(s) && !textline.Succeeds(s)
}

// informs reports whether a line is of a lower level than a warning: "debug: index page README.md".
func informs(line string) bool {
	return parse.StartsWith(line, "debug: ", "DEBUG: ", "trace: ", "TRACE: ", "[DEBUG] ", "[debug] ")
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
		return firstWarning(lines, output)
	case at > 1 && (counts("error") || counts("fail")):
		n := at - 1
		if strings.TrimSpace(output[n-1]) == "" && n > 1 {
			n--
		}
		if above := strings.TrimSpace(output[n-1]); n == at-1 && hasPlace(above) || n < at-1 && isRow(above) {
			return above, n, ""
		}
	}
	return "", 0, ""
}

// firstWarning returns the first warning of lines and its number, 0 for none.
func firstWarning(lines []Line, output []string) (text string, n int, below string) {
	for _, l := range lines {
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

// isRow reports whether a line is a message after the number of its line: "12: Line too long".
func isRow(line string) bool {
	_, rest, ok := parse.CutNumber(line)
	message, isMessage := strings.CutPrefix(rest, ": ")
	return ok && isMessage && strings.Contains(message, " ")
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
