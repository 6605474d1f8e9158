package syntax

import (
	"strings"
	"unicode/utf8"
)

// clip cuts a name that is too long to be one.
func clip(s string) string {
	if len(s) <= maxNameBytes {
		return s
	}
	cut := maxNameBytes
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// maxNameBytes is the longest name of a symbol.
const maxNameBytes = 120

// unquote takes the quotes off a string literal.
func unquote(s string) string { return strings.Trim(s, "\"'`") }

// lastPart is what stands behind the last dot.
func lastPart(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// receiver is the type's name in a Go receiver such as "(q *Queue[T])".
func receiver(s string) string {
	s = strings.Trim(s, "()")
	if i := strings.IndexByte(s, '['); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexAny(s, " *"); i >= 0 {
		s = s[i+1:]
	}
	return s
}

// isGuard reports whether a C macro is one that keeps a header from being read twice: it defines nothing.
func isGuard(name, value string) bool {
	name = strings.TrimRight(name, "_")
	return value == "" && (strings.HasSuffix(name, "_H") || strings.HasSuffix(name, "_HPP") || strings.HasSuffix(name, "_HH") ||
		strings.HasSuffix(name, "_INCLUDED"))
}

// nameOf reads the name of a definition behind its word.
func (c *codeState) nameOf(w string, kind Kind, rest, t string) string {
	switch {
	case kind == Import:
		rest = strings.Trim(strings.TrimRight(rest, ";"), `<>"' `)
		if rest == "" { // the string was stripped
			_, q, _ := strings.Cut(t, " ")
			rest = strings.Trim(strings.TrimRight(q, ";"), `<>"' ()`)
		}
		if w == "from" {
			rest, _, _ = strings.Cut(rest, " ")
		}
		if i := strings.Index(t, " from "); i >= 0 && w == "import" {
			rest = strings.Trim(t[i+6:], `"'; `)
		} else if rest == "" {
			rest = w
		}
		return rest
	case kind == Impl, w == "instance":
		rest = strings.TrimRight(rest, " {")
		if strings.HasPrefix(rest, "<") {
			if i := strings.IndexByte(rest, '>'); i >= 0 {
				rest = strings.TrimLeft(rest[i+1:], " ")
			}
		}
		rest, _, _ = strings.Cut(rest, " where")
		if c.lang == "Swift" || c.lang == "Dart" {
			rest, _ = dotted(rest)
		}
		return rest
	case w == "init" || w == "deinit" || w == "subscript" || w == "init?":
		if rest != "" && rest[0] != '(' && rest[0] != '{' && rest[0] != '<' {
			return ""
		}
		return strings.TrimSuffix(w, "?")
	case w == "typedef":
		if strings.HasSuffix(rest, "{") {
			return ""
		}
		rest = strings.TrimRight(rest, "; ")
		if i := strings.LastIndexAny(rest, " *"); i >= 0 && !strings.HasSuffix(rest, ")") {
			return rest[i+1:]
		}
		return ""
	case c.lang == "Go" && w == "func" && strings.HasPrefix(rest, "("):
		r, after, ok := strings.Cut(rest[1:], ")")
		if !ok {
			return ""
		}
		name, _ := word(strings.TrimLeft(after, " "))
		if name == "" {
			return ""
		}
		return receiver(r) + "." + name
	case w == "function" && strings.HasPrefix(rest, "*"), w == "function" && strings.HasPrefix(rest, "&"):
		rest = strings.TrimLeft(rest, "*& ")
	case strings.HasPrefix(rest, "<"): // fun <T> name
		if i := strings.IndexByte(rest, '>'); i >= 0 {
			rest = strings.TrimLeft(rest[i+1:], " ")
		}
	case (w == "def" || w == "defp") && c.lang != "Python":
		name, _ := dotted(rest)
		if name == "" || c.lang == "Ruby" {
			i := strings.IndexAny(rest, "( ;")
			if i == 0 {
				return ""
			} else if i < 0 {
				i = len(rest)
			}
			name = rest[:i]
		}
		return name
	case w == "delegate":
		rest, _, _ = strings.Cut(rest, "(")
		return rest[strings.LastIndexByte(strings.TrimRight(rest, " "), ' ')+1:]
	case kind == Test:
		return unquote(strings.TrimSpace(strings.TrimPrefix(t, w)))
	}
	name, after := dotted(rest)
	if w == "interface" || w == "type" || w == "record" || w == "enum" || w == "struct" || w == "class" || w == "object" {
		// Words that are also names: type = 1, record.save().
		if after != "" && (after[0] == '=' || strings.HasPrefix(after, " =")) && w != "type" || strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, ".") {
			return ""
		}
	}
	if c.lang == "Kotlin" && w == "fun" {
		name = lastPart(name)
	}
	return strings.TrimRight(name, ":.")
}

// dotted cuts a name that may have parts, as in a.b, A::B and f?.
func dotted(s string) (name, rest string) {
	i := 0
	for i < len(s) && (isWordByte(s[i]) || strings.IndexByte("$.:~\\", s[i]) >= 0) {
		if s[i] == ':' && (i+1 >= len(s) || !isWordByte(s[i+1]) && s[i+1] != ':') {
			break
		}
		i++
	}
	if i < len(s) && (s[i] == '?' || s[i] == '!') {
		i++
	}
	return s[:i], s[i:]
}

// goType is the kind of a Go type by what stands behind its name.
func goType(rest string) Kind {
	switch {
	case strings.Contains(rest, "struct {"), strings.Contains(rest, "struct{"):
		return Struct
	case strings.Contains(rest, "interface {"), strings.Contains(rest, "interface{"):
		return Interface
	}
	return Type
}
