package envelope

import (
	"strconv"
	"strings"
	"unicode"
)

// maxMark is the longest line that is looked at as a mark, except for Codex's, which comes inside a line.
const maxMark = 400

// UpstreamMark reports whether a line is an agent's or a tool's mark of an earlier cut: n of the named unit ("line",
// "character", "token" ...) are missing there. n is 0 and unit is "" if the mark doesn't name them. It knows the shapes
// of such marks and not only their words, since code and logs mention truncation as well.
//
//	… 112 lines omitted …
//	[Showing lines 1-200 of 1200]
//
// It costs a few ns for any other line.
func UpstreamMark(line string) (n int, unit string, ok bool) {
	if i := strings.Index(line, " truncated…"); i >= 0 {
		if n, unit, found := ellipsisMark(line[:i]); found {
			return n, unit, true
		}
	}
	if line == "" || len(line) > maxMark || !mayMark(line) {
		return 0, "", false
	}
	s := strings.TrimSpace(line)
	if whole, rest, opened := fullSentence(s); opened {
		return whole, rest, true
	}
	if !hasWords(s, 3) {
		return 0, "", false // as most branches of trees
	}
	core := strings.Trim(s, " .…[](){}<>-–—=*#│|")
	if core == s || core == "" || len(core) == len(s)-1 && strings.HasSuffix(s, ".") {
		return 0, "", false // no brackets or dots around it: a sentence
	}
	if !strings.ContainsAny(core, "123456789") {
		return 0, "", false
	}
	if !opensMark(core) {
		return 0, "", false
	}
	if n, unit, ok = markWords(strings.Fields(strings.ToLower(core))); !ok {
		return 0, "", false
	}
	return n, unit, true
}

// hasWords reports whether a text has so many words with a letter or a digit.
func hasWords(s string, least int) bool {
	isNew := true
	for i := 0; i < len(s) && least > 0; i++ {
		switch c := s[i]; {
		case c == ' ' || c == '\t':
			isNew = true
		case isNew && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'):
			isNew = false
			least--
		}
	}
	return least == 0
}

// mayMark is a cheap first look at how the line starts.
func mayMark(line string) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if i == len(line) {
		return false
	}
	switch line[i] {
	case '.', '[', '(', '<', 0xe2, 'O':
		return true
	case '-', '*': // a rule, not an item of a list
		return i+1 < len(line) && line[i+1] == line[i]
	}
	return false
}

// ellipsisMark reads "…1649 tokens" at the end of s: Codex cuts in the middle of a line.
func ellipsisMark(s string) (n int, unit string, ok bool) {
	i := strings.LastIndex(s, "…")
	if i < 0 {
		return 0, "", false
	}
	digits, word, ok := strings.Cut(s[i+len("…"):], " ")
	n, err := strconv.Atoi(digits)
	unit = unitOf(word)
	return n, unit, ok && err == nil && unit != ""
}

// fullSentence knows the marks that are sentences of one tool.
func fullSentence(s string) (n int, unit string, ok bool) {
	switch {
	case s == "" || strings.IndexByte("([.<O", s[0]) < 0: // as most lines, branches of trees above all
	case hasPrefixAny(s, "(Results are truncated", "(Output was truncated", "(File has more lines",
		"[CONTENT TRUNCATED]", "... [CONTENT TRUNCATED]",
		"<response clipped>", "[Showing results with pagination", "[Output truncated", "[output truncated", "... "+
			"(output truncated", "[Observation truncated",
		"[... Observation truncated", "[... output truncated: ", "[File content truncated", "(Output truncated",
		"Output too large. Showing ", "<NOTE>To save on context"):
		return 0, "", true
	case strings.HasPrefix(s, "[Showing lines "):
		var from, to, of int
		rest := strings.TrimPrefix(s, "[Showing lines ")
		from, rest = leadingInt(rest)
		rest, ok = strings.CutPrefix(rest, "-")
		to, rest = leadingInt(rest)
		rest, of2 := strings.CutPrefix(rest, " of ")
		of, _ = leadingInt(rest)
		if ok && of2 && from > 0 && to >= from && of >= to {
			return of - (to - from + 1), "line", true
		}
	}
	return 0, "", false
}

func leadingInt(s string) (int, string) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n, _ := strconv.Atoi(s[:i])
	return n, s[i:]
}

// opensMark is a cheap look at the first word: a number, or one that markWords knows.
func opensMark(core string) bool {
	i := strings.IndexFunc(core, unicode.IsSpace)
	if i <= 0 {
		return true // not the usual
	}
	if c := core[0]; c >= '0' && c <= '9' || c == '+' || c == ',' {
		return true
	}
	first := strings.ToLower(core[:i])
	return first == "and" || first == "output" || isCutVerb(first, "line")
}

// markWords reads a mark by its words, in lower case. n is how many units are missing.
//
//	12 lines truncated
//	omitted 3 of 9 lines
//	and 12 more lines
//	+12 lines (ctrl+r to expand)
func markWords(w []string) (n int, unit string, ok bool) {
	if len(w) < 3 || len(w) > 16 {
		return 0, "", false
	}
	if w[0] == "and" || w[0] == "output" {
		w = w[1:]
	}
	verbFirst := isCutVerb(w[0], "line")
	number := w[0]
	if verbFirst {
		number = w[1]
	}
	if n, ok = markNumber(number); !ok || len(w) < 3 {
		return 0, "", false
	}
	switch {
	case verbFirst:
		unit, ok = unitAfterVerb(w[2:])
	case w[1] == "more":
		unit, ok = unitAfterMore(w[2:])
	default:
		unit, ok = unitBeforeVerb(w[1:])
	}
	return n, unit, ok
}

// unitAfterVerb reads what follows "omitted 12" or "omitted 3": "lines", "of 9 lines".
func unitAfterVerb(w []string) (unit string, ok bool) {
	if len(w) >= 3 && w[0] == "of" {
		w = w[2:]
	}
	unit = unitOf(w[0])
	return unit, unit != "" && len(w) <= 3
}

// unitAfterMore reads what follows "12 more": "lines", "lines (45-56)", "lines below".
func unitAfterMore(w []string) (unit string, ok bool) {
	unit = unitOf(w[0])
	return unit, unit != "" && (len(w) == 1 || strings.HasSuffix(w[0], ".") || strings.HasSuffix(w[0], ",") ||
		strings.HasPrefix(w[1], "(") || isMarkTail(w[1]))
}

// unitBeforeVerb reads what follows "12": "lines truncated", "lines not shown", "lines were omitted".
func unitBeforeVerb(w []string) (unit string, ok bool) {
	if unit = unitOf(w[0]); unit == "" {
		return "", false
	}
	switch verb := w[1]; {
	case strings.HasPrefix(verb, "(ctrl"):
		return unit, true
	case verb == "not" && len(w) > 2:
		return unit, strings.HasPrefix(w[2], "shown")
	case verb == "were" && len(w) > 2:
		return unit, isCutVerb(w[2], unit)
	default:
		return unit, isCutVerb(verb, unit)
	}
}

func isMarkTail(w string) bool {
	switch strings.TrimRight(w, ".,;:") {
	case "in", "not", "below", "above", "available", "omitted", "truncated", "hidden":
		return true
	}
	return false
}

// markNumber reads a number, with thousands separators, a plus or without.
func markNumber(s string) (int, bool) {
	s = strings.TrimPrefix(strings.ReplaceAll(s, ",", ""), "+")
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0
}

// isCutVerb reports whether a word means that so many of a unit are missing. Files and rows may be skipped for good;
// lines may not.
func isCutVerb(w, unit string) bool {
	switch strings.TrimRight(w, ".,;:])") {
	case "truncated", "omitted", "elided", "clipped":
		return true
	case "hidden", "skipped", "removed", "cut", "collapsed":
		return unit == "line" || unit == "character" || unit == "byte" || unit == "token"
	}
	return false
}

// unitOf returns the singular of a mark's unit, "" for any other word.
func unitOf(w string) string {
	switch strings.TrimRight(w, ".,;:])") {
	case "line", "lines", "loc":
		return "line"
	case "char", "chars", "character", "characters":
		return "character"
	case "byte", "bytes":
		return "byte"
	case "token", "tokens":
		return "token"
	case "match", "matches":
		return "match"
	case "result", "results":
		return "result"
	case "file", "files":
		return "file"
	case "entry", "entries", "item", "items":
		return "entry"
	case "row", "rows":
		return "row"
	}
	return ""
}
