package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// level is a record's severity, as the record itself states it.
type level uint8

const (
	unknown level = iota
	debug
	info
	noted // it is meant to be seen, and may be anything
	warn
	severe
	fatal // what ends a program or a machine
	numLevels
)

// levelNames are the levels' names.
var levelNames = [...]string{"", "debug", "info", "notice", "warning", "error", "error"}

// longestLevel is the length of the longest word that names a level: "INFORMATION".
const longestLevel = 11

// named returns the level that a word in capitals names. If plain is set, small letters are allowed too, but ordinary
// words such as "log" or "fine" name no level.
func named(w string, plain bool) level {
	if len(w) < 3 || len(w) > longestLevel {
		return unknown
	}
	if plain {
		w = strings.ToUpper(w)
	}
	switch w {
	case "TRACE", "DEBUG", "VERBOSE", "DBG", "TRC":
		return debug
	case "INFO", "NOTICE", "INF", "INFORMATION", "NOTE":
		return info
	case "WARN", "WARNING", "WRN":
		return warn
	case "ERROR", "ERR", "SEVERE", "FAULT", "FAILURE":
		return severe
	case "FATAL", "CRITICAL", "CRIT", "ALERT", "EMERG", "EMERGENCY", "PANIC", "FTL":
		return fatal
	}
	if plain {
		return unknown
	}
	switch w {
	case "FINE", "FINER", "FINEST":
		return debug
	case "LOG", "STATEMENT", "DETAIL", "HINT", "CONFIG", "CONTEXT":
		return info
	}
	return unknown
}

// letter returns the level of a single letter, as Android and Go's glog write it.
func letter(c byte) level {
	switch c {
	case 'V', 'D', 'T':
		return debug
	case 'I', 'N':
		return info
	case 'W':
		return warn
	case 'E':
		return severe
	case 'F', 'C':
		return fatal
	}
	return unknown
}

// number returns the level of a number: 10 to 60, as Bunyan, pino and Python count, or 0 to 7, as syslog does.
func number(n int) level {
	switch {
	case n >= 60:
		return fatal
	case n >= 50:
		return severe
	case n >= 40:
		return warn
	case n >= 30:
		return info
	case n >= 10 || n == 7:
		return debug
	case n >= 5:
		return info
	case n == 4:
		return warn
	case n == 3:
		return severe
	}
	return fatal
}

// neighbour is the kind of token right before a word at the head of a record.
type neighbour uint8

const (
	aWord   neighbour = iota // or nothing
	aPlace                   // a name with marks in it
	aName                    // a name that ends with a colon: what follows is the message
	aNumber                  // such as a process: a single letter after it is a level
	aMark                    // a stamp or a bracket: a word in small letters after it may be a level
)

// levelAt reads the level at s[at], at the head of a record. before is the kind of the token before it.
//
//	ERROR   [WARN ]   <error>   Error:   E   E/Tag   E1102 10:00:00   ERROR/MainProcess
func levelAt(s string, at int, before neighbour) (end int, l level) {
	end = at
	for end < len(s) && end-at <= longestLevel && isLetter(s[end]) {
		end++
	}
	if end == at || at > 0 && (wordByte(s[at-1]) || strings.IndexByte("_.-/", s[at-1]) >= 0) {
		return 0, unknown
	}
	w, rest := s[at:end], s[end:]
	switch {
	case len(w) == 1 && isLetterLevel(s, at, before):
		return end, letter(w[0])
	case len(w) == 1 || partOfName(rest):
		return channelLevel(s, end)
	}
	plain := before == aMark || boxed(s, at, end) || before == aName && strings.HasPrefix(rest, ":")
	if l = named(w, plain); l == unknown && plain {
		l = named(w, false)
	}
	return end, l
}

// isLetterLevel reports whether the single letter s[at] is a level: it follows a stamp or a process, or precedes glog's
// date or Android's tag.
func isLetterLevel(s string, at int, before neighbour) bool {
	if hasForm(s[at:], "_0000 00:00:00") {
		return true
	}
	if before >= aNumber && (at+1 == len(s) || strings.IndexByte(" ]/)|", s[at+1]) >= 0) {
		return true
	}
	return at == 0 && hasForm(s, "_/") && len(s) > 2 && isLetter(s[2]) && strings.Contains(s, "): ")
}

// partOfName reports whether a word that rest follows is a part of a name: ERROR_CODE, error.go, Error-prone.
func partOfName(rest string) bool {
	if rest == "" {
		return false
	}
	return parse.Digit(rest[0]) || rest[0] == '_' ||
		strings.IndexByte(".-", rest[0]) >= 0 && len(rest) > 1 && wordByte(rest[1])
}

// channelLevel reads the level after the name of a channel that ends at s[at], as Monolog writes it: "production.ERROR:
// ".
func channelLevel(s string, at int) (end int, l level) {
	if at+1 >= len(s) || s[at] != '.' {
		return 0, unknown
	}
	for end = at + 1; end < len(s) && isLetter(s[end]); {
		end++
	}
	if end == len(s) || s[end] != ':' {
		return 0, unknown
	}
	return end, named(s[at+1:end], false)
}

// boxed reports whether the word s[from:to] is in brackets: [error], <Warning>.
func boxed(s string, from, to int) bool {
	if from == 0 || to == len(s) {
		return false
	}
	switch s[from-1] {
	case '[':
		return s[to] == ']' || s[to] == ' '
	case '<':
		return s[to] == '>'
	}
	return false
}

// hasForm reports whether s begins like form, in which 0 is any digit and _ any byte.
func hasForm(s, form string) bool {
	if len(s) < len(form) {
		return false
	}
	for i := range len(form) {
		switch form[i] {
		case '_':
		case '0':
			if !parse.Digit(s[i]) {
				return false
			}
		default:
			if s[i] != form[i] {
				return false
			}
		}
	}
	return true
}

// isLetter reports whether c is a letter of ASCII.
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
