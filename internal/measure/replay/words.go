package replay

import "strings"

// Bounds of what can be evidence, in bytes. Shorter strings appear in too many texts by chance; longer ones are data.
const (
	minWord   = 5
	maxWord   = 300
	minLine   = 12
	maxLine   = 1000
	minAnchor = 3
)

// isIdent reports whether a byte is one of the letters, digits and underscores of ASCII, which names are made of.
func isIdent(b byte) bool {
	return isLetter(b) || isDigit(b) || b == '_'
}

func isLetter(b byte) bool { return isLower(b) || isUpper(b) }
func isLower(b byte) bool  { return 'a' <= b && b <= 'z' }
func isUpper(b byte) bool  { return 'A' <= b && b <= 'Z' }
func isDigit(b byte) bool  { return '0' <= b && b <= '9' }

// isWord reports whether a byte can be part of a path or a token.
func isWord(b byte) bool {
	return isIdent(b) || b == '.' || b == '/' || b == '-' || b == '@'
}

// runs calls yield with every longest run of bytes of a class.
func runs(s string, class func(byte) bool, yield func(start, end int)) {
	for i := 0; i < len(s); {
		if !class(s[i]) {
			i++
			continue
		}
		start := i
		for i < len(s) && class(s[i]) {
			i++
		}
		yield(start, i)
	}
}

// codeLike reports whether a word is a path or a token of code rather than a word of prose. It has a letter, and one of
// these: a slash, an underscore, a dot within, a digit, or a lower-case letter and an upper-case one after its start.
func codeLike(w string) bool {
	if len(w) < minWord || len(w) > maxWord {
		return false
	}
	var letter, lower, upper, digit, mark bool
	for i := range len(w) {
		b := w[i]
		letter = letter || isLetter(b)
		lower = lower || isLower(b)
		upper = upper || i > 0 && isUpper(b)
		digit = digit || isDigit(b)
		mark = mark || b == '/' || b == '_' || isDotWithin(w, i)
	}
	mixedCase := lower && upper
	return letter && (mark || digit || mixedCase)
}

// isDotWithin reports whether a word has a dot between names at a place, as in "main.go".
func isDotWithin(w string, at int) bool {
	return w[at] == '.' && at > 0 && at+1 < len(w) && isIdent(w[at-1]) && isIdent(w[at+1])
}

// anchor returns the longest name in a string, the first among equals. Few texts without the string contain it.
func anchor(s string) (start, end int) {
	runs(s, isIdent, func(from, to int) {
		if to-from > end-start {
			start, end = from, to
		}
	})
	return start, end
}

// appearsAt reports whether c appears in the text at a place.
func appearsAt(text string, at int, c string) bool {
	end := at + len(c)
	return at >= 0 && end <= len(text) && text[at:end] == c &&
		(at == 0 || !isIdent(c[0]) || !isIdent(text[at-1])) &&
		(end == len(text) || !isIdent(c[len(c)-1]) || !isIdent(text[end]))
}

// appears reports whether c, which isn't empty, appears anywhere in the text.
func appears(text, c string) bool { return firstAt(text, c) >= 0 }

// firstAt returns the place at which c, which isn't empty, first appears in the text, -1 for none.
func firstAt(text, c string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], c)
		if i < 0 {
			return -1
		}
		if appearsAt(text, from+i, c) {
			return from + i
		}
		from += i + 1
	}
}
