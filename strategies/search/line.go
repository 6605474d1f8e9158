package search

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/envelope"
)

// kind is what a line of a search's output is.
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
	// what the line calls it, where that is a longer spelling: Claude Code's context lines have the whole path
	long string
	rest string // the line without the path and what separates the two; a part of the line
	num  int    // the line's number in the file, 0 for none
	text string // what stands in the file
	n    int    // matches that the line stands for
}

// isTrouble reports whether a line is an error message of a search program. sure says that the line can't be anything
// else: "grep: a: Permission denied"; others, such as "error: ...", may be a line that matches.
func isTrouble(l string) (trouble, sure bool) {
	name, rest, ok := strings.Cut(l, ": ")
	if !ok || rest == "" {
		return l == "regex parse error:" || strings.HasPrefix(l, "rg: ") || l == "grep: regex parse error:", true
	}
	switch name {
	case "grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "ugrep", "ggrep", "ERR":
		return true, true
	case "fatal", "error", "find", "xargs", "bash", "sh", "zsh", "/bin/sh", "usage", "Usage", "Error", "git":
		return true, false
	}
	return false, false
}

// isNotice reports whether a line says that a binary file matches, and which.
func isNotice(l string) (file string, ok bool) {
	if !strings.Contains(l, "inary file") {
		return "", false
	}
	if rest, found := strings.CutPrefix(l, "Binary file "); found {
		if file, found = strings.CutSuffix(rest, " matches"); found {
			return file, true
		}
		file, found = strings.CutSuffix(rest, " matches.")
		return file, found
	}
	if rest, found := strings.CutPrefix(l, "grep: "); found {
		if file, found = strings.CutSuffix(rest, ": binary file matches"); found {
			return file, true
		}
	}
	if file, _, found := strings.Cut(l, ": WARNING: stopped searching binary file"); found {
		return file, true
	}
	if file, tail, found := strings.Cut(l, ": binary file matches (found "); found && strings.HasSuffix(tail, ")") {
		return file, true
	}
	return "", strings.HasPrefix(l, "binary file matches (found ") ||
		strings.HasPrefix(l, "WARNING: stopped searching binary file")
}

// isHeader reports whether a line is what an agent's tool prints above or below the matches.
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

// isNone reports whether a line says in an agent's words that nothing was found.
func isNone(l string) bool {
	return isHeader(l) &&
		(strings.HasPrefix(l, "No ") || strings.HasPrefix(l, "Found no ") || strings.HasPrefix(l, "Found 0 "))
}

// digits counts the digits at the start of s and returns what follows them.
func digits(s string) (n int, rest string) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
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

// numbered splits at the first ":12:", in which a path ends. at is where the number starts; 0 means that there is none.
// With dash, ":12-" will do: so ag writes a context line.
func numbered(l string, dash bool) (at, num, end int) {
	for i := 1; i < len(l) && i < 4096; i++ {
		if l[i] != ':' {
			continue
		}
		if v, n := number(l[i+1:]); n > 0 && i+1+n < len(l) && (l[i+1+n] == ':' || dash && l[i+1+n] == '-') {
			return i + 1, v, i + 1 + n
		}
	}
	return 0, 0, 0
}

// contextLine splits at the first "-12-" or "=12=" behind which the given path check is content with what stands
// before it.
func contextLine(l string, isPath func(string) bool) (at, num, end int) {
	for i := 1; i < len(l) && i < 4096; i++ {
		if l[i] != '-' && l[i] != '=' {
			continue
		}
		if v, n := number(l[i+1:]); n > 0 && i+1+n < len(l) && l[i+1+n] == l[i] && isPath(l[:i]) {
			return i + 1, v, i + 1 + n
		}
	}
	return 0, 0, 0
}

// pathColon is where a path ends in path:text; a drive letter belongs to the path.
func pathColon(l string) int {
	from := 0
	if len(l) > 2 && l[1] == ':' && (l[2] == '\\' || l[2] == '/') && l[0]|0x20 >= 'a' && l[0]|0x20 <= 'z' {
		from = 2
	}
	if i := strings.IndexByte(l[from:], ':'); i > 0 {
		return from + i
	}
	return 0
}

// looksPath reports whether s could be a path: it has a slash or a dot and nothing that paths hardly ever have.
func looksPath(s string) bool {
	if s == "" || len(s) > 1024 || s[0] == ' ' || s[0] == '\t' || s[len(s)-1] == ' ' {
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
