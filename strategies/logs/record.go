package logs

import "strings"

// level is how severe a record says that it is.
type level uint8

const (
	unknown level = iota
	debug
	info
	warn
	severe
)

// record is what a line says of itself.
type record struct {
	level level
	clock string // its time of day, "" where it tells none
	head  bool   // it opens a record: it tells a time or a level
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

// clockIn is how far into a line its time of day stands at most.
const clockIn = 64

// clockAt is where a time of day, as 12:34:56, stands in a line's start; -1 where none does.
func clockAt(s string) int {
	n := min(len(s), clockIn+8)
	for i := 2; i+6 <= n; i++ {
		if s[i] == ':' && digit(s[i-1]) && digit(s[i-2]) && (i == 2 || !digit(s[i-3])) && digit(s[i+1]) &&
			digit(s[i+2]) &&
			s[i+3] == ':' &&
			digit(s[i+4]) &&
			digit(s[i+5]) {
			return i - 2
		}
	}
	return -1
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func lower(c byte) bool { return c >= 'a' && c <= 'z' }

// levelWords is how many words of a line may be its level.
const levelWords = 14

// levelOf finds the level among a line's first words: one in capitals, or one behind a key that says so. clock is
// where the time stands, -1 for none.
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
	keyed := false
	words := 0
	for i := 0; i < len(s) && words < levelWords; {
		if !upper(s[i]) && !lower(s[i]) {
			i++
			continue
		}
		from := i
		for i < len(s) && (upper(s[i]) || lower(s[i])) {
			i++
		}
		words++
		w := s[from:i]
		if len(w) > 9 {
			keyed = false
			continue
		}
		boxed := from > 0 && i < len(s) && (s[from-1] == '[' && s[i] == ']' || s[from-1] == '<' && s[i] == '>')
		keyed = keyed || boxed
		if upper(w[0]) || keyed {
			// Within a sentence, a word in capitals is no level: it stands behind a time, a bracket or another mark.
			if l := named(w, keyed); l != unknown && (keyed || words <= 3 || clock >= 0 && from < clock+64) {
				return l
			}
		}
		keyed = isKey(w) && i < len(s) && (s[i] == '=' || s[i] == '"' || s[i] == ':' || s[i] == '\'')
	}
	return unknown
}

func isKey(w string) bool {
	switch w {
	case "level", "lvl", "severity", "levelname", "log_level", "Level", "loglevel", "sev":
		return true
	}
	return false
}

// named is the level of a word; in lower case only behind a key.
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

// glog reads "E1120 10:00:00.123456 ...".
func glog(s string) (level, bool) {
	if len(s) < 8 || s[5] != ' ' || !digit(s[1]) || !digit(s[2]) || !digit(s[3]) || !digit(s[4]) {
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
	i := strings.Index(s, `" `)
	if i < 0 || i+6 > len(s) || !strings.Contains(s[:i], ` "`) || !digit(s[i+2]) || !digit(s[i+3]) || !digit(s[i+4]) ||
		s[i+5] != ' ' {
		return unknown, false
	}
	switch s[i+2] {
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
	if clock < 0 || len(s) < clock+15 || !digit(s[0]) || s[clock+8] != '.' || s[clock+12] != ' ' || s[clock+14] != ' ' {
		return unknown, false
	}
	switch s[clock+13] {
	case '#':
		return warn, true
	case '*':
		return info, true
	case '-', '.':
		return debug, true
	}
	return unknown, false
}
