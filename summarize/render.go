package summarize

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// fitted is a text for the model with its account.
type fitted struct {
	text      string
	tokens    int
	shown     [][2]int // lines that are shown, in ranges
	omissions []result.Omission
	steps     int             // that are shown; -1 where nothing was chosen
	lowest    strategies.Rank // what the steps went down to
}

// rangeFrom is how many lines a gap must have for its marker to name them, where there is room.
const rangeFrom = 8

// fit returns the page with the most steps that has at most budget tokens.
func (f *fitter) fit(b bounds) (fitted, bool) {
	for k := f.choose(f.allowed(b.lowest), b.budget); k >= 0; k-- {
		if out := f.render(k, b.budget); out.tokens <= b.budget {
			out.steps, out.lowest = k, b.lowest
			return out, true
		}
	}
	return fitted{}, false
}

// render prints the page after k steps. Where the budget has room left, the largest gaps name their lines.
func (f *fitter) render(k, budget int) fitted {
	pieces, out := f.pieces(f.page(k))
	text := join(pieces)
	out.tokens = f.c.CountString(text)
	var gaps []int
	for i, p := range pieces {
		if p.to-p.from+1 >= rangeFrom {
			gaps = append(gaps, i)
		}
	}
	slices.SortStableFunc(gaps, func(a, b int) int {
		return cmp.Compare(pieces[b].to-pieces[b].from, pieces[a].to-pieces[a].from)
	})
	room := budget - out.tokens
	for i, g := range gaps {
		room -= f.c.CountString(gapRange(pieces[g].from, pieces[g].to))
		if room < 0 {
			gaps = gaps[:i]
			break
		}
	}
	// The sum of the parts is an estimate: take the last half back until the whole fits.
	for ; len(gaps) > 0; gaps = gaps[:len(gaps)/2] {
		named := slices.Clone(pieces)
		for _, g := range gaps {
			named[g].text += gapRange(named[g].from, named[g].to)
		}
		t := join(named)
		if n := f.c.CountString(t); n <= budget {
			text, out.tokens = t, n
			break
		}
	}
	out.text = text
	return out
}

// piece is one printed line or fold; a gap marker knows the lines that it spans.
type piece struct {
	text     string
	from, to int // 0, -1 when it is no marker
}

func join(ps []piece) string {
	n := 0
	for _, p := range ps {
		n += len(p.text) + 16
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

// pieces lays a page out, and accounts for every line of the output as shown or left out.
func (f *fitter) pieces(p page) ([]piece, fitted) {
	var ps []piece
	var out fitted
	say := func(s string) { ps = append(ps, piece{s, 0, -1}) }
	if f.status != "" {
		say(f.status)
	}
	if p.verdict >= 0 {
		say(f.verdicts[p.verdict])
	}
	n := int32(len(f.items))
	last := n
	between := func(a, b int32) {
		g := f.gap(a, b)
		from, lo, hi := 1, 0, int(min(b, n))
		if a < n {
			from, lo = f.items[a].last+1, int(a)+1
		}
		switch {
		case g.filled > 0:
			for i := lo; i < hi; i++ {
				say(f.items[i].text)
				out.show(f.items[i].first, f.items[i].last)
			}
		case g.lines > 0:
			if g.kind != "" {
				ps = append(ps, piece{gapText(g.kind, g.count), from, from + g.lines - 1})
			}
			out.omit(g.kind, from, from+g.lines-1)
		case g.count > 0:
			say(gapText(g.kind, g.count))
			out.omissions = append(out.omissions, result.Omission{Kind: string(g.kind), Count: g.count})
		}
		if g.heading {
			say(f.groups[f.items[b].group])
		}
	}
	for i := range f.items {
		if p.level[i] < 0 {
			continue
		}
		between(last, int32(i))
		it := &f.items[i]
		full := int(p.level[i]) == len(it.cuts)
		if full {
			say(it.printed(len(it.text), it.missing > 0))
		} else {
			say(it.printed(it.cuts[p.level[i]].end, true))
		}
		if full && it.whole {
			out.show(it.first, it.last)
		} else {
			out.omit(it.kind, it.first, it.last)
		}
		last = int32(i)
	}
	between(last, n+1)
	if f.recovery != nil {
		if left := out.left(); left > 0 {
			say(f.recovery(left))
		}
	}
	return ps, out
}

// show notes that lines are shown; lines come in order.
func (o *fitted) show(first, last int) {
	if last < first {
		return
	}
	if n := len(o.shown); n > 0 && o.shown[n-1][1]+1 == first {
		o.shown[n-1][1] = last
		return
	}
	o.shown = append(o.shown, [2]int{first, last})
}

// omit notes that lines are left out, or stand in a fold or a line that is cut.
func (o *fitted) omit(kind strategies.Kind, first, last int) {
	if last >= first {
		o.omissions = append(o.omissions, result.Omission{Kind: string(cmp.Or(kind, strategies.KindLine)), Count: last - first + 1, Lines: [2]int{first, last}})
	}
}

// left is the number of lines that are not shown.
func (o *fitted) left() int {
	n := 0
	for _, m := range o.omissions {
		if m.Lines[0] > 0 {
			n += m.Lines[1] - m.Lines[0] + 1
		}
	}
	return n
}
