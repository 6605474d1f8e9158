package replay

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// old and new text of an edit, as the agents' tools call them.
var (
	oldNames = []string{"old_string", "old_str", "oldString", "oldText", "old_text", "old_code", "search", "to_replace"}
	newNames = []string{
		"new_string", "new_str", "newString", "newText", "new_text", "new_code", "replace", "replacement",
		"new_content",
	}
)

// patchMark opens a patch of Codex's form, wherever in an argument it is.
const patchMark = "*** Begin Patch"

// stringsOf calls yield with every string in a call's arguments, without names. old means that an edit replaces that
// text.
func stringsOf(args jsontext.Value, yield func(s string, old bool)) {
	if len(args) == 0 {
		return
	}
	var v any
	if json.Unmarshal(args, &v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return
	}
	eachString(v, false, yield)
}

// eachString calls yield with every string in a JSON value. old means that an edit replaces the value.
func eachString(v any, old bool, yield func(string, bool)) {
	switch v := v.(type) {
	case string:
		yield(v, old)
	case []any:
		for _, e := range v {
			eachString(e, false, yield)
		}
	case map[string]any:
		edit := slices.ContainsFunc(newNames, func(n string) bool {
			_, ok := v[n]
			return ok
		})
		for k, e := range v {
			eachString(e, edit && slices.Contains(oldNames, k), yield)
		}
	}
}

// candidates returns the strings in a call's arguments that can be evidence.
func candidates(args jsontext.Value) map[string]bool {
	set := map[string]bool{}
	add := func(c string) {
		if from, to := anchor(c); to-from >= minAnchor {
			set[c] = true
		}
	}
	stringsOf(args, func(s string, old bool) {
		runs(s, isWord, func(from, to int) {
			if w := strings.Trim(s[from:to], "./-@"); codeLike(w) {
				add(w)
			}
		})
		patch := strings.Contains(s, patchMark)
		if !old && !patch {
			return
		}
		for line := range strings.SplitSeq(s, "\n") {
			if !old {
				var keeps bool
				if line, keeps = oldLine(line); !keeps {
					continue
				}
			}
			if line = strings.Trim(line, " \t\r"); len(line) >= minLine && len(line) <= maxLine {
				add(line)
			}
		}
	})
	return set
}

// oldLine returns a line of a patch without its mark, if it was in the file before: it stays, " x", or goes, "-x".
func oldLine(line string) (string, bool) {
	if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "-") {
		return line[1:], true
	}
	return "", false
}
