package compound

import (
	"cmp"
	"iter"
	"slices"

	"github.com/toktee/toktee/internal/text/textline"
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

// phase is when a fact comes among those of its rank: those that lead, the others, those that come second.
type phase struct {
	rank  strategies.Rank
	order int
}

// phaseOf is the phase of a fact.
func phaseOf(f *strategies.Fact) phase {
	switch {
	case f.Lead:
		return phase{f.Rank, 0}
	case f.Second:
		return phase{f.Rank, 2}
	}
	return phase{f.Rank, 1}
}

// takeTurns gives each fact of a part its turn: the place that it has among the part's own of its rank. Parts that are
// put together then take turns fact by fact, however many groups one of them has.
func takeTurns(facts []strategies.Fact) {
	type place struct {
		phase
		round, at int
	}
	type group struct {
		phase
		name string
	}
	rounds := map[group]int{}
	order := make([]place, len(facts))
	for i := range facts {
		f := &facts[i]
		g := group{phaseOf(f), f.Group}
		order[i] = place{g.phase, int(f.Turn), i}
		if f.Turn == 0 {
			order[i].round = rounds[g]
			rounds[g]++
		}
	}
	slices.SortStableFunc(order, func(a, b place) int {
		return cmp.Or(
			cmp.Compare(a.rank, b.rank), cmp.Compare(a.phase.order, b.phase.order), cmp.Compare(a.round, b.round),
		)
	})
	n := int32(0)
	for i, p := range order {
		if i > 0 && p.phase != order[i-1].phase {
			n = 0
		}
		n++
		facts[p.at].Turn = n
	}
}
