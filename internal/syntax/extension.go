package syntax

import (
	"bytes"
	"slices"
	"strings"
)

// choose decides between the languages that share an extension, passed as "A|B|C" with the most common first.
func choose(ext, langs string, head []byte) Language {
	list := strings.Split(langs, "|")
	has := func(l Language) bool { return slices.Contains(list, string(l)) }
	text := bytes.TrimLeft(head, "\ufeff \t\r\n")
	switch {
	case has("XML") && isXML(text):
		return "XML"
	case ext == ".plist" && len(text) > 0 && text[0] != '<':
		return "OpenStep Property List"
	}
	if l := marked(ext, head); l != "" {
		return l
	}
	if list[0] == "Roff" {
		return chooseRoff(head)
	}
	if l := shebang(head); l != "" && has(l) {
		return l
	}
	return Language(list[0])
}

// isXML reports whether a text starts as XML documents do.
func isXML(text []byte) bool {
	return bytes.HasPrefix(text, []byte("<?xml")) || bytes.HasPrefix(text, []byte("<!DOCTYPE "))
}

// marked is the language of the first line with a mark, or "".
func marked(ext string, head []byte) Language {
	marks := marksOf(ext)
	if len(marks) == 0 {
		return ""
	}
	for line := range bytes.Lines(head) {
		s := strings.TrimRight(string(line), "\r\n")
		for i := range marks {
			if m := &marks[i]; m.found(s) {
				return m.lang
			}
		}
	}
	return ""
}

// chooseRoff distinguishes manual pages from other texts whose names end in a digit.
func chooseRoff(head []byte) Language {
	roff := false
	for line := range bytes.Lines(head) {
		s := string(line)
		switch {
		case startsWithAny(s, manualStarts):
			return "Roff Manpage"
		case len(s) > 3 && isRequest(s):
			roff = true
		}
	}
	if roff || len(head) == 0 {
		return "Roff"
	}
	return "Text"
}

// isRequest reports whether a line starts like a request of roff: ".PP", ".\" a comment".
func isRequest(s string) bool { return s[0] == '.' && (isLetter(s[1]) || s[1] == '\\') }

// manualStarts are the macros that a manual page starts with.
var manualStarts = []string{".TH ", ".Dd ", ".Dt ", "'TH "}
