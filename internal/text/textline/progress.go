package textline

import (
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/parse"
)

// CountsUp returns the action of a line that begins with the progress of a build: "[ 12 of 147] Compiling Main",
// "[12/147] cc a.c", "(3/9) installing curl", "[ 45%] Building a.o".
func CountsUp(s string) (action string, ok bool) {
	if s == "" || s[0] != '[' && s[0] != '(' {
		return "", false
	}
	_, rest, ok := parse.CutNumber(strings.TrimLeft(s[1:], " "))
	if !ok {
		return "", false
	}
	if action, ok := strings.CutPrefix(rest, "%] "); ok {
		return action, true
	}
	total, ok := strings.CutPrefix(rest, "/")
	if !ok {
		total, ok = strings.CutPrefix(rest, " of ")
	}
	_, rest, counts := parse.CutNumber(total)
	if !ok || !counts || !parse.StartsWith(rest, "] ", ") ") {
		return "", false
	}
	return rest[len("] "):], true
}

// barRunes is the number of equal characters from which they are a bar.
const barRunes = 64

// IsBar reports whether a line has many equal characters in a row that aren't ASCII, as in "Checking: ✓✓✓...": they
// cost a token each and mean progress.
func IsBar(s string) bool {
	if len(s) < 2*barRunes {
		return false
	}
	var last rune
	run := 0
	for _, r := range s {
		if r != last {
			last, run = r, 0
		}
		if run++; run == barRunes && r >= utf8.RuneSelf {
			return true
		}
	}
	return false
}
