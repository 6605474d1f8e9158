package syntax

import (
	"slices"
	"strings"
)

// complete corrects the outline of a text that its grammar doesn't fully understand: unusual macros, branches of the
// preprocessor with brackets of their own, newer syntax, a part of a file. Grammars recover by taking such code for
// something else, often swallowing the functions after it. So the definitions that keywords and indentation find are
// added, and symbols whose end they don't confirm are open.
func complete(syms []Symbol, lang Language, src []byte) []Symbol {
	s := NewScanner(lang)
	m := merger{indents: []int{0}, added: map[int]bool{}, ends: map[int]int{}}
	for line := range strings.Lines(string(src)) {
		s.Line(strings.TrimRight(line, "\r\n"))
		indent, _ := indentOf(line)
		m.indents = append(m.indents, indent)
	}
	byKeywords := s.Symbols(!isWhole(src))
	switch lang {
	case "JavaScript", "TypeScript", "TSX": // nested callbacks are beyond indentation, and their grammars recover well
	default:
		syms = m.add(syms, byKeywords)
		slices.SortStableFunc(syms, func(a, b Symbol) int {
			if a.First != b.First {
				return a.First - b.First
			}
			return b.Last - a.Last
		})
		m.nest(syms)
	}
	agree(syms, byKeywords)
	return syms
}

// A merger joins two outlines of a text, one by a grammar and one by keywords.
type merger struct {
	indents []int        // indentation by line; that of line 0 isn't used
	ends    map[int]int  // the end of the function on that line, by keywords
	added   map[int]bool // lines of symbols that only keywords found
}

// add appends to a grammar's symbols the functions and types that only keywords found, those on lines that belong to no
// signature. A declaration that keywords take for a function, as old C's "int f(a) int a; {" is, becomes one.
func (m *merger) add(syms, byKeywords []Symbol) []Symbol {
	at := map[int]int{} // by line, the symbol whose signature it belongs to, counted from 1
	for i := range syms {
		for l := syms[i].First; l <= syms[i].Sig; l++ {
			at[l] = i + 1
		}
	}
	for _, x := range byKeywords {
		isFunc := x.Kind.IsFunction()
		if isFunc {
			m.ends[x.Line] = x.Last
		}
		if i := at[x.Line]; i > 0 {
			if s := &syms[i-1]; isFunc && s.Kind == Declaration && s.Name == x.Name {
				s.Kind, s.Sig, s.Last = x.Kind, x.Sig, max(x.Last, s.Last)
			}
			continue
		}
		if (isFunc || x.Kind.IsContainer()) && len(syms) < maxSymbols {
			syms = append(syms, x)
			m.added[x.Line] = true
		}
	}
	return syms
}

// nest sets parents and depths anew, in symbols sorted by their first lines, and cuts back those that swallowed others.
func (m *merger) nest(syms []Symbol) {
	var around []int // the symbols that may lie around the next one, the innermost last
	for i := range syms {
		s := &syms[i]
		for len(around) > 0 {
			inner := &syms[around[len(around)-1]]
			if m.swallowed(inner, s) {
				m.cutBack(inner, s)
			} else if inner.Last >= s.First {
				break
			}
			around = around[:len(around)-1]
		}
		s.Parent, s.Depth = -1, 0
		if len(around) > 0 {
			s.Parent = around[len(around)-1]
			p := &syms[s.Parent]
			s.Depth = p.Depth + 1
			s.Last = min(s.Last, max(p.Last, s.Sig))
		}
		around = append(around, i)
	}
}

// swallowed reports whether a symbol that starts before another seems to reach over it by mistake: over a function,
// or what only keywords found, that isn't indented further.
func (m *merger) swallowed(before, s *Symbol) bool {
	if before.Last < s.First || before.First >= s.First || before.Kind.IsContainer() {
		return false
	}
	return (s.Kind.IsFunction() || m.added[s.Line]) && m.indents[s.Line] <= m.indents[before.Line]
}

// cutBack ends a symbol before the one that it swallowed, or at the end that keywords find, if that comes sooner.
func (m *merger) cutBack(before, s *Symbol) {
	before.Last = min(before.Last, max(before.Sig, s.First-1))
	if end := m.ends[before.Line]; end >= before.Sig {
		before.Last = min(before.Last, end)
	}
}
