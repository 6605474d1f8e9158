//go:build cgo && !notreesitter

package syntax

// languages are the languages with a grammar. Each is loaded when it is first needed.
var languages = map[Language]func() *compiled{
	"Shell":      lazily("bash", shellGrammar),
	"C":          lazily("c", cGrammar),
	"C++":        lazily("cpp", cppGrammar),
	"Go":         lazily("golang", goGrammar),
	"Java":       lazily("java", javaGrammar),
	"JavaScript": lazily("javascript", javascriptGrammar),
	"PHP":        lazily("php", phpGrammar),
	"Python":     lazily("python", pythonGrammar),
	"Ruby":       lazily("ruby", rubyGrammar),
	"Rust":       lazily("rust", rustGrammar),
	"TSX":        lazily("tsx", typescriptGrammar),
	"TypeScript": lazily("typescript", typescriptGrammar),
}

// HasGrammars reports whether files are outlined by grammars. They need cgo; without it, keywords and indentation
// serve.
const HasGrammars = true

// hasGrammar reports whether a grammar is linked for the language.
func hasGrammar(lang Language) bool { return languages[lang] != nil }
