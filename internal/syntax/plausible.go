package syntax

import (
	"bytes"
	"strings"
)

// plausible reports whether a text looks like its language at all. Grammars take seconds a megabyte to recover from
// text that isn't theirs, such as a log in a file called main.py; this takes about a millisecond a megabyte. It is not
// meant to tell one language from another: a text passes when some line starts with one of the language's words and a
// third of the lines end like code.
func plausible(lang Language, src []byte) bool {
	if len(src) == 0 {
		return true
	}
	if space := bytes.Count(src, []byte{' '}) + bytes.Count(src, []byte{'\t'}) + bytes.Count(src, []byte{'\n'}); 25*space < len(src) {
		return false // random bytes, or minified
	}
	if lang == "PHP" {
		// Outside of its tags, everything is text to the grammar. A part of a file has no tag, and gives nothing.
		return bytes.Contains(src, []byte("<?"))
	}
	kw := guardWords(lang)
	st := styleOf(lang)
	led, shaped, lines, comments, long := 0, 0, 0, 0, 0
	block := false
	for line := range bytes.Lines(src) {
		if len(line) > 1000 {
			long += len(line)
		}
		t := strings.TrimSpace(string(line[:min(len(line), 400)]))
		if t == "" {
			continue
		}
		if block {
			comments++
			block = !strings.Contains(t, "*/")
			continue
		}
		if st.block && strings.HasPrefix(t, "/*") {
			comments++
			block = !strings.Contains(t, "*/")
			continue
		}
		if st.isComment(t) {
			comments++
			continue
		}
		lines++
		for _, p := range st.line {
			if i := strings.Index(t, " "+p); i > 0 {
				t = strings.TrimRight(t[:i], " \t")
			}
		}
		if ledBy(kw, t) {
			led++
		}
		switch t[len(t)-1] {
		case '{', '}', ';', ',', '(', ')', '[', ']', ':', '>', '=', '\\', '|', '&', '+':
			shaped++
		default:
			switch lang {
			case "Shell": // any line could be a command, and its grammar is quick to recover
				shaped++
			case "C", "C++", "C#":
				if t[0] == '#' {
					shaped++
				}
			default:
				if scriptLine(t) || lang == "Go" && len(strings.Fields(t)) <= 3 && t[len(t)-1] != '.' { // a field

					shaped++
				}
			}
		}
	}
	if long > len(src)/2 {
		return false // minified: there are no lines to outline
	}
	if lines == 0 {
		return comments > 0
	}
	return led > 0 && 3*shaped >= lines
}

// scriptLine reports whether a line of a language without semicolons looks like a statement: an assignment, a call
// without brackets, or a word of its own.
func scriptLine(t string) bool {
	if strings.Contains(t, " = ") || strings.Contains(t, " := ") || strings.Contains(t, " == ") || strings.Contains(t, " += ") {
		return true
	}
	switch t {
	case "end", "else", "fi", "done", "esac", "then", "do", "begin", "rescue", "ensure", "pass", "return", "break", "continue", `"""`, "'''", ";;":
		return true
	}
	w, _ := word(t)
	switch w {
	case "return", "import", "from", "def", "class", "module", "if", "unless", "elif", "while", "end", "raise", "yield", "require",
		"include", "attr_reader", "attr_accessor", "local", "export", "echo", "set", "case", "package", "var", "const", "type",
		"require_relative", "private", "func", "defer", "go", "assert", "del":
		return true
	}
	return false
}

// ledBy reports whether a line starts with one of the words, which end with what must follow them.
func ledBy(words []string, t string) bool {
	for _, w := range words {
		if strings.HasPrefix(t, w) {
			return true
		}
	}
	return false
}

// guardWords are beginnings of lines without which nothing worth an outline is written in a language.
func guardWords(lang Language) []string {
	switch lang {
	case "Go":
		return []string{"package ", "func ", "type ", "import ", "const ", "var ", "import("}
	case "Python":
		return []string{"def ", "class ", "import ", "from ", "async def ", "@", "if __name__", "with "}
	case "JavaScript", "TypeScript", "TSX":
		return []string{"function ", "function(", "class ", "import ", "export ", "const ", "let ", "var ", "async ", "module.", "exports.",
			"interface ", "type ", "enum ", "declare ", "namespace ", "abstract ", "describe(", "it(", "test(", "'use strict'", `"use strict"`,
			"public ", "private ", "protected ", "static ", "constructor", "return ", "(function", "!function", ";(function", "get ", "@"}
	case "Rust":
		return []string{"fn ", "pub ", "use ", "mod ", "struct ", "enum ", "impl", "trait ", "unsafe ", "async ", "const ", "static ", "type ",
			"macro_rules!", "#[", "#![", "extern ", "pub("}
	case "Java":
		return []string{"package ", "import ", "public ", "private ", "protected ", "class ", "interface ", "enum ", "abstract ", "final ",
			"static ", "@", "record ", "void ", "sealed "}
	case "C#":
		return []string{"using ", "namespace ", "public ", "private ", "protected ", "internal ", "class ", "static ", "[", "interface ",
			"enum ", "struct ", "abstract ", "sealed ", "record "}
	case "C", "C++":
		return []string{"#include", "#define", "#if", "#pragma", "static ", "struct ", "typedef ", "int ", "void ", "char ", "const ", "extern ",
			"enum ", "union ", "unsigned ", "inline ", "namespace ", "class ", "template", "using ", "bool ", "double ", "float ", "long ",
			"auto ", "public:", "private:", "protected:", "virtual ", "explicit ", "constexpr ", "size_t ", "uint", "return ", "if ("}
	case "Ruby":
		return []string{"def ", "class ", "module ", "require", "include ", "describe ", "RSpec.", "it ", "attr_", "context ", "private", "end",
			"task ", "gem ", "source "}
	case "Shell":
		return []string{"#!", "function ", "if ", "for ", "while ", "export ", "set ", "source ", ". ", "echo ", "local ", "case ", "fi", "done",
			"cd ", "esac", "readonly ", "declare ", "[[ ", "[ ", "then", "return", "exit", "trap ", "shift"}
	}
	return nil
}
