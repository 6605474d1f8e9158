package read

import (
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/strategies"
)

// mark holds the rank of a line of the file, and the reasons for it.
type mark struct {
	rank   strategies.Rank
	second bool  // it comes after the others of its rank
	blank  bool  // it is empty, or only closes a bracket
	fresh  bool  // it has a name that no line before has
	opens  bool  // it opens a symbol or the comment above one
	turn   int32 // its passage's among those that come first, 0 for none
	top    int32 // the top-level symbol that it names, from 1; 0 for none
	owner  int32 // the symbol in whose group it is, from 1; 0 for none
}

// maxMarked is how many lines are ranked one by one; those after them are detail.
const maxMarked = 1 << 20

// In the first openingReach lines of a function's body, the first openingLines lines with a new name come early.
const (
	openingLines = 3
	openingReach = 10
)

// rank sets the rank of each line.
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

// owners gives each line the symbol in whose group it is: the function or method around it, else the type, or the
// section.
func (f *file) owners() {
	for i := range f.symbols {
		s := &f.symbols[i]
		outer := s.Depth == 0 || s.Depth == 1 && isPart(s)
		if !outer || s.Kind == syntax.Import {
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
func isPart(s *syntax.Symbol) bool {
	return s.Kind.IsFunction() || s.Kind.IsContainer() || s.Kind == syntax.Heading || s.Kind == syntax.Test
}

// set raises lines to a rank, unless they have a higher one.
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

// rankCode ranks the lines of code by its symbols.
func (f *file) rankCode(lines strategies.Lines) {
	f.findNew(lines)
	for i := range f.symbols {
		f.rankSymbol(&f.symbols[i])
	}
	for _, l := range f.torn {
		f.set(l, l, strategies.Evidence, false)
		if l < len(f.marks) {
			f.marks[l].opens = true
		}
	}
	for l := 1; l < len(f.marks); l++ { // lines of no symbol: a script's own statements
		if m := &f.marks[l]; m.owner == 0 && !m.blank {
			f.set(l, l, strategies.Context, !m.fresh)
		}
	}
	f.lowerHeader(lines)
}

// rankSymbol ranks the lines of a symbol: its signature, the start of its body, the comment above it, the rest.
func (f *file) rankSymbol(s *syntax.Symbol) {
	k := s.Kind
	switch {
	case k == syntax.Import:
		f.set(s.First, s.Last, strategies.Context, false)
		return
	case k.IsFunction(), k == syntax.Declaration, k == syntax.Test:
		f.set(s.Line, s.Sig, strategies.Evidence, false)
		f.rankOpening(s)
		f.rankBody(s)
	case k.IsContainer() || k.IsType():
		f.set(s.Line, s.Sig, strategies.Evidence, false)
		f.set(s.First, s.Line-1, strategies.Context, false) // a typedef's type comes before its name
		f.rankBody(s)
	default: // constants, variables, macros
		f.set(s.Line, s.Line, strategies.Evidence, true)
		f.set(s.Line, s.Last, strategies.Context, true)
	}
	f.set(s.Doc, s.Line-1, strategies.Context, false)
}

// rankOpening ranks the first lines of a function's body that have a new name.
func (f *file) rankOpening(s *syntax.Symbol) {
	n := 0
	for l := s.Sig + 1; l <= min(s.Last, s.Sig+openingReach, len(f.marks)-1); l++ {
		if n < openingLines && f.marks[l].fresh {
			f.set(l, l, strategies.Evidence, true)
			n++
		}
	}
}

// rankBody ranks the lines of a symbol's body: those with new names before the rest.
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

// maxNames is how many names are distinguished.
const maxNames = 1 << 17

// findNew marks the lines that have a name, such as agentType or exit_code, that no line before has. In a body, such a
// line is worth more than one that repeats known names.
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

// maxHeader is how many lines a licence at the start of a file has at most.
const maxHeader = 60

// lowerHeader ranks a licence at the start of a file as noise.
func (f *file) lowerHeader(lines strategies.Lines) {
	if f.from > 1 {
		return
	}
	last, licence := 0, false
	for r := range f.rows(lines) {
		t := strings.TrimSpace(r.text)
		if r.i == 0 || r.i > maxHeader || !f.mayBeHeader(t) {
			break
		}
		if t == "" && licence {
			break
		}
		licence = licence || namesLicence(strings.ToLower(t))
		last = r.i
	}
	if licence {
		f.lower(1, last, strategies.Noise)
	}
}

// mayBeHeader reports whether a line may come before a file's code: it is blank, a comment, or names the interpreter.
func (f *file) mayBeHeader(t string) bool {
	return t == "" || syntax.IsComment(f.lang, t) || strings.HasPrefix(t, "#!")
}

// namesLicence reports whether a line in lower case is one of a licence.
func namesLicence(low string) bool {
	return strings.Contains(low, "copyright") || strings.Contains(low, "license") || strings.Contains(low, "spdx")
}

// shortConfig is how many lines a configuration has of which all lines are context.
const shortConfig = 80

// rankProse ranks the lines of prose: headings, then the first paragraph of each section, then the rest.
func (f *file) rankProse(lines strategies.Lines) {
	f.findNew(lines)
	for i := range f.symbols {
		f.set(f.symbols[i].Line, f.symbols[i].Sig, strategies.Evidence, false)
	}
	const (
		afterHeading = iota
		inFirst      // in the first paragraph
		afterFirst
	)
	state := afterFirst
	for r := range f.rows(lines) {
		if r.i == 0 || r.i >= len(f.marks) {
			break
		}
		t := strings.TrimSpace(r.text)
		switch {
		case f.marks[r.i].rank == strategies.Evidence:
			state = afterHeading
		case t == "" && state == inFirst:
			state = afterFirst
		case t != "" && state != afterFirst && !strings.HasPrefix(t, "```"):
			state = inFirst
			f.set(r.i, r.i, strategies.Context, false)
		case f.marks[r.i].fresh:
			f.set(r.i, r.i, strategies.Context, true)
		}
		if namesFile(r.text) {
			f.set(r.i, r.i, strategies.Evidence, true)
		}
	}
}

// rankConfig ranks the lines of configuration: keys by their depth, then lines with new names.
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
