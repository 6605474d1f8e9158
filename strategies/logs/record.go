package logs

import (
	"slices"
	"strings"
)

// record is what is known of a line of a log.
type record struct {
	head  bool // it opens a record: it isn't indented, and has a time or a level
	opens bool // it is no record, but the line with its time above one, as Java's own logger writes it
	level level
	word  string // the level as it is written in front of the message, "" for none
	clock string // its time, "" for none
	prog  string // the program that syslog names
	msg   string // without stamp, level and place
	full  string // with the place in front of it, "" for none
	why   string // the error that a field beside the message holds
	code  string // the status that a web server answered, "" for none
}

// A reader reads the records of a log, one after the other.
type reader struct {
	clock  string // of the line above, which has the time of the record below
	status int    // which field of a line holds the status, as the last line "#Fields:" says; 0 for none
}

// read looks at a line. Where it finds neither a time nor a level, the line opens no record.
func (rd *reader) read(s string) record {
	if strings.HasPrefix(s, w3cFields) {
		rd.status = 1 + slices.Index(strings.Fields(s[len(w3cFields):]), "sc-status")
		return record{}
	}
	r := read(s)
	if rd.status > 0 && r.head && r.level == unknown {
		r.w3c(s, rd.status)
	}
	if r.clock == "" && r.level != unknown {
		r.clock = rd.clock
	}
	if rd.clock = ""; r.head && r.level == unknown && isMethod(r.full) {
		rd.clock = r.clock
		return record{opens: true}
	}
	return r
}

// isMethod reports whether a text names a class and a method of it, and nothing else: "org.acme.shop.Till open".
func isMethod(s string) bool {
	class, method, ok := strings.Cut(s, " ")
	if !ok || method == "" || class == "" || !strings.Contains(class, ".") && class[0]&0x20 != 0 {
		return false
	}
	for i := range len(s) {
		if !wordByte(s[i]) && strings.IndexByte(". $_<>", s[i]) < 0 {
			return false
		}
	}
	return !strings.Contains(method, " ") && !strings.HasSuffix(s, ".")
}

// read looks at the head of a line.
func read(s string) record {
	if s == "" || s[0] == ' ' || s[0] == '\t' {
		return record{}
	}
	if s[0] == '{' {
		if r, ok := readJSON(s); ok {
			return r
		}
	}
	if r := (record{}); isPair(s) && r.fields(s) {
		return r
	}
	h := head{s: s}
	h.scan()
	r := record{level: h.level, word: h.word, clock: h.clock, head: h.clock != "" || h.level != unknown}
	if !r.head {
		return r
	}
	if r.level <= info && r.access(s) || r.redis(s, &h) {
		return r
	}
	r.msg = s[min(h.msg, len(s)):]
	if (r.level == unknown || isPair(r.msg)) && r.fields(s) {
		return r
	}
	r.full = strings.TrimLeft(r.msg, " \t-|:,")
	r.prog, r.msg = place(r.msg, h.word != "", h.named)
	r.msg = trimDetails(r.msg)
	if r.level == unknown {
		_, r.level = levelAt(r.msg, 0, aName)
	}
	if r.level == unknown && r.clock != "" {
		r.served()
	}
	return r
}

// trimDetails takes off a message the list of details at its end, as nginx writes it: ", client: 10.0.0.7, server:
// shop".
func trimDetails(msg string) string {
	for at := 0; ; {
		i := strings.Index(msg[at:], ", ")
		if i < 0 {
			return msg
		}
		at += i
		if isDetails(msg[at:]) {
			return msg[:at]
		}
		at += len(", ")
	}
}

// isDetails reports whether a text begins with two details.
func isDetails(s string) bool {
	for n := 1; ; n++ {
		rest, _ := strings.CutPrefix(s, ", ")
		end := 0
		for end < len(rest) && rest[end] >= 'a' && rest[end] <= 'z' {
			end++
		}
		if end == 0 || !strings.HasPrefix(rest[end:], ": ") {
			return false
		}
		i := strings.Index(rest, ", ")
		if n == 2 || i < 0 {
			return n == 2
		}
		s = rest[i:]
	}
}
