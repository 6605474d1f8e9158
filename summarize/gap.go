package summarize

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toktee/toktee/strategies"
)

// fillTokens is what a gap may cost at most to be shown instead of marked: every marker costs as much. It is a
// constant, so that a gap that is shown at one budget is shown at every larger one.
const fillTokens = 5

// start and end stand for the page's start and end where a gap's neighbours are named by their items.
func (f *fitter) start() int32 { return int32(len(f.items)) }
func (f *fitter) end() int32   { return int32(len(f.items)) + 1 }

// sums are running totals over items, from which a gap's cost follows without looking at its items.
type sums struct {
	lines, tokens, count int
	blocks               int32 // items that can't be in a gap that is shown: folds, parts of lines and hidden ones
	kinds                int32 // changes of kind from the item before
	regroup              int32 // changes of group from the item before
	removed, added       int32 // lines that a diff removes and adds
}

// runningSums are the sums over items[:i] for each i.
func runningSums(items []item) []sums {
	cum := make([]sums, len(items)+1)
	for i := range items {
		it, s := &items[i], cum[i]
		s.lines += it.last - it.first + 1
		s.tokens += it.tokens
		if i > 0 {
			s.tokens += joint(&items[i-1], it)
		}
		s.count += it.count
		if it.isBlock() {
			s.blocks++
		}
		if i > 0 && items[i-1].kind != it.kind {
			s.kinds++
		}
		switch it.kind {
		case strategies.KindRemoved:
			s.removed++
		case strategies.KindAdded:
			s.added++
		}
		if i > 0 && items[i-1].group != it.group {
			s.regroup++
		}
		cum[i+1] = s
	}
	return cum
}

// joint is what an item costs more below another: the encodings split text after punctuation, line feeds and slashes,
// so a slash below punctuation is taken from the path that it opens.
func joint(above, it *item) int {
	if it.mayPrint(startsWithSlash) && above.mayPrint(endsOpen) {
		return 1
	}
	return 0
}

// mayPrint reports whether an item's text or one of its forms is such a line.
func (it *item) mayPrint(is func(string) bool) bool {
	return is(it.text) || slices.ContainsFunc(it.forms, is)
}

func startsWithSlash(s string) bool { return strings.HasPrefix(s, "/") }

// endsOpen reports whether a line ends in punctuation.
func endsOpen(s string) bool {
	end, n := utf8.DecodeLastRuneInString(s)
	return n > 0 && !unicode.IsLetter(end) && !unicode.IsNumber(end) && !unicode.IsSpace(end)
}

// isBlock reports whether the item's text isn't exactly its lines, or may not be shown.
func (it *item) isBlock() bool { return !it.whole || it.hidden || it.missing > 0 }

// A gap is what is between two shown items that follow each other.
type gap struct {
	hole
	cost    int  // tokens of the marker or of the filled lines, and of a heading
	filled  int  // lines that are shown after all, because a marker would cost as much
	heading bool // the second item opens a group
	below   bool // what is left out belongs below that heading
	kind    strategies.Kind
	count   int
	changes     // those that it says it has
	rows    int // of the table on top that are left out, too
	holding strategies.Holding
}

// changes are lines that a diff removes and adds.
type changes struct{ removed, added int }

// A hole is what lies between two items: lines of the text, and other items.
type hole struct {
	from, to int // the lines; to is from-1 where there are none
	lo, hi   int // items[lo:hi]
}

func (h hole) lines() int { return h.to - h.from + 1 }
func (h hole) items() int { return h.hi - h.lo }

// hole is what lies between items a and b, which may be the page's start and end.
func (f *fitter) hole(a, b int32) hole {
	h := hole{1, f.total, 0, len(f.items)}
	if a != f.start() {
		h.from, h.lo = f.items[a].last+1, int(a)+1
	}
	if b != f.end() {
		h.to, h.hi = f.items[b].first-1, int(b)
	}
	return h
}

// gap describes what is shown between items a and b, which may be the page's start and end.
func (f *fitter) gap(a, b int32) gap {
	g := gap{hole: f.hole(a, b)}
	isEmptyPage := a == f.start() && b == f.end()
	if f.opensGroup(a, b) {
		g.heading = true
		g.cost = f.heading(f.items[b].group)
	}
	if a != f.start() && g.lines() > 0 {
		g.rows = f.cutRows(&g.hole)
		g.cost += f.rowsCost(g.rows)
	}
	switch {
	case g.lines() <= 0:
		if isEmptyPage {
			return g
		}
		if g.items() > 0 {
			g.kind, g.count = f.parts(g.hole) // of a line that several facts show, or of one that is shown in part
		}
		if g.count == 0 {
			g.cost += f.jointCost(a, b)
			return g
		}
	case (f.recovery != nil || g.rows > 0) && b == f.end() && g.lines() == f.total:
		return g // the recovery line says so, or the table, of which rows are left out too
	case f.canFill(a, g.hole):
		g.cost += f.tokensIn(g.hole) + f.jointCost(b-1, b)
		g.filled = g.lines()
		return g
	default:
		f.countGap(a, b, &g)
	}
	g.cost += f.prices.markers.gap(&g) + f.prices.markers.more(g.more())
	return g
}

// jointCost is what item b costs more where it is printed right below item a.
func (f *fitter) jointCost(a, b int32) int {
	if a == f.start() || b == f.end() {
		return 0
	}
	return joint(&f.items[a], &f.items[b])
}

// countGap says what the marker of the gap between a and b counts.
func (f *fitter) countGap(a, b int32, g *gap) {
	g.kind, g.count = f.nounOf(g.hole)
	if f.cutsChange(a, b, g.hole) {
		s, e := &f.cum[g.lo], &f.cum[g.hi]
		g.changes = changes{int(e.removed - s.removed), int(e.added - s.added)}
		return
	}
	f.holds(a, g)
}

// cutsChange reports whether the hole between a and b opens or ends within a change, of which a part is shown: what is
// shown would read as a removal alone where the lines that are added instead are in the hole.
func (f *fitter) cutsChange(a, b int32, h hole) bool {
	if h.items() == 0 || !f.isCovered(h) {
		return false
	}
	first, last := &f.items[h.lo], &f.items[h.hi-1]
	opens := a != f.start() && first.kind.Changes() && f.items[a].kind.Changes()
	ends := b != f.end() && last.kind.Changes() && f.items[b].kind.Changes()
	return opens || ends
}

// cutRows takes the rows of the table on top off the start of a hole, and returns how many they are.
func (f *fitter) cutRows(h *hole) int {
	rows := hole{lo: h.lo, hi: min(h.hi, f.tableEnd)}
	if rows.lo >= rows.hi {
		return 0
	}
	h.lo = rows.hi
	return f.countIn(rows)
}

// rowsCost is what the marker of so many rows costs.
func (f *fitter) rowsCost(rows int) int {
	if rows == 0 {
		return 0
	}
	return f.prices.markers.of(f.row, rows)
}

// holds notes what the lines of a gap behind item a hold, where that isn't what its marker says anyway. Groups are told
// where the lines could be taken for those of the heading above.
func (f *fitter) holds(a int32, g *gap) {
	if f.contents == nil || g.lines() == f.total {
		return // the verdict has said what all lines hold
	}
	h := f.contents(g.from, g.to)
	if h.Items == 0 {
		return
	}
	if h.Items == g.lines() {
		g.kind, g.count = h.Item, h.Items
	}
	g.below = g.heading && h.Below && !h.Above
	if underHeading := int(a) >= f.tableEnd && a != f.start(); !underHeading || h.Above || g.below {
		h.Groups, h.Name = 0, ""
	}
	if g.kind == h.Item {
		h.Items = 0
	}
	g.holding = h
}

// more is what a gap's marker says besides what is left out: ", 9 matches" among its lines, " in 3 files".
func (g *gap) more() [2]part {
	return [2]part{
		{before: ", ", kind: g.holding.Item, n: g.holding.Items},
		{before: " in ", kind: g.holding.Group, n: g.holding.Groups, name: g.holding.Name},
	}
}

// opensGroup reports whether a heading precedes b, which follows a.
func (f *fitter) opensGroup(a, b int32) bool {
	if !f.isHeaded || b == f.end() {
		return false
	}
	group := f.items[b].group
	return (a == f.start() || f.items[a].group != group) && f.groups[group] != ""
}

// canFill reports whether the lines of a hole after a are shown instead of a marker: where they are all there and
// cost no more than it.
func (f *fitter) canFill(a int32, h hole) bool {
	s, e := &f.cum[h.lo], &f.cum[h.hi]
	return f.isCovered(h) && e.blocks == s.blocks && e.tokens-s.tokens <= fillTokens && f.isUnderHeadingOf(a, h)
}

// isUnderHeadingOf reports whether the lines of a hole may be shown after a without another heading.
func (f *fitter) isUnderHeadingOf(a int32, h hole) bool {
	return !f.isHeaded || a != f.start() && f.cum[h.hi].regroup == f.cum[a+1].regroup
}

// isCovered reports whether the items of a hole stand for all of its lines.
func (f *fitter) isCovered(h hole) bool { return f.cum[h.hi].lines-f.cum[h.lo].lines == h.lines() }

// tokensIn is what the items of a hole cost.
func (f *fitter) tokensIn(h hole) int { return f.cum[h.hi].tokens - f.cum[h.lo].tokens }

// nounOf is what the marker of a hole counts: its items where they cover it and are of one kind, else its lines.
func (f *fitter) nounOf(h hole) (strategies.Kind, int) {
	if h.items() == 0 || f.items[h.lo].kind == strategies.KindLine || !f.isCovered(h) || !f.isOneKind(h) {
		return strategies.KindLine, h.lines()
	}
	if n := f.countIn(h); n > 0 {
		return f.items[h.lo].kind, n
	}
	return strategies.KindLine, h.lines()
}

// parts is what the items of a hole without lines are called together, and how many they are.
func (f *fitter) parts(h hole) (strategies.Kind, int) {
	if f.isOneKind(h) {
		return f.items[h.lo].kind, f.countIn(h)
	}
	return strategies.KindPart, f.countIn(h)
}

// isOneKind reports whether all items of a hole, which has some, are of one kind.
func (f *fitter) isOneKind(h hole) bool { return f.cum[h.hi].kinds == f.cum[h.lo+1].kinds }

// countIn is the sum of the items' counts.
func (f *fitter) countIn(h hole) int { return f.cum[h.hi].count - f.cum[h.lo].count }
