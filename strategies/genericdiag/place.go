package genericdiag

import (
	"path"
	"strings"

	"github.com/toktee/toktee/internal/measure/ablation"
	"github.com/toktee/toktee/internal/text/parse"
)

// diagnostic is a place and its message, read from one line.
type diagnostic struct {
	At      parse.Place
	Message string
	Bare    string // the line without its place, if that is in none of the usual forms

	Anywhere bool // the place was found by its look alone and may be something else
}

// maxDiagnostic is the number of bytes of a line that are read.
const maxDiagnostic = 500

// maxDiagnosticIndent is the largest indentation of a place.
const maxDiagnosticIndent = 8

// A cut takes a place off a line and returns the message.
type cut func(s string) (at parse.Place, rest string, ok bool)

// A placeForm is a way in which lines name a place.
type placeForm struct {
	name  string // for benchmarks/ablate
	cut   cut
	usual bool
}

// placeForms lists all forms, the usual ones first.
var placeForms = []placeForm{
	{"place", parse.CutPlace, true},
	{"spaced", cutSpaced, true},
	{"named", cutNamed, true},
	{"worded", cutWorded, true},
	{"bracketed", cutBracketed, false},
	{"levelled", cutLevelled, false},
	{"apart", cutApart, false},
	{"attributes", cutAttributes, false},
	{"linenumber", cutLineNumber, false},
	{"atend", cutAtEnd, false},
	{"anywhere", cutAnywhere, false},
}

// forms are the forms of lines that are read.
type forms struct {
	places   []placeForm
	disabled *ablation.Parts // other forms that aren't read
}

// allForms returns all forms except the disabled ones.
func allForms(disabled *ablation.Parts) *forms {
	f := &forms{disabled: disabled}
	for _, form := range placeForms {
		if !disabled.Off("genericdiag/" + form.name) {
			f.places = append(f.places, form)
		}
	}
	return f
}

// diagnosticAt splits a line into place and message: "a/b.hs:3:14: Warning: ...", "a.haml:33 [W] ...".
func (fs *forms) diagnosticAt(s string) (d diagnostic, ok bool) {
	if len(s) > maxDiagnostic {
		s = s[:maxDiagnostic]
	}
	t := strings.TrimLeft(s, " \t")
	if len(s)-len(t) > maxDiagnosticIndent || t == "" || !strings.ContainsAny(t, "0123456789") || isTrace(t) {
		return diagnostic{}, false
	}
	alone := strings.HasPrefix(t, "on ") // its message is above
	for _, sign := range []string{"--> ", "Location: "} {
		if rest, ok := strings.CutPrefix(t, sign); ok && rest != "" {
			t, alone = rest, true
		}
	}
	for _, f := range fs.places {
		at, msg, ok := f.cut(t)
		says := msg != "" || at.Col > 0 || alone || strings.HasSuffix(t, ":") ||
			strings.HasSuffix(strings.TrimRight(t, " "), "]")
		if !ok || !says || !extended(at.File) {
			continue
		}
		if at.Col == 0 && strings.HasPrefix(msg, "(col") {
			at.Col, msg = columnAfter(msg)
			msg = strings.TrimLeft(msg, ": ")
		}
		d = diagnostic{At: at, Message: msg}
		if !f.usual {
			d.Bare = msg
		}
		d.Anywhere = f.name == "anywhere"
		return d, true
	}
	return diagnostic{}, false
}

// isTrace reports whether a line is a command that a shell prints before it runs it, with its place, or PHP's end of a
// stack trace:
//
//	++ build.sh:18: make lint
//	  thrown in app.php on line 25
func isTrace(s string) bool {
	command := strings.TrimLeft(s, "+")
	if s[0] != '+' || !strings.HasPrefix(command, " ") {
		return strings.HasPrefix(s, "thrown in ")
	}
	script, _, _ := strings.Cut(command[1:], ":")
	at, _, ok := parse.CutPlace(command[1:])
	return ok && at.Col == 0 && (strings.HasSuffix(script, "sh") || !strings.Contains(path.Base(script), "."))
}

// extended reports whether a file's name has an extension. A path from a root may have blanks.
func extended(file string) bool {
	if !strings.Contains(file, " ") {
		return parse.Extended(file) || isNamedFile(file[strings.LastIndexByte(file, '/')+1:])
	}
	rooted := file[0] == '/' || file[0] == '.' || isDrive(file)
	return rooted && !strings.ContainsAny(file, "\t()[]") && parse.Extended(file[strings.LastIndexByte(file, ' ')+1:])
}

// none returns the result of a cut that finds no place.
func none() (parse.Place, string, bool) { return parse.Place{}, "", false }

// cutSpaced cuts off a place that ends at a blank: ".env:1 Leading space detected".
func cutSpaced(s string) (at parse.Place, rest string, ok bool) {
	file, rest, _ := strings.Cut(s, ":")
	if !startsWithDigit(rest) || strings.ContainsAny(file, " \t\"'`=,<>|") || !parse.FileLike(file) {
		return none()
	}
	at.File = file
	at.Row, rest, _ = parse.CutNumber(rest)
	if col, found := strings.CutPrefix(rest, ":"); found && startsWithDigit(col) {
		at.Col, rest, _ = parse.CutNumber(col)
	}
	msg := strings.TrimLeft(rest, " \t")
	return at, msg, len(msg) < len(rest)
}

// cutNamed cuts off a place in a file that is known by its name alone: "Dockerfile:3 DL3006 warning: ...".
func cutNamed(s string) (at parse.Place, rest string, ok bool) {
	file, rest, _ := strings.Cut(s, ":")
	base := file[strings.LastIndexByte(file, '/')+1:]
	if !startsWithDigit(rest) || !isNamedFile(base) || strings.ContainsAny(file, " \t\"'") {
		return none()
	}
	at.File = file
	at.Row, rest, _ = parse.CutNumber(rest)
	if col, found := strings.CutPrefix(rest, ":"); found && startsWithDigit(col) {
		at.Col, rest, _ = parse.CutNumber(col)
	}
	msg := strings.TrimLeft(rest, ": \t")
	return at, msg, len(msg) < len(rest)
}

// mayNameFile reports whether a line can hold a file's name: a point and letters behind it, or a name such as
// Dockerfile. Most lines of logs can't, and no form needs to be tried.
func mayNameFile(s string) bool {
	for i := strings.IndexByte(s, '.'); i >= 0 && i < len(s); {
		for i++; i < len(s) && parse.Digit(s[i]); i++ {
		}
		if i < len(s) && (s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' || strings.IndexByte(". :)\"]/", s[i]) < 0) {
			return true
		}
		next := strings.IndexByte(s[min(i, len(s)):], '.')
		if next < 0 {
			break
		}
		i += next
	}
	return strings.Contains(s, "file")
}

// isNamedFile reports whether a name without an extension is a file's: "Dockerfile", "Jenkinsfile".
func isNamedFile(base string) bool {
	return len(base) > len("file") && base[0] >= 'A' && base[0] <= 'Z' && strings.HasSuffix(base, "file") &&
		isBareWord(base)
}

func startsWithDigit(s string) bool { return s != "" && parse.Digit(s[0]) }

// cutWorded cuts off a place in words: "a.js: line 3, col 14, Error - ...".
func cutWorded(s string) (at parse.Place, rest string, ok bool) {
	file, rest, _ := strings.Cut(s, ": line ")
	if !startsWithDigit(rest) || !parse.FileLike(file) {
		return none()
	}
	at.File = file
	at.Row, rest, _ = parse.CutNumber(rest)
	if col, found := strings.CutPrefix(rest, ", col "); found && startsWithDigit(col) {
		at.Col, rest, _ = parse.CutNumber(col)
	}
	if !parse.StartsWith(rest, ",", ":") {
		return none()
	}
	return at, strings.TrimLeft(rest[1:], " "), true
}

// cutBracketed cuts off a place in brackets: "[a/b.proto:12:3] ...", "[/a/b.go:12] - ...".
func cutBracketed(s string) (at parse.Place, rest string, ok bool) {
	s, opened := strings.CutPrefix(s, "[")
	if !opened {
		return none()
	}
	place, msg, _ := strings.Cut(s, "]")
	at, left, ok := parse.CutPlace(place)
	if !ok || left != "" || msg == "" {
		return none()
	}
	return at, strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(msg, " :"), "-"), " "), true
}

// cutApart cuts off a place with separate numbers: "a.kt: (3, 14): ...", "a.ts[3, 14]: ...", "a.nim(3, 14) ...".
func cutApart(s string) (at parse.Place, rest string, ok bool) {
	i := strings.IndexAny(s, "([")
	if i <= 0 {
		return none()
	}
	at.File = strings.TrimSuffix(strings.TrimRight(s[:i], " "), ":")
	closing := ")"
	if s[i] == '[' {
		closing = "]"
	}
	numbers, rest, ok := strings.Cut(s[i+1:], closing)
	row, col, two := strings.Cut(numbers, ", ")
	if !ok || !two || !parse.FileLike(at.File) {
		return none()
	}
	at.Row, row, _ = parse.CutNumber(row)
	at.Col, col, _ = parse.CutNumber(col)
	return at, strings.TrimLeft(rest, ": "), at.Row > 0 && row+col == ""
}

// cutAttributes cuts off a place in named values: "warning file=a.scala message=Magic Number line=3 column=14".
func cutAttributes(s string) (at parse.Place, rest string, ok bool) {
	before, rest, _ := strings.Cut(s, "file=")
	file, rest, ok := strings.Cut(rest, " ")
	if !ok || len(before) > len("warning ") || !parse.FileLike(file) {
		return none()
	}
	at.File = file
	words := strings.Fields(rest)
	for len(words) > 1 { // its numbers are at the end
		name, value, _ := strings.Cut(words[len(words)-1], "=")
		n, left, ok := parse.CutNumber(value)
		number := ok && left == ""
		switch {
		case name == "line" && number:
			at.Row = n
		case name == "column" && number:
			at.Col = n
		default:
			return at, before + strings.Join(words, " "), true
		}
		words = words[:len(words)-1]
	}
	return at, before + strings.Join(words, " "), true
}

// cutLineNumber cuts off a place in words at a line's end, or before its message: "... at a.pm line 3.", "... in a.php
// on line 3", "a.pp - ... on line 3", "a.pm: ... at line 3, column 14.", "on a.tf line 3:".
func cutLineNumber(s string) (at parse.Place, rest string, ok bool) {
	i := lastOf(s, " line ")
	if i <= 0 || !startsWithDigit(s[i+len(" line "):]) {
		return none()
	}
	at.Row, rest, _ = parse.CutNumber(s[i+len(" line "):])
	if col, found := strings.CutPrefix(rest, ", column "); found && startsWithDigit(col) {
		at.Col, rest, _ = parse.CutNumber(col)
	}
	rest = strings.TrimLeft(rest, ".:, ")
	before := strings.TrimSuffix(strings.TrimSuffix(s[:i], " on"), " at")
	for _, word := range []string{" at ", " in ", "on "} { // the file follows one of these words
		if j := strings.LastIndex(" "+before, word); j >= 0 && isFile(before[j+len(word)-1:]) {
			at.File = before[j+len(word)-1:]
			return at, strings.TrimSpace(before[:max(j-1, 0)] + " " + rest), true
		}
	}
	for _, sep := range []string{" - ", ": "} { // the file precedes one of these separators
		if file, msg, found := strings.Cut(before, sep); found && isFile(file) {
			at.File = file
			return at, strings.TrimSpace(msg + " " + rest), true
		}
	}
	return none()
}

func isFile(s string) bool { return parse.FileLike(s) && parse.Extended(s) }

// cutAtEnd cuts off a place at a line's end: "error: Missing semicolon (semi) at src/index.js:3:14:".
func cutAtEnd(s string) (at parse.Place, rest string, ok bool) {
	i := lastOf(s, " at ")
	if i <= 0 {
		return none()
	}
	at, rest, ok = parse.CutPlace(s[i+len(" at "):])
	return at, s[:i], ok && rest == "" && at.Col > 0
}

// lastOf returns the last index of word in s, or -1. For a text without the word it is several times as fast as
// strings.LastIndex.
func lastOf(s, word string) int {
	if !strings.Contains(s, word) {
		return -1
	}
	return strings.LastIndex(s, word)
}
