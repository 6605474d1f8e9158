package syntax

import (
	"context"
	"strings"
)

// MaxParse is the longest text that is parsed with a grammar, in bytes.
const MaxParse = 512 << 10

// maxSymbols bounds an outline; a text with more, such as a table of a million constants, is cut there.
const maxSymbols = 20000

// IsCut reports whether an outline was cut, so that it doesn't describe the whole text.
func IsCut(symbols []Symbol) bool { return len(symbols) >= maxSymbols }

// maxDepth is how deep symbols are looked for inside others.
const maxDepth = 12

// Inspect lists the definitions of a text in the given language. For a text with mistakes, or a part of a file, it
// lists those that it recognises. A text without a line feed at its end counts as cut there. The only error is the
// context's.
func Inspect(ctx context.Context, lang Language, src []byte) (Outlined, error) {
	if err := ctx.Err(); err != nil {
		return Outlined{}, err
	}
	if o, ok := scanFormat(lang, src); ok {
		return o, nil
	}
	how := refused
	if len(src) <= MaxParse && hasGrammar(lang) && plausible(lang, src) {
		var syms []Symbol
		if syms, how = parse(lang, src); how == parsed || how == mended {
			addDocs(syms, lang, src)
			if !isWhole(src) {
				openLast(syms, lang, src)
			}
			return Outlined{Symbols: syms, Means: ByGrammar, Exact: how == parsed}, ctx.Err()
		}
	}
	s := NewScanner(lang)
	if s == nil {
		return Outlined{}, nil
	}
	n := 0
	for line := range strings.Lines(string(src)) {
		if n++; n%linesPerCheck == 0 && ctx.Err() != nil {
			return Outlined{}, ctx.Err()
		}
		s.Line(strings.TrimRight(line, "\r\n"))
	}
	return Outlined{Symbols: s.Symbols(!isWhole(src)), Means: ByKeywords, GaveUp: how == outOfTime}, nil
}

// linesPerCheck is how many lines are scanned between two looks at the context.
const linesPerCheck = 4096

// outcome is how a parse ended.
type outcome uint8

const (
	refused   outcome = iota // the text doesn't look like its language, which the text alone decides
	parsed                   // the symbols are those of its tree
	mended                   // so they are, but there are mistakes in the text
	outOfTime                // the processor time for it was used up, which depends on the machine
)

// addDocs sets each symbol's Doc, the first line of the comments and attributes right above it. Imports have none.
func addDocs(syms []Symbol, lang Language, src []byte) {
	if len(syms) == 0 {
		return
	}
	lines := strings.Split(string(src), "\n")
	st := styleOf(lang)
	before := 0 // the first line of the symbol before
	for i := range syms {
		s := &syms[i]
		s.Doc = s.First
		if s.First <= len(lines) && s.Kind != Import {
			s.Doc = docAbove(lines, s.First, before, st)
			before = s.First
		}
	}
}

// docAbove returns the first of the lines of comments and attributes that end right above a line, line itself if there
// are none. It stays below the line before.
func docAbove(lines []string, line, before int, st style) int {
	doc := line
	inBlock := false
	for l := line - 1; l > before; l-- {
		t := strings.TrimSpace(lines[l-1])
		switch {
		case inBlock:
			inBlock = !strings.HasPrefix(t, "/*") && !strings.HasPrefix(t, "=begin")
		case st.block && strings.HasSuffix(t, "*/"):
			inBlock = !strings.HasPrefix(t, "/*")
		case !st.isComment(t) && !st.isAttribute(t):
			return doc
		}
		doc = l
	}
	if inBlock { // the comment's start belongs to something else
		return line
	}
	return doc
}
