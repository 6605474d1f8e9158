package git

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// short reports whether a line has the short form:
//
//	## main...origin/main
//	 M cmd/main.go
//	?? notes.txt
func (r *statusReader) short(s string) bool {
	if strings.HasPrefix(s, "## ") {
		return true
	}
	return len(s) > 3 && isFlag(s[0]) && isFlag(s[1]) && s[:2] != "  " && s[2] == ' '
}

// flags are git's letters for the kinds of a change.
const flags = " MTADRCU?!m"

// isFlag reports whether a letter is one of git's for the kind of a change.
func isFlag(c byte) bool { return strings.IndexByte(flags, c) >= 0 }

// shortEntry reads "XY path" and its like.
func (r *statusReader) shortEntry(l strategies.Line, s string) (strategies.Fact, bool) {
	code, path := s[:2], s[3:]
	if code == "##" {
		return line(l, strategies.Critical, ""), true
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
