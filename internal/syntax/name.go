package syntax

import (
	"strings"
	"unicode/utf8"
)

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

// maxNameBytes is the longest name of a symbol.
const maxNameBytes = 120

// unquote takes the quotes off a string literal.
func unquote(s string) string { return strings.Trim(s, "\"'`") }

// lastPart is what stands behind the last dot.
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
	name = strings.TrimRight(name, "_")
	return value == "" && (strings.HasSuffix(name, "_H") || strings.HasSuffix(name, "_HPP") || strings.HasSuffix(name, "_HH") ||
		strings.HasSuffix(name, "_INCLUDED"))
}
