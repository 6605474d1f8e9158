package textline

import "strings"

// harmlessOpenings begin lines that speak of failures and report none, in small letters.
var harmlessOpenings = [...]string{
	"no ", "none of ", "not a single ", "without ", "warning", "warn:", "deprecat", "note:", "info:", "info ", "debug",
	"trace ", "fixed ", "removed ", "[info]", "[debug]", "never ",
}

// harmlessPhrases occur in such lines.
var harmlessPhrases = [...]string{
	" without error", " without fail", " without issue", " without problem", "expected failures", "not fail",
	"not crash",
	"retry succeeded", "succeeded on retry", "using default", "downloading", "(ignored)", "...ignoring",
}

// Negates reports whether a line with the words of a failure denies it, or calls it harmless:
//
//	finished without errors
//	0 of 12 failed
//	warning: unused variable: `error`
func Negates(s string) bool {
	if NegatesAtOnce(s) {
		return true
	}
	low := strings.ToLower(s[:min(len(s), 400)])
	for _, p := range harmlessPhrases {
		if strings.Contains(low, p) {
			return true
		}
	}
	return false
}

// NegatesAtOnce is Negates by how a line begins alone, which costs next to nothing.
func NegatesAtOnce(s string) bool {
	for _, o := range harmlessOpenings {
		if s != "" && s[0]|0x20 == o[0]|0x20 && len(s) >= len(o) && strings.EqualFold(s[:len(o)], o) {
			return true
		}
	}
	return strings.HasPrefix(s, "0 of ") || strings.HasPrefix(s, "0/")
}

// maxLabel is the length in bytes of the longest text before a warning that is read: a place, or a program's name.
const maxLabel = 120

// Warns reports whether a line calls itself a warning, with at most a place or a program's name before that:
//
//	src/cart.c:3:5: warning: unused variable 'error'
//	LaTeX Warning: Citation `adams79' on page 2 undefined on input line 5.
//	(node:12) DeprecationWarning: the option is unknown
func Warns(s string) bool {
	i := strings.Index(s[:min(len(s), maxLabel)], "arning: ")
	if i < 1 || s[i-1]|0x20 != 'w' {
		return false
	}
	if reportsFailure(s[i+len("arning: "):]) {
		return false
	}
	label := s[:i-1]
	for i > 0 && isLetter(s[i-1]) {
		i--
	}
	if reportsFailure(label[min(i, len(label)):]) { // "UnhandledPromiseRejectionWarning: ..."
		return false
	}
	return i == 0 || strings.IndexByte(" \t:([", s[i-1]) >= 0 && SeverityOf(s[:i]) < Suspect
}

// reportsFailure reports whether a text has a word that makes more of a warning than a warning.
func reportsFailure(s string) bool {
	for _, word := range [...]string{
		"rror:", "rrors", "ERROR", "xception", "ail", "FAIL", "denied", "refused", "atal", "rash", "bort", "panic",
		"illed", "nhandled", "nraisable",
	} {
		if strings.Contains(s, word) {
			return true
		}
	}
	return SeverityOf(s) == Failure
}
