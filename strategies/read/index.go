package read

import (
	"strconv"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/strategies"
)

// A file of at most maxWhole tokens needs no list of names: it passes whole at a thousand. If the lines that name
// symbols would take more than maxNaming tokens, the file's top-level names are listed first, several a line.
const (
	maxWhole     = 1000
	maxNaming    = 800
	indexTokens  = 30 // of one line of the list
	markerTokens = 6
)

// tops marks the lines that name top-level functions and types; they are shown with their range. A symbol is top-level
// if no function or type is around it, or only one that takes most of the file.
func (f *file) tops() {
	if f.ofMany || f.bounded && (f.from < 0 || f.isShort()) {
		return
	}
	inside := make([]bool, len(f.symbols)) // symbols in it are top-level too: modules and the like
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.Parent >= 0 && !inside[s.Parent] {
			continue
		}
		// C's typedef struct t { ... } u names two; a class that is nearly all of its file is as good as the file.
		inside[i] = s.Kind == syntax.Module || s.Kind == syntax.Type || s.Open || f.fillsFile(s)
		declared := s.Kind == syntax.Declaration && (f.lang == "TypeScript" || f.lang == "TSX")
		named := declared || s.Kind.IsFunction() || s.Kind.IsType()
		if named && s.Line < len(f.marks) {
			f.indexed = append(f.indexed, int32(i))
			if f.marks[s.Line].top == 0 {
				f.marks[s.Line].top = int32(i + 1)
			}
		}
	}
}

// fillsFile reports whether a symbol takes most of the file's lines and has a body for other symbols.
func (f *file) fillsFile(s *syntax.Symbol) bool {
	return (s.Kind.IsContainer() || s.Kind.IsFunction()) && 2*(s.Last-s.First+1) > f.lines
}

// index lists the file's top-level functions and types with their lines, "main 12-40, version 42 44". It does so if the
// lines that name them don't fit a page of a thousand tokens, and reports whether it did. The choice depends on the
// file alone, never on the budget.
func (f *file) index(lines strategies.Lines, c *strategies.Collector) bool {
	if len(f.indexed) == 0 {
		return false
	}
	whole, naming, tops := f.costs(lines)
	if whole <= maxWhole {
		for _, i := range f.indexed {
			f.marks[f.symbols[i].Line].top = 0
		}
		return false
	}
	if naming <= maxNaming {
		return false
	}
	if tops <= maxNaming {
		f.lead = true
		return false
	}
	f.listSymbols(c)
	return true
}

// costs returns about how many tokens the whole file takes, and how many its lines that name symbols take, all or the
// top-level ones. The latter include ranges and gaps.
func (f *file) costs(lines strategies.Lines) (whole, naming, tops int) {
	last, lastTop := 0, 0
	for r := range f.rows(lines) {
		if r.i == 0 || r.i >= len(f.marks) {
			continue
		}
		m := &f.marks[r.i]
		n := cost(r.text) + 1
		whole += n
		if m.top > 0 {
			tops += n + markerTokens
			if r.i > lastTop+1 {
				tops += markerTokens
			}
			lastTop = r.i
		}
		if m.rank > strategies.Evidence || m.second {
			continue
		}
		naming += n
		if m.top > 0 {
			naming += markerTokens
		}
		if r.i > last+1 {
			naming += markerTokens
		}
		last = r.i
	}
	return whole, naming, tops
}

// span returns the place of a symbol: the line with its name to its last, "12-40", or "12" for one line or if the last
// isn't known. If the name comes after the body, as in C's typedef, it starts with the symbol's first line.
func (f *file) span(s *syntax.Symbol) string {
	shift := f.above()
	first, last := s.Line+shift, s.Last+shift
	if s.Line == s.Last {
		first = s.First + shift
	}
	if first == last || s.Open {
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "-" + strconv.Itoa(last)
}
