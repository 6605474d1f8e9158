package syntax

import "strings"

// nameOf reads the name of a definition after its keyword, "" if the line defines nothing.
func (c *codeState) nameOf(d definition) string {
	rest := d.rest
	switch {
	case d.kind == Import:
		return importName(d)
	case d.kind == Impl, d.word == "instance":
		return c.implName(rest)
	case isInitializer(d.word):
		return initializerName(d)
	case d.word == "typedef":
		return typedefName(rest)
	case c.lang == "Go" && d.word == "func" && strings.HasPrefix(rest, "("):
		return goMethodName(rest)
	case d.word == "function" && (strings.HasPrefix(rest, "*") || strings.HasPrefix(rest, "&")):
		rest = strings.TrimLeft(rest, "*& ") // a generator, or a function that returns a reference
	case strings.HasPrefix(rest, "<"):
		rest = behindParameters(rest) // fun <T> name
	case isDef(d.word) && c.lang != "Python":
		return c.defName(rest)
	case d.word == "delegate":
		return delegateName(rest)
	case d.kind == Test:
		return unquote(strings.TrimSpace(strings.TrimPrefix(d.line, d.word)))
	}
	if isAlsoName(d.word) && isUsed(d.word, rest) {
		return ""
	}
	name, _ := dotted(rest)
	if c.lang == "Kotlin" && d.word == "fun" {
		name = lastPart(name) // fun String.shout()
	}
	return strings.TrimRight(name, ":.")
}

// importName returns the name of an import: "os" of "import os", "./a" of "import x from './a';", "a.h" of "#include
// <a.h>".
func importName(d definition) string {
	const marks = `<>"' `
	name := strings.Trim(strings.TrimRight(d.rest, ";"), marks)
	if name == "" { // it is a string
		_, behind, _ := strings.Cut(d.line, " ")
		name = strings.Trim(strings.TrimRight(behind, ";"), marks+"()")
	}
	if d.word == "from" {
		name, _, _ = strings.Cut(name, " ")
	}
	if i := strings.Index(d.line, " from "); i >= 0 && d.word == "import" {
		return strings.Trim(d.line[i+len(" from "):], `"'; `)
	}
	if name == "" {
		return d.word
	}
	return name
}

// implName is what follows "impl<T>" up to the body: "Display for Point<T>".
func (c *codeState) implName(rest string) string {
	rest = behindParameters(strings.TrimRight(rest, " {"))
	rest, _, _ = strings.Cut(rest, " where")
	if c.lang == "Swift" || c.lang == "Dart" {
		rest, _ = dotted(rest)
	}
	return rest
}

// behindParameters is what follows "<T>" at the start of a text, if that is there.
func behindParameters(rest string) string {
	if strings.HasPrefix(rest, "<") {
		if i := strings.IndexByte(rest, '>'); i >= 0 {
			return strings.TrimLeft(rest[i+1:], " ")
		}
	}
	return rest
}

// isInitializer reports whether a keyword of Swift is also the name of its definition.
func isInitializer(word string) bool {
	switch word {
	case "init", "init?", "deinit", "subscript":
		return true
	}
	return false
}

// initializerName returns the keyword itself if parameters or a body follow it.
func initializerName(d definition) string {
	if d.rest != "" && strings.IndexByte("({<", d.rest[0]) < 0 {
		return ""
	}
	return strings.TrimSuffix(d.word, "?")
}

// typedefName is the last word of "typedef unsigned long size_t;". Those of functions and of arrays aren't known.
func typedefName(rest string) string {
	if strings.HasSuffix(rest, "{") {
		return ""
	}
	rest = strings.TrimRight(rest, "; ")
	i := strings.LastIndexAny(rest, " *")
	if i < 0 || strings.HasSuffix(rest, ")") {
		return ""
	}
	return rest[i+1:]
}

// goMethodName is "Queue.Push" of "(q *Queue) Push(x int) {".
func goMethodName(rest string) string {
	before, after, ok := strings.Cut(rest[1:], ")")
	name, _ := word(strings.TrimLeft(after, " "))
	if !ok || name == "" {
		return ""
	}
	return receiver(before) + "." + name
}

// isDef reports whether a keyword is def, or Elixir's word for a private def.
func isDef(word string) bool { return word == "def" || word == "defp" }

// defName is what follows def. In Ruby it may be an operator, and in any language a symbol in quotes.
func (c *codeState) defName(rest string) string {
	if name, _ := dotted(rest); name != "" && c.lang != "Ruby" {
		return name
	}
	if i := strings.IndexAny(rest, "( ;"); i >= 0 {
		return rest[:i]
	}
	return rest
}

// delegateName is the last word before the brackets of "delegate int Compare(int a, int b);".
func delegateName(rest string) string {
	rest, _, _ = strings.Cut(rest, "(")
	return rest[strings.LastIndexByte(strings.TrimRight(rest, " "), ' ')+1:]
}

// isAlsoName reports whether a keyword is also a common name for a variable.
func isAlsoName(word string) bool {
	switch word {
	case "interface", "type", "record", "enum", "struct", "class", "object":
		return true
	}
	return false
}

// isUsed reports whether what follows a keyword uses it as a name: "type = 1", "record.save()", "class(x)".
func isUsed(word, rest string) bool {
	if rest != "" && strings.IndexByte("=(.", rest[0]) >= 0 {
		return true
	}
	_, after := dotted(rest)
	return word != "type" && strings.HasPrefix(strings.TrimPrefix(after, " "), "=")
}
