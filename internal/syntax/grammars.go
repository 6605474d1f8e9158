//go:build cgo && !notreesitter

package syntax

// grammars are the linked grammars. Each is loaded when it is first needed.
var grammars = map[Language]func() *compiled{
	"Shell":      lazily(shellGrammar),
	"C":          lazily(cGrammar),
	"C++":        lazily(cppGrammar),
	"Go":         lazily(goGrammar),
	"Java":       lazily(javaGrammar),
	"JavaScript": lazily(javascriptGrammar),
	"PHP":        lazily(phpGrammar),
	"Python":     lazily(pythonGrammar),
	"Ruby":       lazily(rubyGrammar),
	"Rust":       lazily(rustGrammar),
	"TSX":        lazily(tsxGrammar),
	"TypeScript": lazily(typescriptGrammar),
}

// hasGrammar reports whether a grammar is linked for the language.
func hasGrammar(lang Language) bool { return grammars[lang] != nil }
