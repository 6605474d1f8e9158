package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// shownBytes is how much of a replaced text is shown as one line: so little that it is never cut, since a count of
// missing bytes would be of the text and not of the line.
const shownBytes = 160

// shortened takes the first line off a text, or the start of it that ends with a word.
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
		end++ // no number is cut into another
	}
	return s[:end], s[end:]
}
