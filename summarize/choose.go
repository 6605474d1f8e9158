package summarize

// choose returns the largest number of steps, at most limit, whose page costs at most budget tokens. The cost is the
// sum of the lines' tokens. In tests, the exact count of the whole page never exceeded that sum; the caller checks it.
func (f *fitter) choose(limit, budget int) int {
	bill := f.bill(limit)
	k := limit
	for ; k > 0 && bill.total() > budget; k-- {
		bill.takeBack(f.steps[k-1])
	}
	return k
}

// A bill tracks the cost of a page while steps are taken back from it, the last one first. Each takes constant time.
type bill struct {
	f *fitter
	choice
	// prev and next link the shown items. Their two last places are the page's start and end.
	prev, next []int32
	cost       int // without the recovery line
	omitted    int // lines that aren't shown
}

// bill adds up the page after k steps.
func (f *fitter) bill(k int) bill {
	n := len(f.items)
	links := make([]int32, 2*(n+2))
	b := bill{
		f: f, choice: f.choice(k),
		prev: links[:n+2], next: links[n+2:],
		cost: f.prices.status, omitted: f.total,
	}
	last := f.start()
	for i, level := range b.level {
		if level >= 0 {
			b.add(int32(i), level)
			b.link(last, int32(i))
			last = int32(i)
		}
	}
	b.link(last, f.end())
	if b.verdict >= 0 {
		b.cost += f.prices.verdicts[b.verdict]
	}
	return b
}

// total returns the cost of the page with its recovery line, if it needs one.
func (b *bill) total() int {
	if b.omitted > 0 && b.f.recovery != nil {
		return b.cost + b.f.prices.recovery[digits(b.omitted)]
	}
	return b.cost + 1 // the last line lacks its line feed, which may be one token with the end of the line
}

// takeBack takes the last step back.
func (b *bill) takeBack(s step) {
	if s.isVerdict() {
		b.takeVerdictBack(s.level)
		return
	}
	b.remove(s.item, s.level)
	b.level[s.item] = s.level - 1
	if s.level > 0 {
		b.add(s.item, s.level-1)
		return
	}
	before, after := b.prev[s.item], b.next[s.item]
	b.unlink(before, s.item)
	b.unlink(s.item, after)
	b.link(before, after)
}

// takeVerdictBack shows the next shorter verdict, if there is one.
func (b *bill) takeVerdictBack(v int32) {
	b.cost -= b.f.prices.verdicts[v]
	b.verdict = -1
	for shorter := int(v) - 1; shorter >= 0; shorter-- {
		if b.f.verdicts[shorter] != "" {
			b.verdict = shorter
			b.cost += b.f.prices.verdicts[shorter]
			return
		}
	}
}

// add shows an item at one of its levels.
func (b *bill) add(item, level int32) {
	tokens, lines := b.f.items[item].costAt(level)
	b.cost += tokens
	b.omitted -= lines
}

// remove hides an item that is shown at a level.
func (b *bill) remove(item, level int32) {
	tokens, lines := b.f.items[item].costAt(level)
	b.cost -= tokens
	b.omitted += lines
}

// link makes two shown items follow each other, and adds the cost of the gap between them.
func (b *bill) link(before, after int32) {
	b.next[before], b.prev[after] = after, before
	g := b.f.gap(before, after)
	b.cost += g.cost
	b.omitted -= g.filled
}

// unlink takes back the cost of the gap between two items that followed each other.
func (b *bill) unlink(before, after int32) {
	g := b.f.gap(before, after)
	b.cost -= g.cost
	b.omitted += g.filled
}

// costAt returns the tokens of an item at one of its levels, and the number of lines that it then shows.
func (it *item) costAt(level int32) (tokens, lines int) {
	if int(level) < len(it.cuts) {
		return it.cuts[level].tokens, 0
	}
	if it.whole {
		lines = it.last - it.first + 1
	}
	return it.tokens, lines
}
