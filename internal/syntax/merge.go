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
	indents := []int{0} // by line
	for line := range strings.Lines(string(src)) {
		s.Line(strings.TrimRight(line, "\r\n"))
		indent, _ := indentOf(line)
		indents = append(indents, indent)
	}
	at := map[int]int{} // by line, the symbol whose signature it belongs to, from 1
	for i := range syms {
		for l := syms[i].First; l <= syms[i].Sig; l++ {
			at[l] = i + 1
		}
	}
	n := len(syms)
	ends := map[int]int{} // by line, where keywords see the end of the function that starts there
	for _, x := range s.Symbols() {
		if x.Kind.IsFunction() {
			ends[x.Line] = x.Last
		}
		if i := at[x.Line]; i > 0 && x.Kind.IsFunction() && syms[i-1].Kind == Declaration && syms[i-1].Name == x.Name {
			syms[i-1].Kind, syms[i-1].Sig, syms[i-1].Last = x.Kind, x.Sig, max(x.Last, syms[i-1].Last) // int f(a) int a; {
			continue
		}
		if (x.Kind.IsFunction() || x.Kind.IsContainer()) && at[x.Line] == 0 && len(syms) < maxSymbols {
			syms = append(syms, x)
		}
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
	nest(syms, added, indents, ends)
	return syms
}

// nest sets parents and depths anew. A function that seems to reach over another function, or over what was added, and that
// is indented as far or further, has swallowed it, and is cut back to where keywords see its end, if they do.
func nest(syms []Symbol, added map[int]bool, indents []int, ends map[int]int) {
	var stack []int
	for i := range syms {
		s := &syms[i]
		for len(stack) > 0 {
			top := &syms[stack[len(stack)-1]]
			swallowed := top.Last >= s.First && (added[s.Line] || s.Kind.IsFunction()) && !top.Kind.IsContainer() && s.First > top.First && indents[s.Line] <= indents[top.Line]
			if top.Last >= s.First && !swallowed {
				break
			}
			if swallowed {
				top.Last = min(top.Last, max(top.Sig, s.First-1))
				if end := ends[top.Line]; end >= top.Sig {
					top.Last = min(top.Last, end)
				}
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
