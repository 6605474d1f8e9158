package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
)

// level is how severe a record says that it is.
type level uint8

const (
	unknown level = iota
	debug
	info
	warn
	severe
)

// record is what is known of a line of a log.
type record struct {
	level level
	clock string // its time of day, "" for none
	head  bool   // it opens a record: it isn't indented, and has a time or a level
}

// read looks at the start of a line.
func read(s string) record {
	at := clockAt(s)
	r := record{}
	if at >= 0 {
		r.clock = s[at : at+8]
		r.head = true
	}
	r.level = levelOf(s, at)
	if r.level != unknown {
		r.head = true
	}
	if s == "" || s[0] == ' ' || s[0] == '\t' {
		r.head = false
	}
	return r
}

// clockIn is how far into a line its time of day begins at most.
const clockIn = 64

// clockAt is where a time of day begins, as 12:34:56, at the start of a line; -1 for none.
func clockAt(s string) int {
	const form = "00:00:00"
	for at := 0; at <= clockIn && at+len(form) <= len(s); at++ {
		if s[at+2] == ':' && hasForm(s[at:], form) && (at == 0 || !parse.Digit(s[at-1])) {
			return at
		}
	}
	return -1
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

// levelWords is how many words of a line may be its level.
const levelWords = 14

// levelOf is the level of a line: in the form of a program that is known, or by one of its first words. clock is where
// the time begins, -1 for none.
func levelOf(s string, clock int) level {
	if l, ok := glog(s); ok {
		return l
	}
	if l, ok := access(s); ok {
		return l
	}
	if l, ok := redis(s, clock); ok {
		return l
	}
	return wordLevel(s, clock)
}

// wordLevel finds the level among a line's first words: one in capitals, or one behind a key that says so.
//
//	2026-03-02 06:41:08 WARN queue is full
//	{"time":"06:41:08","level":"warn","msg":"queue is full"}
func wordLevel(s string, clock int) level {
	keyed := false // the next word is the value of a key such as level
	words := 0
	for i := 0; i < len(s) && words < levelWords; {
		if !isLetter(s[i]) {
			i++
			continue
		}
		from := i
		for i < len(s) && isLetter(s[i]) {
			i++
		}
		words++
		w := s[from:i]
		if len(w) > longestLevel {
			keyed = false
			continue
		}
		keyed = keyed || boxed(s, from, i)
		// Within a sentence, a word in capitals is no level: it comes after a time, a bracket or another mark.
		inPlace := keyed || words <= 3 || clock >= 0 && from < clock+64
		if l := named(w, keyed); l != unknown && inPlace {
			return l
		}
		keyed = isKey(w) && i < len(s) && strings.IndexByte(`=":'`, s[i]) >= 0
	}
	return unknown
}

// longestLevel is the length of the longest word that is looked at: "EMERGENCY".
const longestLevel = 9

// boxed reports whether the word s[from:to] is in brackets: [error], <Warning>.
func boxed(s string, from, to int) bool {
	if from == 0 || to == len(s) {
		return false
	}
	switch s[from-1] {
	case '[':
		return s[to] == ']'
	case '<':
		return s[to] == '>'
	}
	return false
}

// isKey reports whether a word is a key whose value is a level.
func isKey(w string) bool {
	switch w {
	case "level", "lvl", "severity", "levelname", "log_level", "Level", "loglevel", "sev":
		return true
	}
	return false
}

// named is the level that a word names; one in lower case does only behind a key.
func named(w string, keyed bool) level {
	if keyed {
		w = strings.ToUpper(w)
	}
	switch w {
	case "TRACE", "DEBUG", "FINE", "FINER", "FINEST", "VERBOSE", "DBG", "TRC":
		return debug
	case "INFO", "NOTICE", "LOG", "STATEMENT", "DETAIL", "HINT", "INF", "INFORMATION", "CONFIG", "CONTEXT":
		return info
	case "WARN", "WARNING", "WRN":
		return warn
	case "ERROR", "ERR", "FATAL", "CRITICAL", "CRIT", "ALERT", "EMERG", "EMERGENCY", "PANIC", "SEVERE", "FTL", "FAULT":
		return severe
	}
	return unknown
}

// glog reads the level and the date of Go's and Kubernetes' logs: "E1120 10:00:00.123456 ...".
func glog(s string) (level, bool) {
	if len(s) < 8 || !hasForm(s, "_0000 ") {
		return unknown, false
	}
	switch s[0] {
	case 'I':
		return info, true
	case 'W':
		return warn, true
	case 'E', 'F':
		return severe, true
	}
	return unknown, false
}

// access reads the status of a web server's access log: `"GET / HTTP/1.1" 502 `.
func access(s string) (level, bool) {
	request, rest, _ := strings.Cut(s, `" `)
	if !strings.Contains(request, ` "`) || !hasForm(rest, "000 ") {
		return unknown, false
	}
	switch rest[0] {
	case '5':
		return severe, true
	case '4':
		return warn, true
	case '1', '2', '3':
		return info, true
	}
	return unknown, false
}

// redis reads "85:M 20 Nov 2026 19:21:28.666 # ...": a mark behind the time is the level.
func redis(s string, clock int) (level, bool) {
	const form = "00:00:00.___ _ "
	if clock < 0 || !parse.Digit(s[0]) || !hasForm(s[clock:], form) {
		return unknown, false
	}
	switch s[clock+len(form)-2] {
	case '#':
		return warn, true
	case '*':
		return info, true
	case '-', '.':
		return debug, true
	}
	return unknown, false
}
