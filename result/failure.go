package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/words"
)

// maxMessage is how many characters of an error's message the model gets from [Failure]. A message of more is rarely
// one sentence; the person has the whole one.
const maxMessage = 100

// Failure makes the result of a call that failed without an output to shorten: the tool could not be started, its
// arguments were wrong, a tool in this process returned an error.
//
// The person gets full, the full text of the error; where that is empty, the message. The model gets the first line of
// the message, of at most 100 characters, with a marker for what is missing before and after it, or the full text where
// that is no longer:
//
//	… 2 lines (1-2)
//	error: no such table: orders
//	… 14 lines (4-17)
//
// An empty or unknown kind is [KindExit]. count returns the number of tokens of a text; where it is nil, both counts
// are 0.
func Failure(tool string, e ToolError, full string, count func(string) int) ToolResult {
	if !slices.Contains(errorKinds, e.Kind) {
		e.Kind = KindExit
	}
	e.Message = valid(e.Message)
	if full == "" {
		full = e.Error()
	}
	if count == nil {
		count = func(string) int { return 0 }
	}
	r := sameForBoth(tool, full, max(count(valid(full)), 0), &e)
	text, shown, omissions := shortFailure(&e, r.ui)
	if len(text) >= len(r.ui) {
		return r
	}
	short, err := r.WithLLM(text, max(count(text), 0), shown, omissions)
	if err != nil {
		return r // the short text has more tokens than the full one
	}
	return short
}

// shortFailure is the model's text for an error, instead of the full one, and what it shows and leaves out of that.
func shortFailure(e *ToolError, full string) (text string, shown [][2]int, omissions []Omission) {
	message := firstLine(e)
	lines := strings.Split(strings.TrimSuffix(full, "\n"), "\n")
	// at is the number of the message's line in the full text, 0 where it isn't there.
	at := 1 + slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == message })

	line, missing := message, utf8.RuneCountInString(message)-maxMessage
	if missing > 0 {
		line = fmt.Sprintf("%s… %d characters", string([]rune(message)[:maxMessage]), missing)
	}
	line = words.Printable(line)

	before, linesBefore := gap(1, at-1)
	after, linesAfter := gap(at+1, len(lines))
	omissions = linesBefore
	switch {
	case at > 0 && lines[at-1] == line:
		shown = [][2]int{{at, at}}
	case missing > 0:
		omissions = append(omissions, Omission{Kind: "character", Count: missing, Lines: [2]int{at, at}})
	}
	omissions = append(omissions, linesAfter...)
	return strings.TrimSuffix(before+"error: "+line+"\n"+after, "\n"), shown, omissions
}

// firstLine is the first line of an error's message that isn't blank, or its kind.
func firstLine(e *ToolError) string {
	line, _, _ := strings.Cut(strings.TrimSpace(e.Error()), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return string(e.Kind)
	}
	return line
}

// gap is the marker for the lines that are left out, and their omission; both are empty where there are none.
func gap(first, last int) (marker string, omissions []Omission) {
	n := last - first + 1
	if n <= 0 {
		return "", nil
	}
	span := strconv.Itoa(first)
	if n > 1 {
		span += "-" + strconv.Itoa(last)
	}
	marker = "… " + words.Count(n, "line", "lines") + " (" + span + ")\n"
	return marker, []Omission{{Kind: "line", Count: n, Lines: [2]int{first, last}}}
}
