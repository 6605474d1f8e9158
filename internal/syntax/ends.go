package syntax

import "strings"

// end ends a symbol. Braces must agree with the indentation that ended it, and in a language whose bodies end with a
// word, so must that word. If they don't, the symbol is open. All lines up to the text's end belong to a symbol that is
// open there; otherwise only the signature is known to.
func (s *Scanner) end(sym *Symbol, o open, last int) {
	c := &s.code
	isClosed := last == s.n && !s.atEnd // by the current line
	if !c.style.block && !isClosed {
		last = max(last, o.aside) // a comment in its body
	}
	sym.Last = max(last, sym.Sig)
	needsMore := c.isOdd
	if v := c.words; v != nil && (v.endWords || v.heads) && sym.Last > sym.Sig {
		needsMore = sym.Kind.IsFunction() || sym.Kind.IsContainer()
	}
	if sym.Open = s.depth != o.depth || needsMore && !isClosed; sym.Open && !s.atEnd {
		sym.Last = sym.Sig
	}
}

// unknown is a number of open braces that no symbol ends with.
const unknown = -1 << 30

// agree opens the symbols of a grammar that found mistakes, unless braces and indentation end them on the same line.
func agree(syms, byKeywords []Symbol) {
	known := map[int]*Symbol{} // by line
	for i := range byKeywords {
		known[byKeywords[i].Line] = &byKeywords[i]
	}
	for i := range syms {
		s := &syms[i]
		k := known[s.Line]
		switch {
		case k != nil && k.Open:
			s.Open, s.Last = true, max(k.Last, s.Sig)
		case k != nil && k.Last == s.Last, k == nil && s.Last == s.Sig && isValue(s.Kind):
		default:
			s.Open, s.Last = true, s.Sig
		}
	}
}

// openLast opens the symbols that end where a text is cut, unless the text's last line closes them. Comments after them
// may be theirs.
func openLast(syms []Symbol, lang Language, src []byte) {
	lines := strings.Split(string(src), "\n")
	for n := len(lines); n > 0; n-- {
		t := strings.TrimSpace(lines[n-1])
		switch {
		case strings.HasSuffix(t, "}") || strings.HasSuffix(t, ";"), t == "end":
			if lang != "Python" {
				return
			}
		case t == "" || IsComment(lang, t):
			continue
		}
		for i := range syms {
			syms[i].Open = syms[i].Open || syms[i].Last >= n
		}
		return
	}
}

// isWhole reports whether a text ends as files do. One that doesn't may be cut.
func isWhole(src []byte) bool { return len(src) == 0 || src[len(src)-1] == '\n' }

// braces returns how many braces a line of code leaves open.
func braces(code string) int { return strings.Count(code, "{") - strings.Count(code, "}") }
