package rules

import "iter"

// numbers yields the numbers of a text: digits, with single points, commas, colons and underscores between them, and
// the sign of a negative number.
func numbers(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(s); i++ {
			if !isDigit(s[i]) {
				continue
			}
			from := i
			if i > 0 && s[i-1] == '-' && (i == 1 || !wordByte(s[i-2])) {
				from-- // a sign
			}
			for i < len(s) && (isDigit(s[i]) || i+1 < len(s) && inner(s[i]) && isDigit(s[i+1])) {
				i++
			}
			if !yield(s[from:i]) {
				return
			}
		}
	}
}

func wordByte(c byte) bool {
	return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '-' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func inner(c byte) bool { return c == '.' || c == ',' || c == ':' || c == '_' }

// numbersFrom reports whether every number of text is in one of the lines that it was made from, or is n.
func numbersFrom(text, n string, lines ...string) bool {
	var have map[string]bool
	for x := range numbers(text) {
		if have == nil {
			have = map[string]bool{n: true}
			for _, l := range lines {
				for y := range numbers(l) {
					have[y] = true
				}
			}
		}
		if !have[x] {
			return false
		}
	}
	return true
}
