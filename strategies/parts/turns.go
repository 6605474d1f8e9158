package parts

import (
	"cmp"
	"iter"
	"slices"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
)

// partLines are the lines of a part, with their numbers in the whole.
type partLines []strategies.Line

// All implements [Lines].
func (p partLines) All() iter.Seq[strategies.Line] { return slices.Values(p) }

// Count implements [Lines].
func (p partLines) Count() int { return len(p) }

// head is the part's first KiB.
func (p partLines) head() string {
	var b []byte
	for _, l := range p {
		if len(b) > 0 && len(b)+len(l.Text) >= 1<<10 {
			break
		}
		b = append(b, l.Text[:textline.RuneStart(l.Text, min(len(l.Text), 1<<10))]...)
		b = append(b, '\n')
	}
	return string(b)
}

// takeTurns gives each fact of a part its turn: the place that it has among the part's own of its rank. Parts that are
// put together then take turns fact by fact, however many groups one of them has.
func takeTurns(facts []strategies.Fact) {
	type key struct {
		rank  strategies.Rank
		phase int
	}
	type place struct {
		key
		round, at int
	}
	type turn struct {
		key
		group string
	}
	rounds := map[turn]int{}
	order := make([]place, len(facts))
	for i := range facts {
		f := &facts[i]
		k := key{f.Rank, 1}
		switch {
		case f.Lead:
			k.phase = 0
		case f.Second:
			k.phase = 2
		}
		t := turn{k, f.Group}
		order[i] = place{k, int(f.Turn), i}
		if f.Turn == 0 {
			order[i].round = rounds[t]
			rounds[t]++
		}
	}
	slices.SortStableFunc(order, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.phase, b.phase), cmp.Compare(a.round, b.round))
	})
	var last key
	n := int32(0)
	for i, p := range order {
		if i == 0 || p.key != last {
			last, n = p.key, 0
		}
		n++
		facts[p.at].Turn = n
	}
}
