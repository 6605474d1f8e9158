package syntax

import "strings"

// style is what comments and attributes look like in a language.
type style struct {
	line  []string // what starts a comment up to the end of the line
	attr  []string // what starts an attribute or annotation that stands on its own line
	block bool     // /* ... */
}

func styleOf(lang Language) style {
	switch lang {
	case "Python", "Shell", "Makefile", "Dockerfile", "YAML", "TOML", "Elixir", "R", "Perl", "Nix", "CMake", "Starlark", "PowerShell",
		"fish", "Julia", "GDScript", "Tcl", "Awk":
		return style{line: []string{"#"}, attr: []string{"@"}}
	case "Ruby", "Crystal":
		return style{line: []string{"#"}}
	case "PHP":
		return style{line: []string{"//", "# "}, attr: []string{"#["}, block: true}
	case "Rust":
		return style{line: []string{"//"}, attr: []string{"#[", "#!["}, block: true}
	case "C#":
		return style{line: []string{"//"}, attr: []string{"["}, block: true}
	case "Java", "Kotlin", "Scala", "Groovy", "Swift", "TypeScript", "TSX", "JavaScript", "Dart", "Vue", "Svelte":
		return style{line: []string{"//"}, attr: []string{"@"}, block: true}
	case "SQL", "PLSQL", "PLpgSQL", "TSQL", "Lua", "Haskell", "Elm", "Ada", "VHDL", "PureScript":
		return style{line: []string{"--"}, block: true}
	case "Clojure", "Common Lisp", "Emacs Lisp", "Scheme", "Racket", "INI", "Assembly", "Unix Assembly":
		return style{line: []string{";"}}
	case "Erlang", "TeX", "MATLAB", "Prolog":
		return style{line: []string{"%"}}
	case "HCL", "Terraform":
		return style{line: []string{"#", "//"}, block: true}
	case "OCaml", "F#", "Standard ML", "Pascal":
		return style{line: []string{"//", "(*"}}
	case "Vim Script":
		return style{line: []string{`"`}}
	}
	return style{line: []string{"//"}, block: true}
}

// isComment reports whether a line without its indentation is a comment, or a line of a block comment as they are
// commonly written.
func (st style) isComment(t string) bool {
	for _, p := range st.line {
		if strings.HasPrefix(t, p) && !(p == "#" && strings.HasPrefix(t, "#!")) {
			return true
		}
	}
	return st.block && (strings.HasPrefix(t, "/*") || strings.HasPrefix(t, "* ") || t == "*" || t == "*/" || strings.HasPrefix(t, "*/"))
}

func (st style) isAttribute(t string) bool {
	for _, p := range st.attr {
		if strings.HasPrefix(t, p) && (p != "[" || strings.HasSuffix(t, "]")) {
			return true
		}
	}
	return false
}

// IsComment reports whether a line of a text in the language is nothing but a comment, as far as the line alone tells.
func IsComment(lang Language, line string) bool {
	t := strings.TrimSpace(line)
	return t != "" && styleOf(lang).isComment(t)
}
