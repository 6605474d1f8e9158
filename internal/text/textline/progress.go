package textline

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// CountsUp reports whether a line begins with the progress of a build: "[ 12 of 147] Compiling Main", "[12/147] cc
// a.c", "(3/9) installing curl", "[ 45%] Building a.o".
func CountsUp(s string) bool {
	if s == "" || s[0] != '[' && s[0] != '(' {
		return false
	}
	_, rest, ok := parse.CutNumber(strings.TrimLeft(s[1:], " "))
	if !ok {
		return false
	}
	if total, ok := strings.CutPrefix(rest, "/"); ok {
		_, rest, ok = parse.CutNumber(total)
		return ok && parse.StartsWith(rest, "] ", ") ")
	}
	if total, ok := strings.CutPrefix(rest, " of "); ok {
		_, rest, ok = parse.CutNumber(total)
		return ok && parse.StartsWith(rest, "] ", ") ")
	}
	return strings.HasPrefix(rest, "%] ")
}
