//go:build !cgo || notreesitter

package syntax

// HasGrammars reports whether files are outlined by grammars. They need cgo; without it, keywords and indentation
// serve.
const HasGrammars = false

// hasGrammar reports whether a grammar is linked for the language: none is, in a build without cgo.
func hasGrammar(Language) bool { return false }

// parse refuses every text, so that keywords and indentation take over.
func parse(Language, []byte) ([]Symbol, outcome) { return nil, refused }
