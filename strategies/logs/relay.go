package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// maxName is how many bytes the name of a service has at most in a relay's prefix.
const maxName = 80

// unwrap removes the prefix that a relay of several services adds to a line. It returns the service's name if that is
// short:
//
//	web-1     | listening                     docker compose logs
//	0|shop    | listening                     pm2 logs
//	[pod/web-6d5f-abc/web] listening          kubectl logs --prefix
func unwrap(s string) (service, line string) {
	switch {
	case s == "":
		return "", s
	case s[0] == '[':
		if end := strings.IndexByte(s[:min(len(s), 2*maxName)], ']'); end > 0 && strings.HasPrefix(s, "[pod/") {
			return "", strings.TrimPrefix(s[end+1:], " ")
		}
		return "", s
	case !isLetter(s[0]) && !parse.Digit(s[0]):
		return "", s
	}
	from := 0
	if parse.Digit(s[0]) {
		n := cursor{s: s}
		if n.digits(3) == 0 || n.byte("|") == 0 {
			return "", s
		}
		from = n.at
	}
	end := from
	for end < len(s) && end < maxName && (wordByte(s[end]) || strings.IndexByte("_.-", s[end]) >= 0) {
		end++
	}
	rest := strings.TrimLeft(s[end:], " ")
	padded := len(rest) < len(s)-end
	if end == from || !padded || rest[:min(len(rest), 1)] != "|" || len(rest) > 1 && rest[1] != ' ' {
		return "", s
	}
	if name := s[from:end]; named(name, true) == unknown {
		return name, strings.TrimPrefix(rest[1:], " ")
	}
	return "", s
}

// dotNetLevels are the levels that .NET's console writes.
var dotNetLevels = map[string]level{
	"trce": debug, "dbug": debug, "info": info, "warn": warn, "fail": severe, "crit": fatal,
}

// dotNet reads a line of .NET's console: the level and the category. The message follows them or is on the line below.
//
//	fail: Shop.Payments.Gateway[12]
//	      Payment 9 was rejected
func (r *record) dotNet(s string) bool {
	if len(s) < 8 || s[4] != ':' || s[5] != ' ' {
		return false
	}
	level, known := dotNetLevels[s[:4]]
	category, msg, _ := strings.Cut(s[6:], " ")
	if !known || !isCategory(category) {
		return false
	}
	*r = record{head: true, sure: true, level: level, word: s[:4], msg: msg, full: s[6:], waits: msg == ""}
	return true
}

// isCategory reports whether a text is the category of a .NET message with its number: "Shop.Payments.Gateway[12]".
func isCategory(s string) bool {
	name, number, ok := strings.Cut(s, "[")
	number, closed := strings.CutSuffix(number, "]")
	return ok && closed && isNumber(number) && name != "" && isLetter(name[0]) && strings.IndexByte(name, ' ') < 0
}

// npmLevels are the levels in npm's own logs.
var npmLevels = map[string]level{
	"silly": debug, "verbose": debug, "http": info, "timing": info, "info": info, "notice": info,
	"warn": warn, "error": severe,
}

// npm reads a line of npm's own log: a number that rises by one from record to record, a level, a message.
//
//	247 warn deprecated glob@7.2.3
//	248 verbose stack Error: 404 Not Found
func (rd *reader) npm(s string, r *record) bool {
	c := cursor{s: s}
	if s == "" || !parse.Digit(s[0]) || c.digits(7) == 0 || c.byte(" ") == 0 {
		return false
	}
	n, _, _ := parse.CutNumber(s)
	word, msg, _ := strings.Cut(s[c.at:], " ")
	level, known := npmLevels[word]
	if !known {
		return false
	}
	follows := n == rd.number || n == rd.number+1
	rd.number = n
	if !follows {
		return false
	}
	*r = record{head: true, sure: true, level: level, word: word, msg: msg, full: msg}
	return true
}

// isDetail reports whether a line with this word for a level belongs to the record above. PostgreSQL writes the details
// of an error so.
func isDetail(word string) bool {
	switch word {
	case "DETAIL", "HINT", "STATEMENT", "CONTEXT":
		return true
	}
	return false
}
