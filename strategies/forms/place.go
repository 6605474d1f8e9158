package forms

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
)

// diagnostic is what a line says of a place.
type diagnostic struct {
	At      parse.Place
	Message string
	Bare    string // the line less its place, where that stands in none of the usual forms
}

// forms are the ways in which lines tell a place, each with how it is taken off. The usual ones come first.
var forms = []struct {
	cut   func(s string) (at parse.Place, rest string, ok bool)
	usual bool
}{
	{parse.CutPlace, true},
	{cutSpaced, true},
	{cutWorded, true},
	{cutBracketed, false},
	{cutLevelled, false},
	{cutApart, false},
	{cutAttributes, false},
	{cutTrailing, false},
}

// diagnosticAt takes a place off a line, and what is said of it: "a/b.hs:3:14: Warning: ...", "a.haml:33 [W] ...".
func diagnosticAt(s string) (d diagnostic, ok bool) {
	if len(s) > maxDiagnostic {
		s = s[:maxDiagnostic]
	}
	t := strings.TrimLeft(s, " \t")
	if len(s)-len(t) > 8 || t == "" || !strings.ContainsAny(t, "0123456789") {
		return diagnostic{}, false
	}
	alone := strings.HasPrefix(t, "on ") // its message stands above
	for _, sign := range []string{"--> ", "Location: "} {
		if rest, ok := strings.CutPrefix(t, sign); ok && rest != "" {
			t, alone = rest, true
		}
	}
	for _, f := range forms {
		at, msg, ok := f.cut(t)
		if !ok || !parse.Extended(at.File) || msg == "" && at.Col == 0 && !alone {
			continue
		}
		d = diagnostic{At: at, Message: msg}
		if !f.usual {
			d.Bare = msg
		}
		return d, true
	}
	return diagnostic{}, false
}

// cutBracketed takes a place off that stands in brackets: "[a/b.proto:12:3] ...", "[/a/b.go:12] - ...".
func cutBracketed(s string) (at parse.Place, rest string, ok bool) {
	if s[0] != '[' {
		return parse.Place{}, "", false
	}
	i := strings.IndexByte(s, ']')
	if i < 0 || i+2 > len(s) {
		return parse.Place{}, "", false
	}
	at, rest, ok = parse.CutPlace(s[1:i])
	if !ok || rest != "" {
		return parse.Place{}, "", false
	}
	return at, strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(s[i+1:], " "), "-"), " "), true
}

// levels are the words that tools put before a place, in small letters.
var levels = map[string]bool{"error": true, "warning": true, "warn": true, "info": true, "note": true, "hint": true, "fatal": true, "style": true, "e": true, "w": true, "i": true}

// cutLevelled takes a place off that comes after a word for how grave it is: "ERROR: a.ts:3:14 - ...", "e: a.kt: (3, 14): ...",
// "%Warning-WIDTH: a.v:3:14: ...".
func cutLevelled(s string) (at parse.Place, rest string, ok bool) {
	t := strings.TrimPrefix(s, "%")
	i := 0
	for i < len(t) && t[i]|0x20 >= 'a' && t[i]|0x20 <= 'z' {
		i++
	}
	if i == 0 || i > len("warning") || !levels[strings.ToLower(t[:i])] {
		return parse.Place{}, "", false
	}
	if i < len(t) && t[i] == '-' && len(t) < len(s) { // the kind of a warning
		for i < len(t) && t[i] != ':' {
			i++
		}
	}
	level := s[:len(s)-len(t)+i]
	t = strings.TrimLeft(t[i:], ": -•")
	if len(t) == len(s)-len(level) {
		return parse.Place{}, "", false
	}
	t = strings.TrimPrefix(t, "file://")
	for _, cut := range []func(string) (parse.Place, string, bool){parse.CutPlace, cutSpaced, cutApart} {
		if at, rest, ok = cut(t); ok && parse.Extended(at.File) && rest != "" {
			return at, level + ": " + strings.TrimLeft(rest, "-• "), true
		}
	}
	return parse.Place{}, "", false
}

// cutApart takes a place off whose numbers stand apart: "a.kt: (3, 14): ...", "a.ts[3, 14]: ...", "a.nim(3, 14) ...".
func cutApart(s string) (at parse.Place, rest string, ok bool) {
	i := strings.IndexAny(s, "([")
	if i <= 0 {
		return parse.Place{}, "", false
	}
	at.File = strings.TrimSuffix(strings.TrimRight(s[:i], " "), ":")
	numbers, rest, ok := strings.Cut(s[i+1:], map[byte]string{'(': ")", '[': "]"}[s[i]]) // the bracket that closes it
	row, col, two := strings.Cut(numbers, ", ")
	if !ok || !two || !parse.FileLike(at.File) {
		return parse.Place{}, "", false
	}
	at.Row, row = parse.CutNumber(row)
	at.Col, col = parse.CutNumber(col)
	if row != "" || col != "" || at.Row == 0 {
		return parse.Place{}, "", false
	}
	return at, strings.TrimLeft(rest, ": "), true
}

// cutAttributes takes a place off that is told by names: "warning file=a.scala message=... line=3 column=14".
func cutAttributes(s string) (at parse.Place, rest string, ok bool) {
	i := strings.Index(s, "file=")
	if i < 0 || i > len("warning ") {
		return parse.Place{}, "", false
	}
	file, after, ok := strings.Cut(s[i+len("file="):], " ")
	if !ok || !parse.FileLike(file) {
		return parse.Place{}, "", false
	}
	at.File = file
	words := strings.Fields(after)
	for len(words) > 1 { // its numbers stand at the end
		name, value, _ := strings.Cut(words[len(words)-1], "=")
		n, left := parse.CutNumber(value)
		switch {
		case left != "" || value == "":
			name = ""
		case name == "line":
			at.Row = n
		case name == "column":
			at.Col = n
		}
		if name != "line" && name != "column" {
			break
		}
		words = words[:len(words)-1]
	}
	return at, s[:i] + strings.Join(words, " "), true
}

// cutTrailing takes a place off that is told in words at a line's end, or before its message: "... at a.pm line 3.",
// "... in a.php on line 3", "a.pp - ... on line 3", "a.pm: ... at line 3, column 14.", "on a.tf line 3:", "... at a.js:3:14:".
func cutTrailing(s string) (at parse.Place, rest string, ok bool) {
	if i := lastOf(s, " line "); i > 0 && i+6 < len(s) && parse.Digit(s[i+6]) {
		after := ""
		at.Row, after = parse.CutNumber(s[i+6:])
		if t, ok := strings.CutPrefix(after, ", column "); ok && t != "" && parse.Digit(t[0]) {
			at.Col, after = parse.CutNumber(t)
		}
		before, _ := strings.CutSuffix(s[:i], " on")
		before, _ = strings.CutSuffix(before, " at")
		after = strings.TrimLeft(after, ".:, ")
		for _, word := range []string{" at ", " in ", "on "} {
			if j := strings.LastIndex(" "+before, word); j >= 0 {
				if file := before[j+len(word)-1:]; parse.FileLike(file) && parse.Extended(file) {
					at.File = file
					return at, strings.TrimSpace(before[:max(j-1, 0)] + " " + after), true
				}
			}
		}
		for _, sep := range []string{" - ", ": "} {
			if file, msg, found := strings.Cut(before, sep); found && parse.FileLike(file) && parse.Extended(file) {
				at.File = file
				return at, strings.TrimSpace(msg + " " + after), true
			}
		}
		return parse.Place{}, "", false
	}
	if i := lastOf(s, " at "); i > 0 {
		if at, rest, ok = parse.CutPlace(s[i+4:]); ok && rest == "" && at.Col > 0 {
			return at, s[:i], true
		}
	}
	return parse.Place{}, "", false
}

// lastOf is strings.LastIndex for what most texts lack: looking from the start is several times as fast.
func lastOf(s, word string) int {
	if !strings.Contains(s, word) {
		return -1
	}
	return strings.LastIndex(s, word)
}

// onlyRule reports whether a line is but a rule.
func onlyRule(bare string) bool { return len(bare) > 2 && strings.Trim(bare, "-=─━ ") == "" }

// framed reports whether a line is code with its number before it: "12 | code", "> 12 | code", "  | ^^^".
func framed(bare string) bool {
	n, rest := parse.CutNumber(strings.TrimPrefix(bare, "> "))
	if n > 0 && (rest == "" || rest[0] == '\t') {
		return true
	}
	return strings.HasPrefix(strings.TrimLeft(rest, " "), "|")
}

// maxDiagnostic is how many bytes of a line are looked at.
const maxDiagnostic = 500

// cutSpaced takes a place off that a blank ends: ".env:1 Leading space detected".
func cutSpaced(s string) (at parse.Place, rest string, ok bool) {
	i := strings.IndexByte(s, ':')
	if i <= 0 || i+1 >= len(s) || !parse.Digit(s[i+1]) || strings.ContainsAny(s[:i], " \t\"'`=,<>|") || !parse.FileLike(s[:i]) {
		return parse.Place{}, "", false
	}
	at.File = s[:i]
	at.Row, rest = parse.CutNumber(s[i+1:])
	if len(rest) > 1 && rest[0] == ':' && parse.Digit(rest[1]) {
		at.Col, rest = parse.CutNumber(rest[1:])
	}
	msg := strings.TrimLeft(rest, " \t")
	return at, msg, len(msg) < len(rest)
}

// cutWorded takes a place off that is told in words: "a.js: line 3, col 14, Error - ...".
func cutWorded(s string) (at parse.Place, rest string, ok bool) {
	file, rest, ok := strings.Cut(s, ": line ")
	if !ok || !parse.FileLike(file) || rest == "" || !parse.Digit(rest[0]) {
		return parse.Place{}, "", false
	}
	at.File = file
	at.Row, rest = parse.CutNumber(rest)
	if t, ok := strings.CutPrefix(rest, ", col "); ok && t != "" && parse.Digit(t[0]) {
		at.Col, rest = parse.CutNumber(t)
	}
	if rest == "" || rest[0] != ',' && rest[0] != ':' {
		return parse.Place{}, "", false
	}
	return at, strings.TrimLeft(rest[1:], " "), true
}

// heading takes the file off a line that says only which one the lines below are of: "a/b.css", "FILE: /a/b.php",
// "a/b.rb -- 3 warnings:", "Line   a/b.php".
func heading(s string) (file string, ok bool) {
	if s == "" || len(s) > 200 || strings.IndexByte(s, '.') < 0 {
		return "", false
	}
	s = strings.TrimRight(s, "\r ")
	if t, found := strings.CutPrefix(s, "FILE: "); found {
		s = t
	} else if t, found := strings.CutPrefix(s, "  Line "); found {
		s = strings.TrimLeft(t, " ")
	} else if t, count, found := strings.Cut(s, " -- "); found && parse.Digit(count[0]) && strings.HasSuffix(count, ":") {
		s = t
	}
	if s == "" || s[0] == ' ' || s[0] == '\t' || strings.ContainsAny(s, " \t:=(){}[]<>\"'`,;*") {
		return "", false
	}
	return s, parse.Extended(s)
}

// rowAt takes a row and a column off a line below a file's name: "46:3  ✖  Unexpected unit", "3:1: Missing header",
// "ERROR: 3:1  ...", "12 | ERROR | ...", "[3, 14]:...", "12     ...".
func rowAt(s string) (d diagnostic, ok bool) {
	level := ""
	if word, t, found := strings.Cut(s, ": "); found && levels[strings.ToLower(word)] {
		level, s = word+": ", t
	}
	if s == "" || !parse.Digit(s[0]) && (s[0] != '[' || len(s) < 2 || !parse.Digit(s[1])) {
		return diagnostic{}, false
	}
	if s[0] == '[' { // the rows of all its places
		i := strings.IndexByte(s, ']')
		if i < 0 || i+1 >= len(s) || s[i+1] != ':' || strings.Trim(s[1:i], "0123456789, ") != "" {
			return diagnostic{}, false
		}
		d.At.Row, _ = parse.CutNumber(s[1:])
		d.Message = strings.TrimLeft(s[i+2:], " ")
		if strings.IndexByte(s[:i], ',') < 0 {
			d.Bare = d.Message
		}
		return d, d.Message != ""
	}
	row, rest := parse.CutNumber(s)
	d.At.Row = row
	if strings.HasPrefix(rest, " | ") || strings.HasPrefix(rest, "    ") {
		d.Message = strings.TrimLeft(strings.TrimPrefix(rest, " | "), " ")
		d.Bare = d.Message
		return d, d.Message != "" && row > 0
	}
	if rest == "" || rest[0] != ':' || len(rest) < 2 || !parse.Digit(rest[1]) {
		return diagnostic{}, false
	}
	d.At.Col, rest = parse.CutNumber(rest[1:])
	if rest == "" || rest[0] != ' ' && rest[0] != ':' && rest[0] != '\t' {
		return diagnostic{}, false
	}
	d.Message = strings.TrimLeft(rest, ": \t")
	if level != "" {
		d.Bare = level + d.Message
	}
	return d, d.Message != ""
}
