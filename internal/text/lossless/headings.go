package lossless

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// between parts blocks of lines that have context around them.
const between = "--"

// headings writes the lines of a search as rg --heading does:
//
//	a/long/path.go:12:one      a/long/path.go
//	a/long/path.go-13-two      12:one
//	--                         13-two
//	b.go:3:three
//	                           b.go
//	                           3:three
//
// Other lines, such as a note at the end, follow after a blank line.
func headings(s string) string {
	body, end := cutEnd(s)
	lines := strings.Split(body, "\n")
	paths := pathsOf(lines)
	out := make([]string, 0, len(lines))
	path := "" // of the group, "" outside of groups
	for i, l := range lines {
		of, next := paths.cut(l), ""
		if l == between && i+1 < len(lines) {
			next = paths.cut(lines[i+1])
		}
		switch {
		case of != "" && of == path:
			out = append(out, l[len(of)+1:])
		case of != "":
			if len(out) > 0 {
				out = append(out, "")
			}
			out = append(out, of, l[len(of)+1:])
			path = of
		case path != "" && next == path:
			out = append(out, between)
		case path != "" && next != "": // the heading that follows names it
		default:
			if path != "" {
				out = append(out, "")
			}
			out = append(out, l)
			path = ""
		}
	}
	return strings.Join(out, "\n") + end
}

// flat puts the path of each heading before its lines again.
func flat(s string) string {
	body, end := cutEnd(s)
	lines := strings.Split(body, "\n")
	hasContext := false
	for _, l := range lines {
		hasContext = hasContext || afterNumber(l) == '-'
	}
	out := make([]string, 0, len(lines))
	for i := 0; i < len(lines); {
		if i > 0 && lines[i] == "" && opensGroup(lines[i+1:]) {
			i++ // the blank line above a heading
			continue
		}
		if !opensGroup(lines[i:]) {
			out = append(out, lines[i])
			i++
			continue
		}
		path := lines[i]
		for i++; i < len(lines) && (afterNumber(lines[i]) != 0 || lines[i] == between); i++ {
			if sep := afterNumber(lines[i]); sep != 0 {
				out = append(out, path+string(sep)+lines[i])
			} else {
				out = append(out, between)
			}
		}
		if i >= len(lines) || lines[i] != "" {
			continue
		}
		if i++; hasContext && opensGroup(lines[i:]) {
			out = append(out, between)
		}
	}
	return strings.Join(out, "\n") + end
}

// opensGroup reports whether the first of some lines is a heading: a path with a numbered line below it.
func opensGroup(lines []string) bool {
	return len(lines) > 1 && isPath(lines[0]) && afterNumber(lines[1]) != 0
}

// afterNumber returns the colon or the dash after the number at the start of a line, 0 if there is none.
func afterNumber(l string) byte {
	n := 0
	for n < len(l) && n < 10 && parse.Digit(l[n]) {
		n++
	}
	if n == 0 || n == len(l) || l[n] != ':' && l[n] != '-' {
		return 0
	}
	return l[n]
}

// paths are those that matches were found in.
type paths map[string]bool

// maxPath is how far into a line a path may end.
const maxPath = 1024

// pathsOf finds the paths of the lines that are matches: path:12:text.
func pathsOf(lines []string) paths {
	found := paths{}
	for _, l := range lines {
		if p := cutAt(l, ':', isPath); p != "" {
			found[p] = true
		}
	}
	return found
}

// cut is the path of a line that was found, "" for other lines. Around a match, lines are path-12-text.
func (p paths) cut(l string) string {
	if path := cutAt(l, ':', isPath); path != "" {
		return path
	}
	return cutAt(l, '-', func(path string) bool { return p[path] })
}

// cutAt returns the path before the first ":12:", or before the same with another mark in place of the colons.
func cutAt(l string, mark byte, isPath func(string) bool) string {
	for i := 1; i < min(len(l), maxPath); i++ {
		if l[i] == mark && afterNumber(l[i+1:]) == mark && isPath(l[:i]) {
			return l[:i]
		}
	}
	return ""
}

// isPath reports whether a line could be a path alone: it has a slash or a dot, and nothing that paths hardly ever
// have.
func isPath(s string) bool {
	if s == "" || len(s) > maxPath || s[0] == ' ' || s[len(s)-1] == ' ' || afterNumber(s) != 0 {
		return false
	}
	if strings.ContainsAny(s, "\t\"'<>|;{}()=") || strings.Contains(s, "  ") {
		return false
	}
	return strings.ContainsAny(s, `/\.`)
}

// cutEnd takes the line feed at the end of a text off.
func cutEnd(s string) (body, end string) {
	body, ok := strings.CutSuffix(s, "\n")
	if ok {
		end = "\n"
	}
	return body, end
}
