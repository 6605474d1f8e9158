package programs

import (
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// place is where something stands in a file. Row and Col are 0 where they aren't told.
type place struct {
	file     string
	row, col int
}

// finding is a diagnostic at the place, which line n reports.
func (p place) finding(n int, msg string) report.Finding {
	return report.Finding{
		File: p.file, Row: p.row, Col: p.col, Message: clip(msg), At: n, Span: strategies.Span{First: n, Last: n},
	}
}

// cutPlace takes a place off a line's start: "a/b.go:12:3: text", "a.c:12: text", "a.ts(12,3): text". The file must look
// like one.
func cutPlace(s string) (p place, rest string, ok bool) {
	i := 0
	if len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') {
		i = 2 // a drive
	}
	for ; i < len(s); i++ {
		switch s[i] {
		case ':', '(':
			if i+1 < len(s) && digit(s[i+1]) && fileLike(s[:i]) {
				return cutNumbers(s, i)
			}
			if s[i] == ':' {
				return place{}, s, false
			}
		case '\t', '"', '\'', '`', '=', ',', '<', '>', '|':
			return place{}, s, false
		}
	}
	return place{}, s, false
}

func cutNumbers(s string, at int) (p place, rest string, ok bool) {
	p.file = s[:at]
	end := byte(':')
	if s[at] == '(' {
		end = ')'
	}
	p.row, rest = cutNumber(s[at+1:])
	if rest != "" && (rest[0] == ':' && end == ':' || rest[0] == ',' && end == ')') {
		if n, r := cutNumber(rest[1:]); len(r) < len(rest)-1 {
			p.col, rest = n, r
			if len(rest) > 1 && rest[0] == '-' && digit(rest[1]) && end == ':' { // up to another column: "3:14-21"
				_, rest = cutNumber(rest[1:])
			}
		}
	}
	if rest == "" {
		return p, "", end == ':'
	}
	if rest[0] != end {
		return place{}, s, false
	}
	return p, strings.TrimLeft(strings.TrimPrefix(rest[1:], ":"), " "), true
}

// cutNumber takes a number of up to nine digits off.
func cutNumber(s string) (n int, rest string) {
	i := 0
	for i < len(s) && i < 9 && digit(s[i]) {
		n = n*10 + int(s[i]-'0')
		i++
	}
	return n, s[i:]
}

// fileLike reports whether a word can be a file's path: it has a dot or a slash, and no blank at its ends.
func fileLike(s string) bool {
	return s != "" && len(s) < 300 && strings.ContainsAny(s, "./\\") && s[0] != ' ' && s[len(s)-1] != ' ' && !strings.Contains(s, "://") && !strings.Contains(s, "  ")
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// indent is the number of blanks that a line opens with; a tab counts as four.
func indent(s string) int {
	n := 0
	for i := range len(s) {
		switch s[i] {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}
