package textline

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// JSFrame reads a frame: "at Object.<anonymous> (test/a.js:18:56)", "at async test/a.js:1:2", "❯ helper src/a.ts:1:2".
// Own are those in files of the project.
func JSFrame(s string) (at parse.Place, own, ok bool) {
	rest, isAt := strings.CutPrefix(s, "at ")
	if !isAt {
		if rest, ok = strings.CutPrefix(s, "❯ "); !ok {
			return parse.Place{}, false, false
		}
	}
	rest = strings.TrimPrefix(strings.TrimSuffix(rest, " {"), "async ")
	rest = strings.TrimSuffix(rest, ",")
	if i := strings.LastIndexByte(rest, '('); i >= 0 && strings.HasSuffix(rest, ")") {
		rest = rest[i+1 : len(rest)-1]
	}
	whole := false
	if i := strings.LastIndexByte(rest, ' '); i >= 0 && !strings.ContainsAny(rest[:i], "/\\") { // a function's name
		at, whole = WholePlace(rest[i+1:])
	}
	if !whole {
		at, whole = WholePlace(rest)
	}
	if !whole { // a frame all the same, unless it is a sentence: "at <anonymous>", "at native"
		called := strings.HasSuffix(strings.TrimSuffix(s, " {"), ")") || strings.Contains(rest, "node:")
		return parse.Place{}, false, isAt && called
	}
	return at, !strings.Contains(strings.ReplaceAll(at.File, "\\", "/"), "node_modules/"), true
}

// WholePlace reads a text that is a place and nothing else.
func WholePlace(s string) (parse.Place, bool) {
	at, rest, ok := parse.CutPlace(strings.TrimPrefix(s, "file://"))
	return at, ok && rest == ""
}
