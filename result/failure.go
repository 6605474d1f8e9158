package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/words"
)

// maxMessage is the number of characters of an error's message that [Failure] sends to the model. Longer messages are
// rarely a single sentence. The person sees the whole message.
const maxMessage = 100

// Failure makes the result of a call that failed without an output to shorten: the tool could not be started, its
// arguments were wrong, a tool in this process returned an error.
//
// The person sees full, the full text of the error, or the message if full is empty. The model is sent the first line
// of the message, at most 100 characters of it. Markers count the omitted lines before and after it:
//
//	… 2 lines (1-2)
//	error: no such table: orders
//	… 14 lines (4-17)
//
// If the full text isn't longer, the model is sent that.
//
// An empty or unknown kind becomes [KindExit]. count returns the number of tokens of a text; if it is nil, both counts
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

// shortFailure returns the model's text for an error, with the lines of the full text that it shows and those that it
// leaves out.
func shortFailure(e *ToolError, full string) (text string, shown [][2]int, omissions []Omission) {
	message := firstLine(e)
	lines := strings.Split(strings.TrimSuffix(full, "\n"), "\n")
	// at is the number of the message's line in the full text, 0 if it isn't there.
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

// firstLine returns the first line of an error's message that isn't blank. If all are blank, it returns the kind.
func firstLine(e *ToolError) string {
	line, _, _ := strings.Cut(strings.TrimSpace(e.Error()), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return string(e.Kind)
	}
	return line
}

// gap returns the marker for the omitted lines first to last, and their omission. Both are empty if last is below
// first. An example of a marker:
//
//	… 14 lines (4-17)
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
