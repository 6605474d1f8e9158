package syntax

import (
	"slices"
	"strings"
)

// complete adds to an outline what keywords and indentation find besides, for a text that its grammar doesn't fully
// understand: macros that look like nothing, branches of the preprocessor with brackets of their own, newer syntax, a part
// of a file. Grammars recover by taking such code for something else, often swallowing the functions behind it.
func complete(syms []Symbol, lang Language, src []byte) []Symbol {
	switch lang {
	case "JavaScript", "TypeScript", "TSX":
		return syms // nested callbacks are beyond indentation, and their grammars recover well
	}
	s := NewScanner(lang)
	if s == nil {
		return syms
	}
	for line := range strings.Lines(string(src)) {
		s.Line(strings.TrimRight(line, "\r\n"))
	}
	at := map[int]bool{}
	for i := range syms {
		for l := syms[i].First; l <= syms[i].Sig; l++ {
			at[l] = true
		}
	}
	n := len(syms)
	for _, x := range s.Symbols() {
		if (x.Kind.IsFunction() || x.Kind.IsContainer()) && !at[x.Line] && len(syms) < maxSymbols {
			syms = append(syms, x)
		}
	}
	if len(syms) == n {
		return syms
	}
	added := map[int]bool{}
	for i := n; i < len(syms); i++ {
		added[syms[i].Line] = true
	}
	slices.SortStableFunc(syms, func(a, b Symbol) int {
		if a.First != b.First {
			return a.First - b.First
		}
		return b.Last - a.Last
	})
	nest(syms, added)
	return syms
}

// nest sets parents and depths anew. A function that seems to reach over one that was added has swallowed it, and is cut
// back.
func nest(syms []Symbol, added map[int]bool) {
	var stack []int
	for i := range syms {
		s := &syms[i]
		for len(stack) > 0 {
			top := &syms[stack[len(stack)-1]]
			swallowed := added[s.Line] && !top.Kind.IsContainer()
			if top.Last >= s.First && !swallowed {
				break
			}
			if swallowed {
				top.Last = min(top.Last, max(top.Sig, s.First-1))
			}
			stack = stack[:len(stack)-1]
		}
		s.Parent, s.Depth = -1, 0
		if len(stack) > 0 {
			s.Parent = stack[len(stack)-1]
			p := &syms[s.Parent]
			s.Depth = p.Depth + 1
			s.Last = min(s.Last, max(p.Last, s.Sig))
		}
		stack = append(stack, i)
	}
}
