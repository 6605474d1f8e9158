package abort

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/clean"
	"github.com/toktee/toktee/internal/words"
)

// maxReason is the most bytes of a reason. Any program may write one, and it goes to terminals, logs and models.
const maxReason = 4 << 10

// readReason is what a request says.
func readReason(path string) string {
	st, err := os.Lstat(path) // not Stat: the target of a link is no request
	if err != nil || !st.Mode().IsRegular() {
		return unknownReason
	}
	f, err := os.Open(path)
	if err != nil {
		return unknownReason
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxReason+1))
	reason := tidy(string(b))
	if err != nil || reason == "" {
		return unknownReason
	}
	return reason
}

// tidy is a reason that does no harm where it is printed: one line without escape sequences, control characters and
// marks that turn the direction of a text. What is above the limit loses its end, and has an ellipsis there. It is ""
// if nothing is left.
func tidy(reason string) string {
	lines := strings.ReplaceAll(head(reason, maxReason), "\r", "\n")
	text := words.OneLine(words.Printable(string(clean.Content([]byte(lines)))))
	if text == "" || len(reason) <= maxReason && len(text) <= maxReason {
		return text
	}
	const ellipsis = "…"
	return head(text, maxReason-len(ellipsis)) + ellipsis
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
