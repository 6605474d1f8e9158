package search

import (
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/syntax"
)

const (
	maxDefined = 3    // definitions that come before all uses
	maxAsked   = 3000 // matches that are looked at for a definition
)

// definitions are the matches that define the searched name: of the uses of RoundTripper, the line "type RoundTripper
// interface {".
type definitions struct {
	exact []definition // of the very word that matches
	part  []definition // of a longer name that starts with it
	asked int
}

// definition is a line of the output.
type definition struct {
	line int
	file string
}

// add looks at line n of the output, and at the part of it that matches.
func (d *definitions) add(n int, l parsed, matched string) {
	d.asked++
	word := lastWord(matched)
	if word == "" {
		return
	}
	lang := syntax.Detect(l.file, nil)
	if lang == "" || syntax.IsProse(lang) || syntax.IsConfig(lang) {
		return
	}
	s := syntax.NewScanner(lang)
	if s == nil {
		return
	}
	s.Line(l.text)
	for _, sym := range s.Symbols(true) {
		if sym.Kind == syntax.Import || sym.Kind == syntax.Impl {
			continue
		}
		name := sym.Name[strings.LastIndexByte(sym.Name, '.')+1:]
		switch found := (definition{n, l.file}); {
		case name == word:
			found.file = strings.Clone(found.file)
			d.exact = append(d.exact, found)
		case strings.HasPrefix(name, word):
			found.file = strings.Clone(found.file)
			d.part = append(d.part, found)
		}
	}
}

// lastWord is the last name in a text: "GetStrategy" of "func GetStrategy(".
func lastWord(s string) string {
	s = strings.TrimRightFunc(s, func(r rune) bool { return !isName(r) })
	return s[strings.LastIndexFunc(s, func(r rune) bool { return !isName(r) })+1:]
}

func isName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// chosen returns the definitions that come first; none if most matches are definitions, as those of "func Test" are.
func (d *definitions) chosen() []definition {
	chosen := d.exact
	if len(chosen) == 0 {
		chosen = d.part
	}
	if len(chosen)*2 > d.asked {
		return nil
	}
	return chosen[:min(len(chosen), maxDefined)]
}
