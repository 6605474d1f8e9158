package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// maxBox is how many bytes a bracket has at most that names a place, such as a thread or a request.
const maxBox = 120

// boxEnd returns the end of the bracket that s[at] opens, or at if it has no end nearby.
func boxEnd(s string, at int) int {
	open, end := s[at], closing(s[at])
	depth := 0
	for i := at; i < len(s) && i < at+maxBox; i++ {
		switch s[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return at
}

// tokenAt reads the token at s[at], and returns its end and its kind. A token is a bracket, or reaches to the next
// blank.
func tokenAt(s string, at int) (end int, what neighbour) {
	if strings.IndexByte("[<(", s[at]) >= 0 {
		if end = boxEnd(s, at); end > at {
			return end, aMark
		}
	}
	end, marks, letters, small := at, 0, 0, 0
	for end < len(s) && s[end] != ' ' && s[end] != '\t' && s[end] != '|' {
		switch c := s[end]; {
		case isLetter(c):
			letters++
			if c >= 'a' {
				small++
			}
		default:
			marks++
		}
		end++
	}
	switch {
	case letters == 0:
		return end, aNumber
	case s[end-1] == ':':
		return end, aName
	case marks > 0 || small == 0:
		return end, aPlace
	}
	return end, aWord
}

// maxPlaces is how many places a record names before its message at most.
const maxPlaces = 6

// place removes the names of places before a record's message: hosts, programs, processes, threads, loggers, requests.
// It returns the message, and the program if a syslog names one. leveled is set if the level came before, inSyslog if
// the stamp is one of syslog.
//
//	combo sshd(pam_unix)[19939]: check pass                     sshd(pam_unix), check pass
//	 [main] org.acme.Pool: full      |Step_LSC|30002312|moved   c.e.shop.web.Orders     : placed
func place(rest string, leveled, inSyslog bool) (prog, msg string) {
	msg = strings.TrimLeft(rest, " \t-|:,")
	inColumns := strings.HasPrefix(rest, "|")
	for range maxPlaces {
		if msg == "" {
			return "", strings.TrimSpace(rest)
		}
		end, what := tokenAt(msg, 0)
		next := strings.TrimLeft(msg[end:], " \t")
		switch {
		case next == "":
			return prog, msg
		case what == aMark && (msg[0] == '[' || msg[end] == ' ' && isNumber(msg[1:end-1])):
		case what == aMark:
			return prog, msg
		case process(msg[:end]) != "":
			return process(msg[:end]), next
		case what == aName && inSyslog && !leveled:
			return msg[:end-1], next
		case what == aName && strings.ContainsAny(msg[:end-1], ".$@"):
			return prog, next
		case inColumns && msg[end] == '|':
			next = next[1:]
		case what == aNumber && leveled &&
			(msg[end-1] == ':' || msg[0] == '*' && parse.Digit(msg[1]) || isProcess(next)),
			strings.HasSuffix(msg[:end], "]") && strings.Contains(msg[:end], ":"),
			isColumn(msg, end, next, what, leveled),
			!leveled && isHost(next, inSyslog):
		default:
			return prog, msg
		}
		msg = strings.TrimLeft(next, " \t-|:,")
	}
	return prog, msg
}

// isColumn reports whether the token msg[:end] is a column: a separator, padding or a bracket follows it.
func isColumn(msg string, end int, next string, what neighbour, leveled bool) bool {
	if what == aName || what == aNumber || strings.IndexByte(msg[:end], '=') >= 0 {
		return false
	}
	padded := len(msg)-end-len(next) > 1
	switch {
	case padded, strings.HasPrefix(next, "- "), strings.HasPrefix(next, "| "):
		return true
	case what == aWord || !leveled:
		return false
	}
	return strings.HasPrefix(next, ": ") ||
		strings.Count(msg[:end], ".") > 1 && wordByte(msg[end-1]) && isLetter(msg[0])
}

// isProcess reports whether a number names a process, by what follows it: "1 --- [main]", "2412 kubelet.go:191] ".
func isProcess(next string) bool {
	if next[0] == '[' || strings.HasPrefix(next, "---") {
		return true
	}
	end, what := tokenAt(next, 0)
	return what == aPlace && next[end-1] == ']'
}

// isNumber reports whether a text is a number.
func isNumber(s string) bool {
	for i := range len(s) {
		if !parse.Digit(s[i]) {
			return false
		}
	}
	return s != ""
}

// process returns the program's name of "name[123]:" and "name(module)[123]:", or "" for anything else.
func process(token string) string {
	name, rest, ok := strings.Cut(token, "[")
	pid, ok2 := strings.CutSuffix(strings.TrimSuffix(rest, ":"), "]")
	if !ok || !ok2 || !isNumber(pid) {
		return ""
	}
	return name
}

// isHost reports whether a program with its process follows a token, which then names a host.
func isHost(next string, inSyslog bool) bool {
	end, what := tokenAt(next, 0)
	return process(next[:end]) != "" || inSyslog && what == aName
}
