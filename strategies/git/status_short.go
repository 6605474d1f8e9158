package git

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

// short reports whether a line has the short form, or that of porcelain v2:
//
//	## main...origin/main
//	 M cmd/main.go
//	?? notes.txt
//	1 .M N... 100644 100644 100644 1a2b3c4 1a2b3c4 cmd/main.go
func (r *statusReader) short(s string) bool {
	switch {
	case len(s) < 3:
		return false
	case parse.StartsWith(s, "## ", "# branch.", "# stash ", "? ", "! "):
		return true
	case isFlag(s[0]) && isFlag(s[1]) && s[:2] != "  ":
		return len(s) > 3 && s[2] == ' '
	}
	return isPorcelain(s)
}

// isPorcelain reports whether a line is that of a tracked file in porcelain v2.
func isPorcelain(s string) bool {
	if len(s) <= 20 || s[1] != ' ' || s[4] != ' ' {
		return false
	}
	switch s[0] {
	case '1', '2', 'u': // changed, renamed, unmerged
		return strings.Trim(s[2:4], flags+".") == ""
	}
	return false
}

// flags are git's letters for the kinds of a change.
const flags = " MTADRCU?!m"

// isFlag reports whether a letter is one of git's for the kind of a change.
func isFlag(c byte) bool { return strings.IndexByte(flags, c) >= 0 }

// shortEntry reads "XY path" and its like.
func (r *statusReader) shortEntry(l strategies.Line, s string) (strategies.Fact, bool) {
	code, path := s[:2], s[3:]
	switch {
	case strings.HasPrefix(s, "## "):
		return line(l, strategies.Critical, ""), true
	case s[0] == '#':
		return line(l, strategies.Context, ""), true
	case parse.StartsWith(s, "? ", "! "):
		code, path = s[:1]+s[:1], s[2:]
	case isPorcelain(s):
		code = strings.ReplaceAll(s[2:4], ".", " ")
		path = s[strings.LastIndexByte(s, ' ')+1:]
		if s[0] == 'u' {
			code = "UU"
		}
	}
	switch code {
	case "??":
		return r.entry(l, untracked, path), true
	case "!!":
		return r.entry(l, ignored, path), true
	case "DD", "AU", "UD", "UA", "DU", "AA", "UU":
		return r.entry(l, unmerged, path), true
	}
	if code[0] == ' ' {
		return r.entry(l, modified, path), true
	}
	if code[1] != ' ' {
		r.counts[modified]++ // staged, and changed again
	}
	return r.entry(l, staged, path), true
}
