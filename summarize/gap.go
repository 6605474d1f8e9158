package summarize

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toktee/toktee/strategies"
)

// fillTokens is the largest cost of a gap whose lines are shown instead of a marker, which costs as much. It is a
// constant, so that a gap that is shown at one budget is shown at every larger one.
const fillTokens = 5

// Above fillFrom tokens, a gap of at most tinyLines is shown if it costs at most tinyTokens: a reader can't know that
// it holds nothing. docs/decisions/011-tiny-gaps-are-shown.md has the measurements.
const (
	fillFrom   = 250
	tinyLines  = 2
	tinyTokens = 60
)

// fills reports whether pages show tiny gaps. A page of the critical lines alone has no more than these.
func (b bounds) fills() bool { return b.budget > fillFrom && b.lowest > strategies.Critical }

// start and end return the item numbers that represent the page's start and end, as neighbours of a gap.
func (f *fitter) start() int32 { return int32(len(f.items)) }
func (f *fitter) end() int32   { return int32(len(f.items)) + 1 }

// sums are running totals over items. The cost of a gap is a difference of two of them, without a loop over its items.
type sums struct {
	lines, tokens, count int
	blocks               int32 // items that can't be in a gap that is shown: folds, parts of lines and hidden ones
	dropped              int32 // items left out by a user's rule
	kinds                int32 // changes of kind from the item before
	diagnoses            int32 // rows of a list of diagnostics
	regroup              int32 // changes of group from the item before
	removed, added       int32 // lines that a diff removes and adds
}

// runningSums returns the sums over items[:i] for each i.
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
		if it.rank == strategies.Dropped {
			s.dropped++
		}
		if i > 0 && items[i-1].kind != it.kind {
			s.kinds++
		}
		if it.kind.Diagnoses() {
			s.diagnoses++
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

// joint returns the additional tokens of an item that is printed below another. Punctuation, a line feed and a slash
// merge into one token, so a path that opens with the slash is split differently.
func joint(above, it *item) int {
	if it.mayPrint(startsWithSlash) && above.mayPrint(endsOpen) {
		return 1
	}
	return 0
}

// mayPrint reports whether is holds for an item's text or for one of its forms.
func (it *item) mayPrint(is func(string) bool) bool {
	return is(it.text) || slices.ContainsFunc(it.forms, is)
}

func startsWithSlash(s string) bool { return strings.HasPrefix(s, "/") }

// endsOpen reports whether a line ends in punctuation.
func endsOpen(s string) bool {
	end, n := utf8.DecodeLastRuneInString(s)
	return n > 0 && !unicode.IsLetter(end) && !unicode.IsNumber(end) && !unicode.IsSpace(end)
}

// isBlock reports whether the item's text isn't exactly its lines, may be shown in part, or may not be shown.
func (it *item) isBlock() bool {
	return !it.whole || it.hidden || it.missing > 0 || len(it.cuts) > 0
}

// A gap describes the part of a page between two shown items that follow each other: filled lines or a marker, and a
// heading.
type gap struct {
	hole
	cost    int  // tokens of the marker or of the filled lines, and of a heading
	filled  int  // lines that are shown because a marker would cost as much
	heading bool // the second item opens a group
	below   bool // the omitted lines belong below that heading
	kind    strategies.Kind
	count   int
	changes                 // those that its marker counts
	cut     hole            // the omitted rows of the table or list on top
	row     strategies.Kind // their kind
	rows    int             // their number
	holding strategies.Holding
}

// changes are lines that a diff removes and adds.
type changes struct{ removed, added int }

// A hole is the range between two items: lines of the text, and other items.
type hole struct {
	from, to int // the lines; to is from-1 if there are none
	lo, hi   int // items[lo:hi]
}

func (h hole) lines() int { return h.to - h.from + 1 }
func (h hole) items() int { return h.hi - h.lo }

// hole returns the range between items a and b, which may be the page's start and end.
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

// gap returns the gap between items a and b, which may be the page's start and end.
func (f *fitter) gap(a, b int32) gap {
	g := gap{hole: f.hole(a, b)}
	isEmptyPage := a == f.start() && b == f.end()
	if f.opensGroup(a, b) {
		g.heading = true
		g.cost = f.heading(f.items[b].group)
	}
	isAll := b == f.end() && g.lines() == f.total
	// At small budgets without a recovery line, the marker of all lines is enough for the rest of a list.
	isStated := isAll && f.row == "" && f.recovery == nil && !f.fills
	if a != f.start() && g.lines() > 0 && !isStated {
		if g.cut = f.cutRows(&g.hole); g.cut.items() > 0 {
			g.row, g.rows = f.rowsOf(g.cut)
			g.cost += f.prices.markers.of(g.row, g.rows)
		}
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
	case isAll && (f.recovery != nil || g.rows > 0 && f.row != ""):
		return g // the recovery line or the marker of the table's rows covers it
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

// jointCost returns the additional tokens of item b if it is printed right below item a.
func (f *fitter) jointCost(a, b int32) int {
	if a == f.start() || b == f.end() {
		return 0
	}
	return joint(&f.items[a], &f.items[b])
}

// countGap sets the kind and number that the marker of the gap between a and b counts.
func (f *fitter) countGap(a, b int32, g *gap) {
	g.kind, g.count = f.nounOf(g.hole)
	if f.cutsChange(a, b, g.hole) {
		s, e := &f.cum[g.lo], &f.cum[g.hi]
		g.changes = changes{int(e.removed - s.removed), int(e.added - s.added)}
		return
	}
	f.addHolding(a, g)
}

// cutsChange reports whether the hole between a and b opens or ends within a change of which a part is shown. Without
// counts in the marker, the change would read as a removal alone if the added lines are in the hole.
func (f *fitter) cutsChange(a, b int32, h hole) bool {
	if h.items() == 0 || !f.isCovered(h) {
		return false
	}
	first, last := &f.items[h.lo], &f.items[h.hi-1]
	opens := a != f.start() && first.kind.Changes() && f.items[a].kind.Changes()
	ends := b != f.end() && last.kind.Changes() && f.items[b].kind.Changes()
	return opens || ends
}

// cutRows removes the rows of the table or the list of diagnostics on top from the start of a hole, and returns them.
func (f *fitter) cutRows(h *hole) hole {
	rows := hole{lo: h.lo, hi: min(h.hi, f.tableEnd)}
	if rows.lo >= rows.hi {
		return hole{}
	}
	h.lo = rows.hi
	return rows
}

// rowsOf returns the kind and number for the marker of rows on top.
func (f *fitter) rowsOf(rows hole) (strategies.Kind, int) {
	if f.row != "" {
		return f.row, f.countIn(rows)
	}
	return f.parts(rows)
}

// addHolding adds the items and groups in the lines of the gap after item a, unless the marker counts them already. It
// adds groups only if the lines would otherwise seem to belong to the heading above.
func (f *fitter) addHolding(a int32, g *gap) {
	if f.contents == nil || g.lines() == f.total {
		return // the verdict counts the items of all lines
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

// more returns the parts of a gap's marker after the number of lines: ", 9 matches", " in 3 files".
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

// canFill reports whether the lines of a hole after a are shown instead of a marker. They are if items have all of the
// lines, and cost no more than the marker or are few.
func (f *fitter) canFill(a int32, h hole) bool {
	s, e := &f.cum[h.lo], &f.cum[h.hi]
	most := fillTokens
	if f.fills && h.lines() <= tinyLines && e.dropped == s.dropped {
		most = tinyTokens
	}
	return f.isCovered(h) && e.blocks == s.blocks && e.tokens-s.tokens <= most && f.isUnderHeadingOf(a, h)
}

// isUnderHeadingOf reports whether the lines of a hole may be shown after a without another heading.
func (f *fitter) isUnderHeadingOf(a int32, h hole) bool {
	return !f.isHeaded || a != f.start() && f.cum[h.hi].regroup == f.cum[a+1].regroup
}

// isCovered reports whether the items of a hole represent all of its lines.
func (f *fitter) isCovered(h hole) bool { return f.cum[h.hi].lines-f.cum[h.lo].lines == h.lines() }

// tokensIn returns the tokens of the items of a hole.
func (f *fitter) tokensIn(h hole) int { return f.cum[h.hi].tokens - f.cum[h.lo].tokens }

// nounOf returns the kind and number for the marker of a hole: its items if they cover it and are of one kind, else its
// lines.
func (f *fitter) nounOf(h hole) (strategies.Kind, int) {
	if h.items() == 0 || f.items[h.lo].kind == strategies.KindLine || !f.isCovered(h) || !f.isOneKind(h) {
		return strategies.KindLine, h.lines()
	}
	if n := f.countIn(h); n > 0 {
		return f.items[h.lo].kind, n
	}
	return strategies.KindLine, h.lines()
}

// parts returns the common kind of the items of a hole without lines, and their number.
func (f *fitter) parts(h hole) (strategies.Kind, int) {
	switch {
	case f.isOneKind(h):
		return f.items[h.lo].kind, f.countIn(h)
	case int(f.cum[h.hi].diagnoses-f.cum[h.lo].diagnoses) == h.items():
		return strategies.KindDiagnostic, f.countIn(h)
	}
	return strategies.KindPart, f.countIn(h)
}

// isOneKind reports whether all items of a hole, which has some, are of one kind.
func (f *fitter) isOneKind(h hole) bool { return f.cum[h.hi].kinds == f.cum[h.lo+1].kinds }

// countIn returns the sum of the items' counts.
func (f *fitter) countIn(h hole) int { return f.cum[h.hi].count - f.cum[h.lo].count }
