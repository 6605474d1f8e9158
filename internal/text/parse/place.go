// Package parse takes small pieces off lines of text: places in files, numbers, counts with their nouns, titles between
// rules.
//
//	at, rest, ok := parse.CutPlace("a/b.go:12:3: undefined: x") // {a/b.go 12 3}, "undefined: x", true
//
// Its functions know no program. They never fail: without a match, they report false and return the text unchanged.
// They are linear in the text and allocate nothing but their results.
package parse

import "strings"

// Place is a position in a file. Row and Col count from 1; 0 means that the text doesn't name them.
type Place struct {
	File     string
	Row, Col int
}

// CutPlace takes a place off a line's start: "a/b.go:12:3: text", "a.c:12: text", "a.ts(12,3): text",
// "a.y:12.3-14: text". The file must look like one.
func CutPlace(s string) (p Place, rest string, ok bool) {
	i := 0
	if len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') {
		i = 2 // a drive
	}
	for ; i < len(s); i++ {
		switch afterFile[s[i]] {
		case 0:
			continue
		case opensPlace:
			if i+1 < len(s) && Digit(s[i+1]) && FileLike(s[:i]) {
				return cutNumbers(s, i)
			}
			if s[i] == ':' {
				return Place{}, s, false
			}
		default:
			return Place{}, s, false
		}
	}
	return Place{}, s, false
}

// afterFile is the meaning of a byte after a file's name: it opens the numbers of a place, or it can't be in a name; 0
// for the bytes of names.
var afterFile = [256]uint8{
	':': opensPlace, '(': opensPlace,
	'\t': noFile, '"': noFile, '\'': noFile, '`': noFile, '=': noFile, ',': noFile,
	'<': noFile, '>': noFile, '|': noFile,
}

const (
	opensPlace = 1
	noFile     = 2
)

// cutNumbers reads the row and the column after the file s[:at].
func cutNumbers(s string, at int) (p Place, rest string, ok bool) {
	p.File = s[:at]
	end := byte(':')
	if s[at] == '(' {
		end = ')'
	}
	p.Row, rest, _ = CutNumber(s[at+1:])
	if end == ':' && len(rest) > 1 && rest[0] == '.' && Digit(rest[1]) {
		p.Col, rest, _ = CutNumber(rest[1:])
		if len(rest) > 1 && rest[0] == '-' && Digit(rest[1]) {
			rest = strings.TrimLeft(rest[1:], "0123456789.")
		}
	}
	if rest != "" && (rest[0] == ':' && end == ':' || rest[0] == ',' && end == ')') {
		// A column ends as the row does: "a.pp:3:80chars:WARNING:..." has none.
		if n, r, ok := CutNumber(rest[1:]); ok && (r == "" || !letter(r[0])) {
			p.Col, rest = n, r
			if end == ':' && len(rest) > 1 && rest[0] == '-' && Digit(rest[1]) { // up to another column: "3:14-21"
				_, rest, _ = CutNumber(rest[1:])
			}
		}
	}
	if rest == "" {
		return p, "", end == ':'
	}
	if rest[0] != end {
		return Place{}, s, false
	}
	return p, strings.TrimLeft(strings.TrimPrefix(rest[1:], ":"), " "), true
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// CutNumber takes a number of up to nine digits off the start of s: CutNumber("12 tests") is 12, " tests", true. If s
// doesn't start with a digit, it returns 0, s, false.
func CutNumber(s string) (n int, rest string, ok bool) {
	i := 0
	for i < len(s) && i < 9 && Digit(s[i]) {
		n = n*10 + int(s[i]-'0')
		i++
	}
	return n, s[i:], i > 0
}

// maxPath is the length in bytes from which a word is no path.
const maxPath = 300

// FileLike reports whether a word can be a file's path: it has a dot or a slash, and no blank at its ends.
func FileLike(s string) bool {
	if s == "" || len(s) >= maxPath || s[0] == ' ' || s[len(s)-1] == ' ' {
		return false
	}
	return strings.ContainsAny(s, "./\\") && !strings.Contains(s, "://") && !strings.Contains(s, "  ")
}

// Digit reports whether a byte is a decimal digit.
func Digit(c byte) bool { return c >= '0' && c <= '9' }

// Indent is the number of blanks that a line opens with; a tab counts as four.
func Indent(s string) int {
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

// Extended reports whether a file's name has an extension, and isn't an address.
func Extended(file string) bool {
	base := file[strings.LastIndexAny(file, "/\\")+1:]
	i := strings.LastIndexByte(base, '.')
	if i < 0 || i+1 == len(base) {
		return false
	}
	for _, c := range []byte(base[i+1:]) {
		if c|0x20 >= 'a' && c|0x20 <= 'z' {
			return !strings.ContainsAny(file, " \t")
		}
	}
	return false
}
