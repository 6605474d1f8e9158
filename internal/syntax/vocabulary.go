package syntax

import "slices"

// A vocabulary guides the keyword scanner in a language: the words that start definitions, and the forms of strings and
// bodies.
type vocabulary struct {
	langs    []Language
	keywords []keyword

	// modifiers are words that may come before a definition's keyword: "pub", "async". common adds commonModifiers.
	modifiers []string
	common    bool

	// special finds definitions that no keyword starts, such as "NAME = value". t is the line without its indentation,
	// code is t without comments and the contents of strings. It returns "" for the name if it finds none.
	special func(t, code string) (Kind, string)

	longQuotes  []string // the quotes of strings over several lines
	backticks   bool     // `strings over several lines`
	heredocs    bool     // <<END ... END
	apostrophes bool     // a single ' doesn't open a string, as in Rust's lifetimes and in Haskell's names

	cFamily     bool // C and its relatives: a preprocessor, and types before names
	heads       bool // functions without a keyword: name, brackets, body
	dottedTypes bool // types before a function's name may have dots and question marks
	endWords    bool // bodies are closed by words such as end
	flat        bool // brackets at the end of a line open the body, not a list of parameters
}

// A keyword is a word that starts a definition, and the kind of its symbol.
type keyword struct {
	word string
	kind Kind
}

// commonModifiers may come before a definition in most languages with classes.
var commonModifiers = []string{
	"public", "private", "protected", "internal", "static", "final", "abstract", "sealed", "open", "override", "export",
	"default", "async", "virtual", "inline", "extern", "declare", "partial", "readonly", "unsafe",
}

// vocabularyOf returns a language's vocabulary, or nil if there is none.
func vocabularyOf(lang Language) *vocabulary {
	for i := range vocabularies {
		if v := &vocabularies[i]; slices.Contains(v.langs, lang) {
			return v
		}
	}
	return nil
}

// kind returns the kind of a word's definitions.
func (v *vocabulary) kind(word string) (kind Kind, ok bool) {
	for _, k := range v.keywords {
		if k.word == word {
			return k.kind, true
		}
	}
	return "", false
}

// isModifier reports whether a word may come before a definition's keyword.
func (v *vocabulary) isModifier(word string) bool {
	return slices.Contains(v.modifiers, word) || v.common && slices.Contains(commonModifiers, word)
}
