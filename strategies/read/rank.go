package read

import (
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/strategies"
)

// mark is what matters of one line of the file.
type mark struct {
	rank   strategies.Rank
	second bool
	blank  bool  // nothing stands in it, or only what closes a bracket
	fresh  bool  // a name stands in it that stands nowhere before
	opens  bool  // it opens a symbol or the comment above one
	turn   int32 // its passage's among those that come first, 0 for none
	top    int32 // the top-level symbol that it names, from 1; 0 for none
	owner  int32 // the symbol whose group it stands in, from 1; 0 for none
}

// maxMarked is how many lines are ranked one by one; what is behind them is detail.
const maxMarked = 1 << 20

// A function's body is stood for by its first openingLines lines that bring up a name, of the first openingReach.
const (
	openingLines = 3
	openingReach = 10
)

// rank decides what matters.
func (f *file) rank(in *strategies.Input, lines strategies.Lines) {
	n := min(f.lines, maxMarked)
	f.marks = make([]mark, n+1)
	for i := range f.marks {
		f.marks[i].rank = strategies.Detail
	}
	f.owners()
	switch {
	case syntax.IsProse(f.lang):
		f.rankProse(lines)
	case syntax.IsConfig(f.lang):
		f.rankConfig(lines)
	default:
		f.tops()
		f.rankCode(lines)
	}
	f.rankConflicts(lines)
	w := wantedBy(in.Intent)
	f.rankWanted(w, lines)
	if f.isCode() {
		f.rankPassages(w, lines)
	}
}

// owners gives each line the symbol that it stands with: the function or method that it is in, else the type, or the
// section.
func (f *file) owners() {
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.Depth > 1 || s.Depth == 1 && !f.isPart(s) || s.Kind == syntax.Import {
			continue
		}
		for l := max(s.Doc, 1); l <= s.Last && l < len(f.marks); l++ {
			f.marks[l].owner = int32(i + 1)
		}
		for _, l := range [...]int{s.Doc, s.First, s.Line} {
			if l < len(f.marks) {
				f.marks[l].opens = true
			}
		}
	}
}

// isPart reports whether a symbol inside another forms a group of its own.
func (f *file) isPart(s *syntax.Symbol) bool {
	return s.Kind.IsFunction() || s.Kind.IsContainer() || s.Kind == syntax.Heading || s.Kind == syntax.Test
}

// set ranks lines, where that is higher than what they have.
func (f *file) set(first, last int, r strategies.Rank, second bool) {
	for l := max(first, 1); l <= last && l < len(f.marks); l++ {
		m := &f.marks[l]
		if r < m.rank || r == m.rank && m.second && !second {
			m.rank, m.second = r, second
		}
	}
}

// lower ranks lines down.
func (f *file) lower(first, last int, r strategies.Rank) {
	for l := max(first, 1); l <= last && l < len(f.marks); l++ {
		f.marks[l].rank, f.marks[l].second = r, false
	}
}

func (f *file) rankCode(lines strategies.Lines) {
	f.findNew(lines)
	for i := range f.symbols {
		s := &f.symbols[i]
		k := s.Kind
		switch {
		case k == syntax.Import:
			f.set(s.First, s.Last, strategies.Context, false)
			continue
		case k.IsFunction(), k == syntax.Declaration, k == syntax.Test:
			f.set(s.Line, s.Sig, strategies.Evidence, false)
			for l, n := s.Sig+1, 0; l <= s.Last && l <= s.Sig+openingReach && l < len(f.marks) &&
				n < openingLines; l++ {
				if f.marks[l].fresh {
					f.set(l, l, strategies.Evidence, true)
					n++
				}
			}
			f.rankBody(s)
		case k.IsContainer() || k.IsType():
			f.set(s.Line, s.Sig, strategies.Evidence, false)
			f.set(s.First, s.Line-1, strategies.Context, false) // what a typedef names stands before its name
			f.rankBody(s)
		default: // constants, variables, macros
			f.set(s.Line, s.Line, strategies.Evidence, true)
			f.set(s.Line, s.Last, strategies.Context, true)
		}
		f.set(s.Doc, s.Line-1, strategies.Context, false)
	}
	for _, l := range f.torn {
		f.set(l, l, strategies.Evidence, false)
		if l < len(f.marks) {
			f.marks[l].opens = true
		}
	}
	for l := 1; l < len(f.marks); l++ { // what stands in no symbol: a script's own statements
		if m := &f.marks[l]; m.owner == 0 && !m.blank {
			f.set(l, l, strategies.Context, !m.fresh)
		}
	}
	f.lowerHeader(lines)
}

// rankBody ranks what a symbol holds: what is new in it before the rest.
func (f *file) rankBody(s *syntax.Symbol) {
	for l := s.Sig + 1; l <= s.Last && l < len(f.marks); l++ {
		if m := &f.marks[l]; !m.blank {
			f.set(l, l, strategies.Context, !m.fresh)
		}
	}
}

// closes reports whether a line holds nothing but what ends a block: brackets, or a word for them.
func closes(l string) bool {
	switch t := strings.TrimSpace(l); t {
	case "end", "fi", "done", "esac", "EOF", "});", "})()", "})();":
		return true
	default:
		return len(t) < 3 && !strings.ContainsFunc(t, unicode.IsLetter) && !strings.ContainsFunc(t, unicode.IsDigit)
	}
}

// maxNames is how many names are told apart.
const maxNames = 1 << 17

// findNew marks the lines that bring up a name, such as agentType or exit_code, for the first time. Of two lines of a
// body, the one that does is worth more: the other repeats what is known.
func (f *file) findNew(lines strategies.Lines) {
	seen := map[string]bool{}
	for r := range f.rows(lines) {
		if r.i == 0 || r.i >= len(f.marks) {
			break
		}
		f.marks[r.i].blank = closes(r.text)
		for w := range names(r.text) {
			if len(w) > 4 && !seen[w] && len(seen) < maxNames {
				seen[strings.Clone(w)] = true
				f.marks[r.i].fresh = true
			}
		}
	}
}

// lowerHeader takes a licence at the start of a file for the noise that it is.
func (f *file) lowerHeader(lines strategies.Lines) {
	if f.from > 1 {
		return
	}
	last, licence := 0, false
	for r := range f.rows(lines) {
		t := strings.TrimSpace(r.text)
		if r.i == 0 || r.i > 60 || t == "" && last > 0 && licence ||
			t != "" && !syntax.IsComment(f.lang, t) && !strings.HasPrefix(t, "#!") {
			break
		}
		low := strings.ToLower(t)
		licence = licence || strings.Contains(low, "copyright") || strings.Contains(low, "license") ||
			strings.Contains(low, "spdx")
		last = r.i
	}
	if licence {
		f.lower(1, last, strategies.Noise)
	}
}

// shortConfig is how many lines a configuration has of which all lines are context.
const shortConfig = 80

func (f *file) rankProse(lines strategies.Lines) {
	f.findNew(lines)
	for i := range f.symbols {
		f.set(f.symbols[i].Line, f.symbols[i].Sig, strategies.Evidence, false)
	}
	// The first paragraph of each section.
	state := 2 // 0: behind a heading, 1: in its first paragraph, 2: behind that
	for r := range f.rows(lines) {
		if r.i == 0 || r.i >= len(f.marks) {
			break
		}
		t := strings.TrimSpace(r.text)
		switch {
		case f.marks[r.i].rank == strategies.Evidence:
			state = 0
		case t == "" && state == 1:
			state = 2
		case t != "" && state < 2 && !strings.HasPrefix(t, "```"):
			state = 1
			f.set(r.i, r.i, strategies.Context, false)
		case f.marks[r.i].fresh:
			f.set(r.i, r.i, strategies.Context, true)
		}
		if namesFile(r.text) {
			f.set(r.i, r.i, strategies.Evidence, true)
		}
	}
}

func (f *file) rankConfig(lines strategies.Lines) {
	f.findNew(lines)
	for i := range f.symbols {
		s := &f.symbols[i]
		if s.Depth == 0 {
			f.set(s.Line, s.Line, strategies.Evidence, false)
		} else {
			f.set(s.Line, s.Line, strategies.Context, false)
		}
	}
	for l := 1; l < len(f.marks); l++ {
		if f.lines <= shortConfig || f.marks[l].fresh {
			f.set(l, l, strategies.Context, true)
		}
	}
}
