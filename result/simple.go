package result

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const notUTF8 = "the content was not valid UTF-8: its bad bytes are shown as U+FFFD"

// Simple makes the result of a tool that has no strategy: the same content for the model and the person, nothing saved,
// no details. tokens is the content's count; a negative one counts as 0. Bytes that aren't valid UTF-8 become U+FFFD on
// both sides, with a warning; a caller that has to keep them uses [New].
func Simple(tool, text string, tokens int) ToolResult {
	return both(tool, text, max(tokens, 0), nil)
}

// both makes a result with one text in both channels, which holds whatever the arguments are.
func both(tool, text string, tokens int, e *ToolError) ToolResult {
	v := valid(text)
	r := ToolResult{
		tool: valid(tool), success: e == nil, err: e,
		llm: content{text: v}, ui: v, inline: true,
		payload: Payload{SHA256: sumOf([]byte(v)), Bytes: int64(len(v))},
		meta:    Metadata{LLMTokens: tokens, UITokens: tokens},
	}
	if v != text {
		r = r.WithWarnings(notUTF8)
	}
	return r
}

// maxMessage is how many characters of an error's message the model gets from [Failure].
const maxMessage = 100

// Failure makes the result of a call that failed in a way that has no output to digest: it could not be started, its
// arguments were wrong, a tool in this process returned an error. The person gets the full text of the error; the model
// gets the first line of e's message, of at most 100 characters, with a mark for every gap, or the full text where that
// is no longer. An empty kind is [KindExit], an empty full text is the message.
//
// count counts tokens; nil leaves both counts 0.
func Failure(tool string, e ToolError, full string, count func(string) int) ToolResult {
	if _, err := errorOf(Status{}, false, &e); err != nil {
		e.Kind = KindExit
	}
	e.Message = valid(e.Message)
	if full == "" {
		full = e.Error()
	}
	tokens := 0
	if count != nil {
		tokens = max(count(valid(full)), 0)
	}
	r := both(tool, full, tokens, &e)
	text, shown, omissions := shortFailure(&e, r.ui)
	n := 0
	if count != nil {
		n = max(count(text), 0)
	}
	if len(text) >= len(r.ui) {
		return r
	}
	short, err := r.WithLLM(text, n, shown, omissions)
	if err != nil {
		return r // more tokens than the full text
	}
	return short
}

// shortFailure is the model's text for an error, in place of the full one, with the lines of that which it shows and
// leaves out.
func shortFailure(e *ToolError, full string) (text string, shown [][2]int, omissions []Omission) {
	first, _, _ := strings.Cut(strings.TrimSpace(e.Error()), "\n")
	if first = strings.TrimSpace(first); first == "" {
		first = string(e.Kind)
	}
	lines := strings.Split(strings.TrimSuffix(full, "\n"), "\n")
	at := 0 // the message's line in the full text, from 1
	for i, l := range lines {
		if strings.TrimSpace(l) == first {
			at = i + 1
			break
		}
	}
	cut := 0
	line := first
	if n := utf8.RuneCountInString(first); n > maxMessage {
		cut = n - maxMessage
		line = fmt.Sprintf("%s… %d characters", string([]rune(first)[:maxMessage]), cut)
	}
	line = strings.Map(printable, line)
	verbatim := at > 0 && lines[at-1] == line

	var b strings.Builder
	gap := func(from, to int) {
		if from > to {
			return
		}
		omissions = append(omissions, Omission{Kind: "line", Count: to - from + 1, Lines: [2]int{from, to}})
		switch {
		case from == to:
			fmt.Fprintf(&b, "… 1 line (%d)\n", from)
		default:
			fmt.Fprintf(&b, "… %d lines (%d-%d)\n", to-from+1, from, to)
		}
	}
	gap(1, at-1)
	b.WriteString("error: " + line + "\n")
	switch {
	case verbatim:
		shown = [][2]int{{at, at}}
	case cut > 0:
		omissions = append(omissions, Omission{Kind: "character", Count: cut})
		if at > 0 {
			omissions[len(omissions)-1].Lines = [2]int{at, at}
		}
	}
	gap(at+1, len(lines))
	return strings.TrimSuffix(b.String(), "\n"), shown, omissions
}

// printable replaces what would move a terminal's cursor.
func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return ' '
	}
	return r
}
