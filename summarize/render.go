package summarize

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// rangeFrom is the smallest gap, in lines, whose marker names its lines if that fits.
const rangeFrom = 8

// A piece is one printed line or fold. A gap marker has the lines that it replaces.
type piece struct {
	text     string
	from, to int   // 0, -1 if it isn't a marker
	item     *item // that it shows; nil for a statement
	row      int   // its place among neighbours that have one, 0 for none
}

// lines returns the number of lines that a marker replaces.
func (p piece) lines() int { return p.to - p.from + 1 }

// render prints the page after k steps. If tokens of the budget are left, the recovery line of a file's text and the
// markers of the largest gaps name their lines.
func (f *fitter) render(k, budget int) fitted {
	pieces, out := f.pieces(f.choice(k))
	out.text = join(pieces)
	out.tokens = f.c.CountString(out.text)
	out.sources = sourcesOf(pieces, f.total)
	names := f.names(pieces, &out, budget-out.tokens)
	// The sum of the parts is an estimate: take the last half back until the whole fits.
	for ; len(names) > 0; names = names[:len(names)/2] {
		text := join(withNames(pieces, names))
		if n := f.c.CountString(text); n <= budget {
			out.text, out.tokens = text, n
			break
		}
	}
	return out
}

// A name is the text of a piece with the numbers of the lines that it replaces.
type name struct {
	piece int
	text  string
}

// names returns the texts with line numbers that fit the available tokens, the most useful first.
func (f *fitter) names(pieces []piece, out *fitted, available int) []name {
	var names []name
	if gap := out.largest(f.place); f.readOn != nil && gap[0] > 0 {
		i := len(pieces) - 1 // the recovery line
		text := f.readOn(f.rest(out.left(), gap))
		if more := f.c.CountString(text) - f.c.CountString(pieces[i].text); more <= available {
			names = append(names, name{i, text})
			available -= more
		}
	}
	for _, g := range largestGaps(pieces) {
		from, to, ok := f.place.Of(pieces[g].from, pieces[g].to)
		if !ok {
			continue
		}
		lines := gapRange(from, to)
		if f.ofFiles && pieces[g].lines() < f.total { // some lines are shown
			lines = outputRange(from, to)
		}
		if available -= f.c.CountString(lines); available < 0 {
			break
		}
		names = append(names, name{g, pieces[g].text + lines})
	}
	return names
}

// rest describes the omitted lines of a page: left is their number, gap the first and last line of the largest gap.
func (f *fitter) rest(left int, gap [2]int) Rest {
	from, to, _ := f.place.Of(gap[0], gap[1])
	last := gap[0] + f.next(gap[0], gap[1]-gap[0]+1) - 1
	return Rest{Lines: left, Most: [2]int{from, to}, Next: [2]int{gap[0], last}}
}

// largestGaps returns the markers of at least rangeFrom lines, the largest gap first.
func largestGaps(pieces []piece) []int {
	var gaps []int
	for i, p := range pieces {
		if p.lines() >= rangeFrom {
			gaps = append(gaps, i)
		}
	}
	slices.SortStableFunc(gaps, func(a, b int) int { return cmp.Compare(pieces[b].lines(), pieces[a].lines()) })
	return gaps
}

// withNames returns the pieces with some texts replaced by those with line numbers.
func withNames(pieces []piece, names []name) []piece {
	named := slices.Clone(pieces)
	for _, n := range names {
		named[n.piece].text = n.text
	}
	return named
}

// join returns the text of pieces, one below the other.
func join(ps []piece) string {
	n := 0
	for _, p := range ps {
		n += len(p.text) + 16 // and the line feed; once joined, markers may get their ranges
	}
	var sb strings.Builder
	sb.Grow(n)
	for i, p := range ps {
		if i > 0 {
			sb.WriteByte('\n')
		}
		sb.WriteString(p.text)
	}
	return sb.String()
}

// A layout is an unfinished page: its pieces, and the account of every line of the output as shown or left out.
type layout struct {
	f      *fitter
	pieces []piece
	out    fitted
}

// pieces returns the pieces of a page, and the account of its lines.
func (f *fitter) pieces(c choice) ([]piece, fitted) {
	capacity := 4 // status, verdict, last gap and recovery line
	for _, level := range c.level {
		if level >= 0 {
			capacity += 2 // the item and the gap before it
		}
	}
	l := layout{f: f, pieces: make([]piece, 0, capacity)}
	if f.status != "" {
		l.print(f.status)
	}
	if c.verdict >= 0 {
		l.print(f.verdicts[c.verdict])
	}
	last := f.start()
	for i, level := range c.level {
		if level >= 0 {
			l.between(last, int32(i))
			l.item(&f.items[i], int(level))
			last = int32(i)
		}
	}
	l.between(last, f.end())
	arrange(l.pieces)
	if f.recovery != nil {
		if left := l.out.left(); left > 0 {
			l.print(f.recovery(left))
		}
	}
	return l.pieces, l.out
}

// arrange puts neighbours that have rows into the order of their rows.
func arrange(pieces []piece) {
	for i := 0; i < len(pieces); i++ {
		from := i
		for i < len(pieces) && pieces[i].row > 0 {
			i++
		}
		slices.SortStableFunc(pieces[from:i], func(a, b piece) int { return cmp.Compare(a.row, b.row) })
	}
}

// print adds a statement.
func (l *layout) print(s string) { l.pieces = append(l.pieces, piece{text: s, to: -1}) }

// show adds the text of an item.
func (l *layout) show(s string, it *item) {
	l.pieces = append(l.pieces, piece{text: s, to: -1, item: it, row: it.row})
	if it.isQuoted {
		l.out.quote(it.first)
	}
}

// item prints an item at one of its levels.
func (l *layout) item(it *item, level int) {
	full := level == len(it.cuts)
	if full {
		l.show(it.printed(len(it.text), it.missing > 0), it)
	} else {
		l.show(it.printed(it.cuts[level].end, true), it)
	}
	if full && it.quotes > 0 {
		l.out.showElsewhere(int(it.quotes))
	}
	if full && it.whole {
		l.out.show(it.first, it.last)
	} else {
		kind := it.kind
		if it.first == it.last && l.out.countElsewhere(it.first, it.last) > 0 {
			kind = strategies.KindListed
		}
		l.out.omit(kind, it.first, it.last)
	}
}

// changes records the removed and added lines that a marker counts in addition to all lines.
func (l *layout) changes(g *gap) {
	if g.kind.Changes() {
		return // it counts nothing else
	}
	if g.removed > 0 {
		l.out.omitParts(strategies.KindRemoved, g.removed)
	}
	if g.added > 0 {
		l.out.omitParts(strategies.KindAdded, g.added)
	}
}

// countOthers lets a gap count only the lines that aren't shown elsewhere, if there are any.
func (l *layout) countOthers(g *gap) {
	n := l.out.countElsewhere(g.from, g.to)
	switch {
	case n == 0, g.kind != strategies.KindLine && g.kind != "":
	case n == g.lines():
		g.kind, g.count = strategies.KindListed, n
	default:
		g.kind, g.count = strategies.KindOther, g.lines()-n
	}
}

// rowOfMarker returns the place of a marker that counts omitted rows: that of the first of them. It returns 0 if the
// items have no rows.
func (f *fitter) rowOfMarker(h hole) int {
	row := 0
	for i := h.lo; i < h.hi; i++ {
		if n := f.items[i].row; n > 0 && (row == 0 || n < row) {
			row = n
		}
	}
	return row
}

// between prints the lines between items a and b, which follow each other on the page, or a marker for them.
func (l *layout) between(a, b int32) {
	f := l.f
	g := f.gap(a, b)
	if g.rows > 0 {
		l.print(gapText(g.row, g.rows))
		l.pieces[len(l.pieces)-1].row = f.rowOfMarker(g.cut)
		l.out.omitParts(g.row, g.rows)
	}
	if g.heading && g.below {
		l.print(f.groups[f.items[b].group])
	}
	switch {
	case g.filled > 0:
		for i := g.lo; i < g.hi; i++ {
			l.show(f.items[i].text, &f.items[i])
			l.out.show(f.items[i].first, f.items[i].last)
		}
	case g.lines() > 0:
		isMarked := g.kind != ""
		l.countOthers(&g)
		if isMarked {
			l.pieces = append(l.pieces, piece{text: g.text(), from: g.from, to: g.to})
		}
		l.out.omit(g.kind, g.from, g.to)
		if n := len(l.out.omissions); g.count > 0 {
			l.out.omissions[n-1].Count = g.count // a match of rg --json may take several lines
		}
		l.changes(&g)
		for _, more := range g.more() {
			if more.n > 0 {
				l.out.omitParts(more.kind, more.n)
			}
		}
	case g.count > 0:
		l.print(gapText(g.kind, g.count))
		l.pieces[len(l.pieces)-1].row = f.rowOfMarker(g.hole)
		l.out.omitParts(g.kind, g.count)
	}
	if g.heading && !g.below {
		l.print(f.groups[f.items[b].group])
	}
}
