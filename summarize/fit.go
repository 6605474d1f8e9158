package summarize

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// fillTokens is what a gap may cost at most to be shown instead of marked: every marker costs as much. It is a constant,
// so that a gap that is shown at one budget is shown at every larger one.
const fillTokens = 5

// fitter decides what is shown of a digest. It orders all steps once, so that what is shown at a budget is a prefix of
// what is shown at a larger one.
type fitter struct {
	c        *tokens.Counter
	d        *strategies.Digest
	items    []item
	groups   []string
	total    int // lines of the clean text
	status   string
	recovery func(lines int) string

	steps    []step
	verdicts [3]string // those that keep to their size
	costs    markerCosts
	recCost  [20]int // tokens of the recovery line by the digits of its number
	heads    []int   // tokens of the groups' headings, 0 where not counted yet
	cum      []sums  // sums over items[:i]
}

// step is one thing more on the page: an item up to one of its cuts or in full, or a longer verdict.
type step struct {
	item  int32 // -1 for a verdict
	level int32 // the cut, len(cuts) for all of it; which verdict
	rank  strategies.Rank
	phase uint8
	round int32
}

// sums are running totals over items, from which a gap's cost follows without looking at its items.
type sums struct {
	lines, tokens, count int
	blocks               int32 // items that can't stand in a gap that is shown: folds and hidden ones
	kinds                int32 // changes of kind from the item before
	regroup              int32 // changes of group from the item before
}

func newFitter(c *tokens.Counter, d *strategies.Digest, total int, status string, recovery func(int) string) *fitter {
	f := &fitter{c: c, d: d, total: total, status: status, recovery: recovery, costs: markerCosts{c, map[string]int{}}}
	f.items, f.groups = items(d, c)
	f.heads = make([]int, len(f.groups))
	for i, limit := range [3]int{8, 16, 40} {
		if v := d.Verdict[i]; v != "" && c.CountString(v) <= limit && !forged(v) {
			f.verdicts[i] = v
		}
	}
	if recovery != nil {
		n := 1
		for i := range f.recCost {
			if i == 0 {
				continue
			}
			f.recCost[i] = c.CountString(recovery(n))
			if i < 19 {
				n *= 10
			}
		}
	}
	f.cum = make([]sums, len(f.items)+1)
	for i := range f.items {
		it, s := &f.items[i], f.cum[i]
		s.lines += it.last - it.first + 1
		s.tokens += it.tokens
		s.count += it.count
		if !it.whole || it.hidden || it.missing > 0 {
			s.blocks++
		}
		if i > 0 && f.items[i-1].kind != it.kind {
			s.kinds++
		}
		if i > 0 && f.items[i-1].group != it.group {
			s.regroup++
		}
		f.cum[i+1] = s
	}
	f.order()
	return f
}

// order makes the one total order of steps: by rank; what leads first, and what stands for a fact before the rest of it; in turns over the
// groups; then by position. The longer verdicts come once the critical facts are named, and once they are told.
func (f *fitter) order() {
	type turn struct {
		group int32
		rank  strategies.Rank
		phase uint8
	}
	rounds := map[turn]int32{}
	f.steps = make([]step, 0, len(f.items)+len(f.verdicts))
	for i := range f.items {
		it := &f.items[i]
		if it.hidden {
			continue
		}
		for l := 0; l <= len(it.cuts); l++ {
			phase := it.phase
			if l > 1 || l > 0 && phase != phaseLead {
				phase = max(phase, phaseRest)
			}
			if it.turn != 0 {
				f.steps = append(f.steps, step{int32(i), int32(l), it.rank, phase, it.turn})
				continue
			}
			t := turn{it.group, it.rank, phase}
			f.steps = append(f.steps, step{int32(i), int32(l), it.rank, phase, rounds[t]})
			rounds[t]++
		}
	}
	slices.SortStableFunc(f.steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.phase, b.phase), cmp.Compare(a.round, b.round))
	})
	at := func(rank strategies.Rank, phase uint8) int {
		return slices.IndexFunc(f.steps, func(s step) bool { return s.rank > rank || s.rank == rank && s.phase > phase })
	}
	for v := 2; v >= 0; v-- {
		if f.verdicts[v] == "" {
			continue
		}
		i := 0
		switch v {
		case 1:
			i = at(strategies.Critical, phaseNames)
		case 2:
			i = at(strategies.Critical, phaseRest)
		}
		if i < 0 {
			i = len(f.steps)
		}
		f.steps = slices.Insert(f.steps, i, step{item: -1, level: int32(v), rank: strategies.Critical, phase: uint8(v)})
	}
}

// allowed is the number of steps that a lowest rank lets in.
func (f *fitter) allowed(lowest strategies.Rank) int {
	n := slices.IndexFunc(f.steps, func(s step) bool { return s.rank > lowest })
	if n < 0 {
		n = len(f.steps)
	}
	return n
}

// tellsAll reports whether all that is critical fits a budget.
func (f *fitter) tellsAll(budget int) bool {
	n := f.allowed(strategies.Critical)
	return f.choose(n, budget) == n
}

// page is what is shown after some steps: for each item the cut that it is shown at, or -1.
type page struct {
	level   []int32
	verdict int // which, -1 for none
}

func (f *fitter) page(k int) page {
	p := page{level: make([]int32, len(f.items)), verdict: -1}
	for i := range p.level {
		p.level[i] = -1
	}
	for _, s := range f.steps[:k] {
		if s.item < 0 {
			p.verdict = int(s.level)
		} else {
			p.level[s.item] = s.level
		}
	}
	return p
}

// choose returns the largest number of steps, at most limit, whose page costs at most budget tokens. The cost of a page
// is the sum of its lines' tokens, which the exact count of the whole never exceeded in tests; the caller makes sure.
func (f *fitter) choose(limit, budget int) int {
	p := f.page(limit)
	n := len(f.items)
	// prev and next link the shown items, with the ends as n and n+1 in an array of their own.
	prev, next := make([]int32, n+2), make([]int32, n+2)
	start, end := int32(n), int32(n+1)
	cost, omitted := 0, f.total
	if f.status != "" {
		cost += f.c.CountString(f.status + "\n")
	}
	var verdictCost [3]int
	for i, v := range f.verdicts {
		if v != "" {
			verdictCost[i] = f.c.CountString(v + "\n")
		}
	}
	shownCost := func(i int, level int32) (tokens, lines int) {
		it := &f.items[i]
		if int(level) < len(it.cuts) {
			return it.cuts[level].tokens, 0
		}
		if it.whole {
			lines = it.last - it.first + 1
		}
		return it.tokens, lines
	}
	last := start
	for i := range f.items {
		if p.level[i] < 0 {
			continue
		}
		t, l := shownCost(i, p.level[i])
		cost += t
		omitted -= l
		prev[i], next[last] = last, int32(i)
		g := f.gap(last, int32(i))
		cost += g.cost
		omitted -= g.filled
		last = int32(i)
	}
	prev[end], next[last] = last, end
	g := f.gap(last, end)
	cost += g.cost
	omitted -= g.filled
	if p.verdict >= 0 {
		cost += verdictCost[p.verdict]
	}
	for k := limit; ; k-- {
		all := cost
		if omitted > 0 && f.recovery != nil {
			all += f.recCost[digits(omitted)]
		}
		if all <= budget || k == 0 {
			return k
		}
		// Take the last step back.
		s := f.steps[k-1]
		if s.item < 0 {
			cost -= verdictCost[s.level]
			p.verdict = -1
			for v := int(s.level) - 1; v >= 0; v-- {
				if f.verdicts[v] != "" {
					p.verdict = v
					cost += verdictCost[v]
					break
				}
			}
			continue
		}
		i := int(s.item)
		t, l := shownCost(i, s.level)
		cost -= t
		omitted += l
		p.level[i] = s.level - 1
		if s.level > 0 {
			t, l = shownCost(i, s.level-1)
			cost += t
			omitted -= l
			continue
		}
		a, b := prev[i], next[i]
		g1, g2, g := f.gap(a, int32(i)), f.gap(int32(i), b), f.gap(a, b)
		cost += g.cost - g1.cost - g2.cost
		omitted += g1.filled + g2.filled - g.filled
		next[a], prev[b] = b, a
	}
}

// least is what the page after k steps costs at least: the lines that are shown, each at its shortest. A line feed may
// become one token with what stands beside it.
func (f *fitter) least(k int) int {
	n := 0
	for _, s := range f.steps[:k] {
		if s.item < 0 || s.level > 0 {
			continue
		}
		it := &f.items[s.item]
		if len(it.cuts) > 0 {
			n += max(it.cuts[0].tokens-markTokens-1, 0)
		} else {
			n += max(it.tokens-2, 0)
		}
	}
	return n
}

// gap is what stands between two shown items that follow each other.
type gap struct {
	cost    int  // tokens of the marker or of the filled lines, and of a heading
	lines   int  // lines left out between them
	filled  int  // those that are shown after all, because a marker would cost as much
	heading bool // the second item opens a group
	kind    strategies.Kind
	count   int
}

// gap describes what lies between items a and b; len(items) stands for the page's start and len(items)+1 for its end.
func (f *fitter) gap(a, b int32) gap {
	n := int32(len(f.items))
	from, to, lo, hi := 1, f.total, 0, int(n)
	if a < n {
		from, lo = f.items[a].last+1, int(a)+1
	}
	if b < n {
		to, hi = f.items[b].first-1, int(b)
	}
	g := gap{lines: to - from + 1}
	g.heading = f.d.Headed && b < n && (a >= n || f.items[a].group != f.items[b].group) && f.groups[f.items[b].group] != ""
	if g.heading {
		g.cost += f.headingCost(f.items[b].group)
	}
	if g.lines <= 0 {
		if hi > lo && (a < n || b < n) { // parts of a line that several facts tell, or of one that is shown in part
			g.kind, g.count = f.parts(lo, hi)
			g.cost += f.costs.gap(g.kind, g.count)
		}
		return g
	}
	if a >= n && b > n && f.recovery != nil {
		return g // nothing is shown: the recovery line says so
	}
	s, e := f.cum[lo], f.cum[hi]
	covered := e.lines-s.lines == g.lines
	sameGroup := !f.d.Headed || a < n && e.regroup == f.cum[a+1].regroup // lines under the heading of a
	if covered && sameGroup && e.blocks == s.blocks && e.tokens-s.tokens <= fillTokens {
		g.cost += e.tokens - s.tokens
		g.filled = g.lines
		return g
	}
	g.kind, g.count = strategies.KindLine, g.lines
	if covered && hi > lo && f.items[lo].kind != strategies.KindLine && (hi == lo+1 || f.cum[hi].kinds == f.cum[lo+1].kinds) {
		g.kind, g.count = f.items[lo].kind, e.count-s.count
	}
	g.cost += f.costs.gap(g.kind, g.count)
	return g
}

// parts is what items that stand for no line of their own are called together, and how many they are.
func (f *fitter) parts(lo, hi int) (strategies.Kind, int) {
	kind := f.items[lo].kind
	if f.cum[hi].kinds != f.cum[lo+1].kinds {
		kind = strategies.KindPart
	}
	return kind, f.cum[hi].count - f.cum[lo].count
}

func (f *fitter) headingCost(group int32) int {
	if f.heads[group] == 0 {
		f.heads[group] = f.c.CountString(f.groups[group] + "\n")
	}
	return f.heads[group]
}
