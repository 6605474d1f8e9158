//go:build cgo && !notreesitter

package syntax

import (
	"github.com/smacker/go-tree-sitter/bash"
	"github.com/smacker/go-tree-sitter/c"
	"github.com/smacker/go-tree-sitter/cpp"
	"github.com/smacker/go-tree-sitter/golang"
	"github.com/smacker/go-tree-sitter/java"
	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/php"
	"github.com/smacker/go-tree-sitter/python"
	"github.com/smacker/go-tree-sitter/ruby"
	"github.com/smacker/go-tree-sitter/rust"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"
)

// grammars are the linked grammars. Each is loaded when it is first needed.
var grammars = map[Language]func() *compiled{
	"Shell":      lazily(bash.GetLanguage, shellGrammar),
	"C":          lazily(c.GetLanguage, cGrammar),
	"C++":        lazily(cpp.GetLanguage, cppGrammar),
	"Go":         lazily(golang.GetLanguage, goGrammar),
	"Java":       lazily(java.GetLanguage, javaGrammar),
	"JavaScript": lazily(javascript.GetLanguage, javascriptGrammar),
	"PHP":        lazily(php.GetLanguage, phpGrammar),
	"Python":     lazily(python.GetLanguage, pythonGrammar),
	"Ruby":       lazily(ruby.GetLanguage, rubyGrammar),
	"Rust":       lazily(rust.GetLanguage, rustGrammar),
	"TSX":        lazily(tsx.GetLanguage, typescriptGrammar),
	"TypeScript": lazily(typescript.GetLanguage, typescriptGrammar),
}

// HasGrammars says whether files are outlined by grammars. They need cgo; without it, keywords and indentation serve.
const HasGrammars = true

// hasGrammar reports whether a grammar is linked for the language.
func hasGrammar(lang Language) bool { return grammars[lang] != nil }
