package syntax

import (
	"bytes"
	"path"
	"strings"
)

// shebang reads the #! line: "#!/usr/bin/env -S python3.11 -u" is Python.
func shebang(head []byte) Language {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	command, ok := bytes.CutPrefix(line, []byte("#!"))
	if !ok {
		return ""
	}
	program := interpreter(strings.Fields(string(command)))
	langs := lookup(interpreters[:], program)
	if langs == "" {
		langs = lookup(interpreters[:], strings.TrimRight(program, "0123456789.")) // python3.11
	}
	return first(langs)
}

// interpreter is the program that a #! line runs, what env runs included.
func interpreter(words []string) string {
	if len(words) == 0 {
		return ""
	}
	program := path.Base(words[0])
	if program != "env" {
		return program
	}
	for _, w := range words[1:] {
		if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
			return path.Base(w)
		}
	}
	return ""
}

// An editor's mode line must be one of the first lines, and short.
const (
	modeLines   = 5
	maxModeLine = 512
)

// modeline reads what Emacs and Vim users write into the first lines: "-*- mode: C++ -*-", "vim: set ft=ruby:".
func modeline(head []byte) Language {
	for range modeLines {
		line, rest, more := bytes.Cut(head, []byte{'\n'})
		if len(line) < maxModeLine {
			if l := modelineIn(string(line)); l != "" {
				return l
			}
		}
		if !more {
			break
		}
		head = rest
	}
	return ""
}

// modelineIn reads one line.
func modelineIn(line string) Language {
	if _, s, ok := strings.Cut(line, "-*-"); ok {
		return emacsMode(s)
	}
	for _, mark := range [...]string{"vim:", "vi:", "ex:"} {
		i := strings.Index(line, mark)
		if i < 0 || i > 0 && !isBlank(line[i-1]) {
			continue
		}
		if l, ok := vimType(line[i+len(mark):]); ok {
			return l
		}
	}
	return ""
}

// emacsMode reads what follows the first -*-: "C++ -*-" or "mode: ruby; coding: utf-8 -*-".
func emacsMode(s string) Language {
	settings, _, ok := strings.Cut(s, "-*-")
	if !ok {
		return ""
	}
	for part := range strings.SplitSeq(settings, ";") {
		key, value, ok := strings.Cut(part, ":")
		if !ok && !strings.Contains(settings, ";") {
			return byName(part)
		}
		if strings.EqualFold(strings.TrimSpace(key), "mode") {
			return byName(value)
		}
	}
	return ""
}

// vimType reads what follows "vim:": " set ts=4 ft=ruby:".
func vimType(settings string) (l Language, ok bool) {
	words := strings.FieldsFunc(settings, func(r rune) bool { return r == ' ' || r == ':' || r == '\t' })
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			continue
		}
		switch key {
		case "ft", "filetype", "syntax":
			return byName(value), true
		}
	}
	return "", false
}
