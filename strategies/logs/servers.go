package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
)

// access reads a line of a web server's access log, with the request and the status:
//
//	10.0.0.7 - - [02/Mar/2026:06:41:07 +0000] "GET /orders HTTP/1.1" 502 157 "-" "curl/8.1"
func (r *record) access(s string) bool {
	open := strings.IndexByte(s, '"')
	if open < 0 {
		return false
	}
	request, rest, _ := strings.Cut(s[open+1:], `" `)
	if !hasForm(rest, "000 ") && !(len(rest) == 3 && hasForm(rest, "000")) {
		return false
	}
	if r.answered(rest[:3]); r.code == "" {
		return false
	}
	r.word, r.msg = "", s[open:open+len(request)+len(`"" 502`)]
	return true
}

// w3cFields opens the line that names the fields of the lines below it, in the logs of IIS and others:
//
//	#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port c-ip sc-status sc-substatus time-taken
const w3cFields = "#Fields:"

// w3c reads the status in a field of a line.
func (r *record) w3c(s string, field int) {
	status := ""
	for f := range strings.FieldsSeq(s) {
		if field--; field == 0 {
			status = f
			break
		}
	}
	if len(status) == 3 && hasForm(status, "000") {
		r.answered(status)
	}
}

// answered takes in the status that a web server answered.
func (r *record) answered(status string) {
	switch r.code = status; status[0] {
	case '5':
		r.level = severe
	case '4':
		r.level = warn
	case '1', '2', '3':
		r.level = info
	default:
		r.code = ""
	}
}

// redis reads "85:M 20 Nov 2026 19:21:28.666 # ...": the mark after the time is the level. Redis marks notices and
// warnings alike as #, "Configuration loaded" too, so the words decide whether it is a warning.
func (r *record) redis(s string, h *head) bool {
	pid := cursor{s: s}
	rest := s[min(h.msg, len(s)):]
	if pid.digits(8) == 0 || !hasForm(s[pid.at:], ":_ ") || !hasForm(rest, " _ ") {
		return false
	}
	switch rest[1] {
	case '#':
		if r.level = noted; severity(rest[3:]) >= textline.Suspect {
			r.level = warn
		}
	case '*':
		r.level = info
	case '-', '.':
		r.level = debug
	default:
		return false
	}
	r.word, r.msg = rest[1:2], rest[3:]
	return true
}
