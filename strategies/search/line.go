package search

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/parse"
)

// kind is the kind of a line in a search's output.
type kind uint8

const (
	other     kind = iota // fits no form
	match                 // a line that matches
	around                // a context line
	separator             // between blocks of context lines
	heading               // a path above its lines
	fileOnly              // a path alone
	count                 // a path with a number, or a number
	notice                // a binary file that matches
	trouble               // an error message
	mark                  // the output was cut here
	header                // "Found 12 files", "File: a.go" and the like
	blank
)

// parsed is a line taken apart.
type parsed struct {
	kind kind
	file string // the file that it belongs to
	rest string // the line without the path and what separates the two; a part of the line
	num  int    // the line's number in the file, 0 for none
	text string // the file's own line
	n    int    // matches in it

	// long is the file's name in the line, if that is a longer spelling: Claude Code's context lines have the whole
	// path.
	long string
}

// isTrouble reports whether a line is an error message of a search program. sure means that the line can't be anything
// else: "grep: a: Permission denied"; others, such as "error: ...", may be a line that matches.
func isTrouble(l string) (trouble, sure bool) {
	name, rest, _ := strings.Cut(l, ": ")
	if rest == "" {
		parse := l == "regex parse error:" || l == "grep: regex parse error:"
		return parse || strings.HasPrefix(l, "rg: "), true
	}
	switch name {
	case "grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "ugrep", "ggrep", "ERR":
		return true, true
	case "fatal", "error", "find", "xargs", "bash", "sh", "zsh", "/bin/sh", "usage", "Usage", "Error", "git":
		return true, false
	}
	return false, false
}

// isNotice reports whether a line is the note on a binary file that matches: "Binary file a.png matches", "a.png:
// binary file matches (found ...)", "a.png: WARNING: stopped searching binary file after match".
func isNotice(l string) bool {
	switch {
	case strings.HasPrefix(l, "Binary file "):
		return strings.HasSuffix(strings.TrimSuffix(l, "."), " matches")
	case strings.HasPrefix(l, "grep: ") && strings.HasSuffix(l, ": binary file matches"):
		return true
	}
	_, note, named := strings.Cut(l, ": ")
	return isBinaryNote(l) || named && isBinaryNote(note)
}

// isBinaryNote reports whether a text is what rg prints behind the name of a binary file.
func isBinaryNote(s string) bool {
	return strings.HasPrefix(s, "binary file matches (found ") ||
		strings.HasPrefix(s, "WARNING: stopped searching binary file")
}

// isHeader reports whether a line is an agent's own, above or below the matches.
func isHeader(l string) bool {
	switch l {
	case "No matches found", "No files found", "No matches found.", "No files found.", "---", "No results found",
		"No results found.":
		return true
	}
	rest, ok := strings.CutPrefix(l, "Found ")
	if !ok {
		return false
	}
	n, tail := digits(rest)
	if n == 0 {
		return rest == "no matches" || strings.HasPrefix(rest, "no matches ")
	}
	tail = strings.TrimPrefix(tail, " ")
	for _, p := range [...]string{"match", "file", "result", "total occurrence", "total match", "line", "occurrence"} {
		if strings.HasPrefix(tail, p) {
			return true
		}
	}
	return false
}

// digits counts the digits at the start of s and returns what follows them.
func digits(s string) (n int, rest string) {
	for n < len(s) && parse.Digit(s[n]) {
		n++
	}
	return n, s[n:]
}

// number reads the digits at the start of s; more than nine are no line number.
func number(s string) (v, n int) {
	n, _ = digits(s)
	if n == 0 || n > 9 {
		return 0, 0
	}
	v, _ = strconv.Atoi(s[:n])
	return v, n
}

// maxPath is how far into a line a path may end.
const maxPath = 4096

// numbered splits at the first ":12:", which ends a path. at is the start of the number, end the mark after it; at is 0
// for a line without. With dash, ":12-" will do: ag writes a context line this way.
func numbered(l string, dash bool) (at, num, end int) {
	for i := 1; i < min(len(l), maxPath); i++ {
		if l[i] != ':' {
			continue
		}
		num, end, ok := numberAt(l, i+1)
		if ok && (l[end] == ':' || dash && l[end] == '-') {
			return i + 1, num, end
		}
	}
	return 0, 0, 0
}

// contextLine splits at the first "-12-" or "=12=" that comes after a path, as isPath decides.
func contextLine(l string, isPath func(string) bool) (at, num, end int) {
	for i := 1; i < min(len(l), maxPath); i++ {
		if l[i] != '-' && l[i] != '=' {
			continue
		}
		num, end, ok := numberAt(l, i+1)
		if ok && l[end] == l[i] && isPath(l[:i]) {
			return i + 1, num, end
		}
	}
	return 0, 0, 0
}

// numberAt reads the number at l[at:], after which something must follow at l[end].
func numberAt(l string, at int) (num, end int, ok bool) {
	num, n := number(l[at:])
	end = at + n
	return num, end, n > 0 && end < len(l)
}

// pathColon returns the end of the path in path:text, 0 for none; a drive letter belongs to the path.
func pathColon(l string) int {
	from := 0
	if hasDrive(l) {
		from = 2
	}
	if i := strings.IndexByte(l[from:], ':'); i > 0 {
		return from + i
	}
	return 0
}

// hasDrive reports whether a line opens with a drive: C:\src.
func hasDrive(l string) bool {
	if len(l) < 3 || l[1] != ':' || strings.IndexByte(`\/`, l[2]) < 0 {
		return false
	}
	return l[0]|0x20 >= 'a' && l[0]|0x20 <= 'z'
}

// looksPath reports whether s could be a path: it has a slash or a dot and nothing that paths hardly ever have.
func looksPath(s string) bool {
	if s == "" || len(s) > 1024 || indented(s) || s[len(s)-1] == ' ' {
		return false
	}
	if strings.ContainsAny(s, "\t\"<>|;{}") || strings.Contains(s, "  ") || strings.Contains(s, "//") {
		return false
	}
	slash := strings.ContainsAny(s, `/\`)
	if strings.ContainsAny(s, " (),='") && !slash {
		return false
	}
	return slash || strings.Contains(s, ".") && !strings.HasSuffix(s, ".")
}

// isMark reports whether the output was cut at the line.
func isMark(l string) bool {
	_, _, ok := envelope.UpstreamMark(l)
	return ok
}
