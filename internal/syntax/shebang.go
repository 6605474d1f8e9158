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
