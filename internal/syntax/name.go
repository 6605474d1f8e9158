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

// lastPart is what follows the last dot.
func lastPart(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

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
	for i < len(s) && (isWordByte(s[i]) || strings.IndexByte("$.:~\\", s[i]) >= 0) {
		if s[i] == ':' && (i+1 >= len(s) || !isWordByte(s[i+1]) && s[i+1] != ':') {
			break
		}
		i++
	}
	if i < len(s) && (s[i] == '?' || s[i] == '!') {
		i++
	}
	return s[:i], s[i:]
}

// word cuts the leading word of a text: letters, digits, _ and $.
func word(s string) (w, rest string) {
	i := 0
	for i < len(s) && (isWordByte(s[i]) || s[i] == '$') {
		i++
	}
	return s[:i], s[i:]
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWordByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c >= 0x80 }
