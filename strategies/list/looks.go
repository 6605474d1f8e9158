package list

import "strings"

const (
	leastLooks = 6   // lines that a text must have to be taken for a listing by its looks
	mostLooked = 256 // bytes of such a line
)

// looksListed reports whether the start of an output looks like a listing, whatever the command: every line is a path,
// or a branch of a tree below its root.
func looksListed(head string) bool {
	end := strings.LastIndexByte(head, '\n')
	if end < 0 {
		return false
	}
	lines, paths, branches := 0, 0, 0
	for l := range strings.SplitSeq(head[:end], "\n") {
		lines++
		if looksPath(l) {
			paths++
		} else if _, _, ok := treeLine(l); ok {
			branches++
		}
	}
	return lines >= leastLooks && (paths == lines || branches >= lines-1)
}

// looksJSON reports whether a listing comes as JSON, whose lines name no files: tools of servers print such. A line
// like "[DIR] src" is none.
func looksJSON(head string) bool {
	s := strings.TrimLeft(head, " \t\r\n")
	if s == "" || s[0] != '[' && s[0] != '{' {
		return false
	}
	next := strings.TrimLeft(s[1:], " \t\r\n")
	return next != "" && (next[0] == '"' || s[0] == '[' && next[0] == '{')
}

// looksPath reports whether a line is a path with a folder and without a blank, and nothing else.
func looksPath(l string) bool {
	if len(l) > mostLooked || strings.IndexByte(l, '/') < 0 {
		return false
	}
	for i := range len(l) {
		switch c := l[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c >= 0x80:
		case strings.IndexByte("/._-+@~%,[]{}$#", c) >= 0:
		default:
			return false
		}
	}
	return !strings.HasPrefix(l, "//")
}
