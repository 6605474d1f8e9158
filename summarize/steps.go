package summarize

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/strategies"
)

// A step is one thing more on the page: an item up to one of its cuts or in full, or a longer verdict.
type step struct {
	item  int32 // -1 for a verdict
	level int32 // the cut, len(cuts) for all of it; which verdict
	rank  strategies.Rank
	phase uint8
	round int32
}

func (s step) isVerdict() bool { return s.item < 0 }

// order makes the one total order of steps: by rank; what leads first, and what names a fact before the rest of it; in
// turns over the groups; then by position. The verdicts are steps too.
func (f *fitter) order() []step {
	steps := f.itemSteps()
	slices.SortStableFunc(steps, func(a, b step) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.phase, b.phase), cmp.Compare(a.round, b.round))
	})
	// The shortest verdict comes first, the longer ones once the critical facts are named, and once they are shown.
	places := [3]func() int{
		func() int {
			if f.leads {
				return firstStep(steps, isPast(strategies.Critical, phaseLead))
			}
			return 0
		},
		func() int { return firstStep(steps, isPast(strategies.Critical, phaseNames)) },
		func() int { return firstStep(steps, isPast(strategies.Critical, phaseRest)) },
	}
	for v := len(f.verdicts) - 1; v >= 0; v-- {
		if f.verdicts[v] != "" {
			s := step{item: -1, level: int32(v), rank: strategies.Critical, phase: uint8(v)}
			steps = slices.Insert(steps, places[v](), s)
		}
	}
	return steps
}

// isPast reports of a step whether it comes after those of a rank's phase.
func isPast(rank strategies.Rank, phase uint8) func(step) bool {
	return func(s step) bool { return s.rank > rank || s.rank == rank && s.phase > phase }
}

// firstStep is the first step of which is holds, or the number of steps.
func firstStep(steps []step, is func(step) bool) int {
	if i := slices.IndexFunc(steps, is); i >= 0 {
		return i
	}
	return len(steps)
}

// itemSteps are the steps of all items in reading order, each with its round: which turn of its group it has.
func (f *fitter) itemSteps() []step {
	type turn struct {
		group int32
		rank  strategies.Rank
		phase uint8
	}
	rounds := map[turn]int32{}
	left := wholeFirst
	steps := make([]step, 0, len(f.items)+len(f.verdicts))
	for i := range f.items {
		it := &f.items[i]
		if it.hidden {
			continue
		}
		whole := left > 0 && it.names()
		if whole {
			left--
		}
		for level := 0; level <= len(it.cuts); level++ {
			s := step{item: int32(i), level: int32(level), rank: it.rank, phase: it.phaseOf(level), round: it.turn}
			if level > 0 {
				s.rank = it.rest
			}
			if whole && level > 0 {
				s.rank = it.rank
				s.phase, s.round = it.phase, steps[len(steps)-1].round
				steps = append(steps, s)
				continue
			}
			if it.turn == 0 {
				t := turn{it.group, s.rank, s.phase}
				s.round = rounds[t]
				rounds[t]++
			}
			steps = append(steps, s)
		}
	}
	return steps
}

// wholeFirst is how many critical lines are shown in full before the starts of the others: the beginnings of many long
// messages say less than some of them do.
const wholeFirst = 2

// maxWhole is how many tokens such a line has at most.
const maxWhole = 100

// names reports whether an item names a critical fact in a line of the output.
func (it *item) names() bool {
	return it.rank == strategies.Critical && it.phase == phaseNames && it.whole && it.tokens <= maxWhole
}

// phaseOf is the phase in which an item is shown up to one of its cuts. Only the first cut comes before the rest, of
// what leads its rank also the second, or all of a short line.
func (it *item) phaseOf(level int) uint8 {
	if it.phase == phaseLead && it.tokens <= stepTokens+1 {
		return phaseLead
	}
	if level > 1 || level > 0 && it.phase != phaseLead {
		return max(it.phase, phaseRest)
	}
	return it.phase
}

// A choice is what is shown after some steps: for each item the cut that it is shown at, or -1.
type choice struct {
	level   []int32
	verdict int // which, -1 for none
}

// choice is what is shown after k steps.
func (f *fitter) choice(k int) choice {
	c := choice{level: make([]int32, len(f.items)), verdict: -1}
	for i := range c.level {
		c.level[i] = -1
	}
	for _, s := range f.steps[:k] {
		if s.isVerdict() {
			c.verdict = int(s.level)
		} else {
			c.level[s.item] = s.level
		}
	}
	return c
}
