package search

import (
	"strings"

	"github.com/toktee/toktee/internal/syntax"
)

const (
	maxDefined = 5    // definitions that come before all uses
	maxAsked   = 3000 // matches that are looked at for a definition
)

// definitions are the matches that define what was searched for: of the uses of RoundTripper, the line
// "type RoundTripper interface {".
type definitions struct {
	exact []definition // of the very word that matches
	part  []definition // of a longer name that it is a part of
	asked int
}

// definition is a line of the output.
type definition struct {
	line int
	file string
}

// add looks at a match, in line n of the output.
func (d *definitions) add(n int, l parsed, word string) {
	if d.asked >= maxAsked || word == "" || strings.ContainsAny(word, " \t(){}") {
		return
	}
	d.asked++
	lang := syntax.Detect(l.file, nil)
	if lang == "" || syntax.IsProse(lang) || syntax.IsConfig(lang) {
		return
	}
	s := syntax.NewScanner(lang)
	if s == nil {
		return
	}
	s.Line(l.text)
	for _, sym := range s.Symbols() {
		if sym.Kind == syntax.Import || sym.Kind == syntax.Impl {
			continue
		}
		name := sym.Name[strings.LastIndexByte(sym.Name, '.')+1:]
		switch found := (definition{n, l.file}); {
		case name == word:
			found.file = strings.Clone(found.file)
			d.exact = append(d.exact, found)
		case strings.Contains(name, word):
			found.file = strings.Clone(found.file)
			d.part = append(d.part, found)
		}
	}
}

// chosen are the definitions that come first; none where most matches are some, as those of "func Test" are.
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
