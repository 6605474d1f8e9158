package genericdiag

import (
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/parse"
)

// textLine is a line without its frame and its level.
type textLine struct {
	n          int
	text, bare string // with and without blanks at its ends
	indent     int
	same       bool // it has the level of the line above
}

// carets reports whether a line only points at something in the line above it.
func carets(bare string) bool {
	return bare == "1" || strings.Trim(bare, "^~") == "" && strings.IndexByte(bare, '^') >= 0
}

// unframed returns a line without the sign that its tool prints before all lines: "┃ ...", "# ** Error: ...".
func unframed(s string) string {
	if t, ok := strings.CutPrefix(s, "# "); ok && parse.StartsWith(t, "** ", "   ") {
		return strings.TrimPrefix(t, "** ")
	}
	if t := strings.TrimLeft(s, " "); len(t) < len(s) || t != "" && t[0] >= utf8.RuneSelf {
		return unboxed(untasked(s))
	}
	return strings.TrimPrefix(s, "** ")
}

// unboxed returns a line without the left side of a drawn box: "│ Error: ...", "╭─[a.x:11:5]", ",-[a.x:11:5]".
func unboxed(s string) string {
	t := strings.TrimLeft(s, " ")
	rest := strings.TrimLeftFunc(t, isBox)
	if strings.HasPrefix(t, ",-[") {
		rest = t[len(",-"):]
	}
	if len(rest) == len(t) {
		return s
	}
	return s[:len(s)-len(t)] + rest
}

func isBox(r rune) bool { return r >= '─' && r <= '╿' }

// maxTask is the most bytes of the name of an Ant task.
const maxTask = 20

// untasked returns a line without the task that Ant prints before it: "    [javac] a.java:12: warning: ...".
func untasked(s string) string {
	t := strings.TrimLeft(s, " ")
	if len(t) < 4 || t[0] != '[' || t[1] < 'a' || t[1] > 'z' {
		return s
	}
	name, _, ok := strings.Cut(t[1:min(len(t), maxTask)], "] ")
	if !ok || levelWords[name] != 0 || !isBareWord(name) {
		return s
	}
	return t[len(name)+len("[] "):]
}

// levelTag cuts off the level that a build tool prints before each line of a compiler: "[error] a.scala:6: ...".
func levelTag(s string) (tag, rest string) {
	if len(s) < 7 || s[0] != '[' {
		return "", s
	}
	i := strings.IndexByte(s[:min(len(s), maxLevelTag)], ']')
	if i < 0 || i+1 < len(s) && s[i+1] != ' ' {
		return "", s
	}
	switch tag := strings.ToLower(s[1:i]); tag {
	case "error", "warn", "warning", "info", "debug":
		return tag, s[min(i+2, len(s)):]
	}
	return "", s
}

// onlyRule reports whether a line is only a rule: "------".
func onlyRule(bare string) bool { return len(bare) > 2 && strings.Trim(bare, "-=─━ ") == "" }

// framed reports whether a line is code with its number before it: "12 | code", "> 12 | code", "  | ^^^".
func framed(bare string) bool {
	n, rest, _ := parse.CutNumber(strings.TrimPrefix(bare, "> "))
	if n > 0 && (rest == "" || rest[0] == '\t') {
		return true
	}
	return strings.HasPrefix(strings.TrimLeft(rest, " "), "|")
}
