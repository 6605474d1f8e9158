package genericdiag

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// levels are the level words that tools print before a place, in small letters.
var levels = map[string]bool{
	"fatal": true, "error": true, "warning": true, "warn": true, "note": true, "info": true, "hint": true,
	"style": true, "e": true, "w": true, "i": true,
}

// cutLevel cuts a level word off a line: "ERROR", or "%Warning-WIDTH" with the kind of the warning.
func cutLevel(s string) (level, rest string, ok bool) {
	word := strings.TrimPrefix(s, "%")
	i := 0
	for i < len(word) && word[i]|0x20 >= 'a' && word[i]|0x20 <= 'z' {
		i++
	}
	if i == 0 || i > len("warning") || !levels[strings.ToLower(word[:i])] {
		return "", "", false
	}
	rest = word[i:]
	if len(word) < len(s) && strings.HasPrefix(rest, "-") {
		kind, _, _ := strings.Cut(rest, ":")
		rest = rest[len(kind):]
	}
	return s[:len(s)-len(rest)], rest, true
}

// cutLevelled cuts off a place after a level: "ERROR: a.ts:3:14 - ...", "e: a.kt: (3, 14): ...", "%Warning-WIDTH:
// a.v:3:14: ...".
func cutLevelled(s string) (at parse.Place, rest string, ok bool) {
	level, rest, ok := cutLevel(s)
	t := strings.TrimLeft(rest, ": -•")
	if !ok || len(t) == len(rest) {
		return none()
	}
	t = strings.TrimPrefix(t, "file://")
	for _, cut := range []cut{parse.CutPlace, cutSpaced, cutApart} {
		if at, rest, ok = cut(t); ok && parse.Extended(at.File) && rest != "" {
			return at, level + ": " + strings.TrimLeft(rest, "-• "), true
		}
	}
	return none()
}
