package logs

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// record holds the facts of a line of a log.
type record struct {
	head  bool // it opens a record: it isn't indented, and has a time or a level
	opens bool // it is no record, but the line with its time above one, as Java's own logger writes it
	waits bool // the message is on the line below
	more  bool // it is no record, but adds to the one above
	sure  bool // nothing but a log has a line of this form
	level level
	word  string // the level as it is written before the message, "" for none
	clock string // its time, "" for none
	prog  string // the program that syslog names
	msg   string // without stamp, level and place
	full  string // with the place before it, "" for none
	why   string // the error in another field than the message
	relay string // the service that a relay names before the line, "" for none
	stack string // the stack trace that a field holds, as it is written
	code  string // the status that a web server answered, "" for none
}

// A reader reads the records of a log, one after the other.
type reader struct {
	clock  string // of the line above, which has the time of the record below
	status int    // which field of a line holds the status, according to the last line "#Fields:"; 0 for none
	number int    // of the last record of npm's log
}

// read reads a line. A line without a time and a level opens no record.
func (rd *reader) read(s string) record {
	if strings.HasPrefix(s, w3cFields) {
		rd.status = 1 + slices.Index(strings.Fields(s[len(w3cFields):]), "sc-status")
		return record{}
	}
	r := record{}
	rd.head(s, &r)
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

// head reads the head of a line in any of the forms that are known.
func (rd *reader) head(s string, r *record) {
	service, s := unwrap(s)
	if !r.dotNet(s) && !rd.npm(s, r) {
		*r = read(s)
		r.waits = r.head && (r.msg == "" || r.msg[len(r.msg)-1] == ']' && r.level != unknown && isCategory(r.msg))
	}
	if r.relay = service; r.head && r.clock != "" && isDetail(r.word) {
		*r = record{more: true, word: r.word, msg: r.msg}
	}
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
	r.full = placed(strings.TrimLeft(r.msg, " \t-|:,"))
	r.prog, r.msg = place(r.msg, h.word != "", h.named)
	r.msg = trimDetails(r.msg)
	if r.level == unknown {
		_, r.level = levelAt(r.msg, 0, aName)
	}
	return r
}

// placed shortens the place before a message if it is a process and a line of code, as glog writes it. Only the line of
// code stays: "20102 app:13] no queue" becomes "app:13 no queue".
func placed(s string) string {
	if s == "" || !parse.Digit(s[0]) {
		return s
	}
	end, what := tokenAt(s, 0)
	next := strings.TrimLeft(s[end:], " ")
	if what != aNumber || next == "" || next[0] == '[' || !isProcess(next) {
		return s
	}
	code, msg, _ := strings.Cut(next, "] ")
	return code + " " + msg
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
