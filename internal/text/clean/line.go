package clean

import (
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/words"
)

// Line returns a text that anybody may have written as one line of at most limit bytes that does no harm where it is
// printed: without escape sequences, control characters and marks that turn the direction of a text. A longer one loses
// its end, and has an ellipsis there. No more than limit bytes of the text are looked at. It is "" if nothing is left.
func Line(s string, limit int) string {
	lines := strings.ReplaceAll(head(s, limit), "\r", "\n")
	text := words.OneLine(words.Printable(string(Content([]byte(lines)))))
	if text == "" || len(s) <= limit && len(text) <= limit {
		return text
	}
	const ellipsis = "…"
	return head(text, limit-len(ellipsis)) + ellipsis
}

// head is the start of a text, at most n bytes of it. No character is cut.
func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
