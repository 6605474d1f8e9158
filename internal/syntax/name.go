package syntax

import (
	"strings"
	"unicode/utf8"
)

// maxNameBytes is the longest name of a symbol.
const maxNameBytes = 120

// clip cuts a name that is too long to be one.
func clip(s string) string {
	if len(s) <= maxNameBytes {
		return s
	}
	cut := maxNameBytes
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// unquote takes the quotes off a string literal.
func unquote(s string) string { return strings.Trim(s, "\"'`") }

// lastPart is what follows the last dot that isn't in brackets: [Symbol.iterator] of list[Symbol.iterator].
func lastPart(s string) string {
	if open := strings.LastIndexByte(s, '['); open >= 0 && strings.HasSuffix(s, "]") {
		return s[open:]
	}
	return s[strings.LastIndexByte(s, '.')+1:]
}

// receiver is the type's name in a Go receiver such as "(q *Queue[T])".
func receiver(s string) string {
	s = strings.Trim(s, "()")
	if i := strings.IndexByte(s, '['); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexAny(s, " *"); i >= 0 {
		s = s[i+1:]
	}
	return s
}

// isGuard reports whether a C macro is one that keeps a header from being read twice: it defines nothing.
func isGuard(name, value string) bool {
	if value != "" {
		return false
	}
	name = strings.TrimRight(name, "_")
	for _, suffix := range [...]string{"_H", "_HPP", "_HH", "_INCLUDED"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}

// dotted cuts a name that may have parts, as in a.b, A::B and f?.
func dotted(s string) (name, rest string) {
	i := 0
	for i < len(s) && isDottedByte(s[i]) {
		if s[i] == ':' && !goesOn(s[i+1:]) {
			break
		}
		i++
	}
	if i < len(s) && (s[i] == '?' || s[i] == '!') {
		i++
	}
	return s[:i], s[i:]
}

// isDottedByte reports whether a byte may be part of a name with parts.
func isDottedByte(c byte) bool { return isWordByte(c) || strings.IndexByte("$.:~\\", c) >= 0 }

// goesOn reports whether a name continues after a colon, as A::B and a:b do, and "f: int" and "f:" don't.
func goesOn(rest string) bool { return rest != "" && (isWordByte(rest[0]) || rest[0] == ':') }

// word cuts the leading word of a text: letters, digits, _ and $.
func word(s string) (w, rest string) {
	i := 0
	for i < len(s) && (isWordByte(s[i]) || s[i] == '$') {
		i++
	}
	return s[:i], s[i:]
}

// isWord reports whether a text is one word.
func isWord(s string) bool {
	w, rest := word(s)
	return w != "" && rest == ""
}

// isLetter reports whether a byte is a letter of ASCII.
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isDigit reports whether a byte is a digit of ASCII.
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isWordByte reports whether a byte may be part of a name: a letter, a digit, _, or part of a rune beyond ASCII.
func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c >= 0x80 }
