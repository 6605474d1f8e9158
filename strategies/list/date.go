package list

import (
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/parse"
)

// dateAt is the number of words that a date at the start of w takes, 0 for no date.
func dateAt(w []string) int {
	if len(w) < 2 {
		return 0
	}
	three := len(w) >= 3
	dayAndMonth := isMonth(w[0]) && isDay(w[1]) || isDay(w[0]) && isMonth(w[1])
	switch {
	case three && dayAndMonth && isTime(w[2]):
		return 3
	case !isISODate(w[0]) || !isTime(w[1]):
		return 0
	case three && isZone(w[2]):
		return 3
	}
	return 2
}

// isISODate reports whether a word has the form of 2024-01-02.
func isISODate(s string) bool { return len(s) == 10 && s[4] == '-' && s[7] == '-' }

// isZone reports whether a word is a time zone: "+0100".
func isZone(s string) bool {
	return len(s) == 5 && (s[0] == '+' || s[0] == '-') && allDigits(s[1:])
}

// isMonth reports whether a word may be a month's name. One that isn't English ends in a dot or starts with a letter
// beyond ASCII.
func isMonth(s string) bool {
	if len(s) < 3 || len(s) > 12 {
		return false
	}
	if parse.Digit(s[0]) || !utf8.ValidString(s) {
		return false
	}
	switch s {
	case "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec":
		return true
	}
	return s[len(s)-1] == '.' || s[0] >= utf8.RuneSelf
}

// isDay reports whether a word is a day of a month.
func isDay(s string) bool { return len(s) <= 2 && allDigits(s) }

// isTime reports whether a word is 15:04, 15:04:05.123 or a year.
func isTime(s string) bool {
	if len(s) == 4 && allDigits(s) {
		return true
	}
	h, m, ok := strings.Cut(s, ":")
	if !ok || len(h) > 2 || len(m) < 2 {
		return false
	}
	return allDigits(h) && allDigits(m[:2])
}

// allDigits reports whether a text is a number without a sign.
func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
