package syntax

import "strings"

// A style is what comments and attributes look like in a language.
type style struct {
	line  []string // what starts a comment up to the end of the line
	attr  []string // what starts an attribute or annotation on a line of its own
	block bool     // /* ... */
}

// The styles of several languages. They are variables so that none is built for each line that is asked about.
var (
	slashStyle     = style{line: []string{"//"}, block: true}
	annotatedStyle = style{line: []string{"//"}, attr: []string{"@"}, block: true}
	hashStyle      = style{line: []string{"#"}}
	decoratedStyle = style{line: []string{"#"}, attr: []string{"@"}}
	dashStyle      = style{line: []string{"--"}, block: true}
	semicolonStyle = style{line: []string{";"}}
	percentStyle   = style{line: []string{"%"}}
	mlStyle        = style{line: []string{"//", "(*"}}
	hclStyle       = style{line: []string{"#", "//"}, block: true}
	phpStyle       = style{line: []string{"//", "# "}, attr: []string{"#["}, block: true}
	rustStyle      = style{line: []string{"//"}, attr: []string{"#[", "#!["}, block: true}
	csharpStyle    = style{line: []string{"//"}, attr: []string{"["}, block: true}
	vimStyle       = style{line: []string{`"`}}
)

// blockStarts is how lines of a /* ... */ comment start.
var blockStarts = []string{"/*", "* ", "*/"}

// styleOf is the style of a language. What isn't known is taken for a relative of C.
func styleOf(lang Language) style {
	switch lang {
	case "Python", "Shell", "Makefile", "Dockerfile", "YAML", "TOML", "Elixir", "R", "Perl", "Nix", "CMake", "Starlark",
		"PowerShell", "fish", "Julia", "GDScript", "Tcl", "Awk":
		return decoratedStyle
	case "Ruby", "Crystal":
		return hashStyle
	case "PHP":
		return phpStyle
	case "Rust":
		return rustStyle
	case "C#":
		return csharpStyle
	case "Java", "Kotlin", "Scala", "Groovy", "Swift", "TypeScript", "TSX", "JavaScript", "Dart", "Vue", "Svelte":
		return annotatedStyle
	case "SQL", "PLSQL", "PLpgSQL", "TSQL", "Lua", "Haskell", "Elm", "Ada", "VHDL", "PureScript":
		return dashStyle
	case "Clojure", "Common Lisp", "Emacs Lisp", "Scheme", "Racket", "INI", "Assembly", "Unix Assembly":
		return semicolonStyle
	case "Erlang", "TeX", "MATLAB", "Prolog":
		return percentStyle
	case "HCL", "Terraform":
		return hclStyle
	case "OCaml", "F#", "Standard ML", "Pascal":
		return mlStyle
	case "Vim Script":
		return vimStyle
	}
	return slashStyle
}

// isComment reports whether a line without its indentation is a comment, or a line of a block comment as they are
// commonly written.
func (st style) isComment(t string) bool {
	for _, p := range st.line {
		if strings.HasPrefix(t, p) && !(p == "#" && strings.HasPrefix(t, "#!")) {
			return true
		}
	}
	return st.block && (t == "*" || startsWithAny(t, blockStarts))
}

// isAttribute reports whether a line without its indentation starts like an attribute.
func (st style) isAttribute(t string) bool {
	for _, p := range st.attr {
		if strings.HasPrefix(t, p) && (p != "[" || strings.HasSuffix(t, "]")) {
			return true
		}
	}
	return false
}

// IsComment reports whether a line of a text in the language is nothing but a comment, as far as the line alone shows.
func IsComment(lang Language, line string) bool {
	t := strings.TrimSpace(line)
	return t != "" && styleOf(lang).isComment(t)
}
