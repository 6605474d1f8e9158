package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// shownBytes is the length of one line of a replaced text. Such a line is never cut, since a count of missing bytes
// would refer to the text and not to the output's line.
const shownBytes = 160

// shortened splits a text after its first line, or at a blank if that is too long.
func shortened(s string) (first, rest string) {
	if i := strings.IndexByte(s, '\n'); i >= 0 && i <= shownBytes {
		return s[:i], s[i+1:]
	}
	if len(s) <= shownBytes {
		return s, ""
	}
	end := textline.RuneStart(s, shownBytes)
	if i := strings.LastIndexByte(s[:end], ' '); i > end/2 {
		return s[:i], s[i+1:]
	}
	for end < len(s) && parse.Digit(s[end]) && parse.Digit(s[end-1]) {
		end++ // never split a number
	}
	return s[:end], s[end:]
}
