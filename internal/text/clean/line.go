package clean

import (
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/words"
)

// Line makes one harmless line of at most limit bytes from an untrusted text. The line has no escape sequences, control
// characters or marks that turn the direction of a text. A longer text loses its end, and has an ellipsis there. At
// most limit bytes of the text are read. The result is "" if nothing is left.
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
