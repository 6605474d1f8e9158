package summarize

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// A step adds one thing to the page: an item up to one of its cuts or in full, or a longer verdict.
type step struct {
	item  int32 // -1 for a verdict
	level int32 // of an item: the cut, len(cuts) for all of it; of a verdict: its index
	rank  strategies.Rank
	phase uint8
	round int32
}

func (s step) isVerdict() bool { return s.item < 0 }

// order returns all steps in the order in which they are added to a page. They are sorted by rank, then by phase, then
// by turns over the groups, then by position. The verdicts are steps too.
func (f *fitter) order() []step {
	steps := f.itemSteps()
	slices.SortStableFunc(steps, step.compare)
	// The shortest verdict comes first, the second one after the names of critical facts, the longest after their rest.
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

// isPast returns a function that reports whether a step comes after those of a rank's phase.
func isPast(rank strategies.Rank, phase uint8) func(step) bool {
	return func(s step) bool { return s.rank > rank || s.rank == rank && s.phase > phase }
}

// firstStep returns the index of the first step for which is holds, or the number of steps.
func firstStep(steps []step, is func(step) bool) int {
	if i := slices.IndexFunc(steps, is); i >= 0 {
		return i
	}
	return len(steps)
}

// itemSteps returns the steps of all items in reading order. Each has its round: the number of its turn in its group.
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
		above, ok := f.above(it, steps)
		if !ok {
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
			if above.compare(s) > 0 {
				s.takePlace(above)
			}
			steps = append(steps, s)
		}
		f.joinCompared(steps)
	}
	return steps
}

// takePlace moves a step to the place of another.
func (s *step) takePlace(o step) { s.rank, s.phase, s.round = o.rank, o.phase, o.round }

// maxCompared is how many bytes the two values of a comparison have at most to be shown together: longer ones would
// take the place of other failures.
const maxCompared = 160

// shortCompared is how many bytes they have at most to be shown as early as the first of them in any failure.
const shortCompared = 80

// joinCompared moves the steps of the last two items to one place, if these are the two values of a comparison: a page
// has both or none. Short ones and those of the first failure move to the earlier place, others to the later one.
func (f *fitter) joinCompared(steps []step) {
	if len(steps) < 2 {
		return
	}
	n := len(steps) - 1
	a, b := steps[n-1], steps[n]
	first, second := &f.items[a.item], &f.items[b.item]
	if first.last != second.first-1 || int(a.level) != len(first.cuts) || len(second.cuts) > 0 ||
		first.kind != strategies.KindLine || len(first.text)+len(second.text) > maxCompared ||
		!textline.Compared(first.text, second.text) {
		return
	}
	isShort := len(first.text)+len(second.text) <= shortCompared
	switch isAFirst := a.compare(b) <= 0; {
	case isAFirst && (isShort || first.phase == phaseLead):
		steps[n].takePlace(a)
	case isAFirst:
		for i := n - 1; i >= 0 && steps[i].item == a.item; i-- {
			steps[i].takePlace(b)
		}
	case !isAFirst && (isShort || second.phase == phaseLead):
		for i := n - 1; i >= 0 && steps[i].item == a.item && steps[i].compare(b) > 0; i-- {
			steps[i].takePlace(b)
		}
	default:
		steps[n].takePlace(a)
	}
	if first.unit == 0 && second.unit == 0 {
		first.unit, second.unit = first.first, first.first
	}
}

// above returns the last of the steps that show the lines which an item refers to, so that the item comes after them.
// steps are those of the items before it. ok is false if one of these lines is never shown.
func (f *fitter) above(it *item, steps []step) (last step, ok bool) {
	next := it.first // the line below those that were found
	for i := len(steps) - 1; i >= 0 && it.first-next < it.below; i-- {
		other := &f.items[steps[i].item]
		if other.last < other.first {
			continue // it represents no line
		}
		if other.last+1 < next {
			return last, false
		}
		next = min(next, other.first)
		if strings.TrimSpace(other.text) != "" && steps[i].compare(last) > 0 {
			last = steps[i]
		}
	}
	return last, it.first-next >= it.below
}

// compare compares the places of two steps in the order.
func (s step) compare(o step) int {
	return cmp.Or(cmp.Compare(s.rank, o.rank), cmp.Compare(s.phase, o.phase), cmp.Compare(s.round, o.round))
}

// wholeFirst is the number of critical lines that are shown in full before the starts of the others. A few full
// messages help more than the starts of many.
const wholeFirst = 2

// maxWhole is the largest number of tokens of such a line.
const maxWhole = 100

// names reports whether an item names a critical fact in a line of the output.
func (it *item) names() bool {
	return it.rank == strategies.Critical && it.phase == phaseNames && it.whole && it.tokens <= maxWhole
}

// phaseOf returns the phase of the step that shows an item up to one of its cuts. The first cut has the item's phase,
// later cuts phaseRest or a later one. If the item leads its rank, the second cut has its phase too, and so have all
// cuts of a short line.
func (it *item) phaseOf(level int) uint8 {
	if it.phase == phaseLead && it.tokens <= stepTokens+1 {
		return phaseLead
	}
	if level > 1 || level > 0 && it.phase != phaseLead {
		return max(it.phase, phaseRest)
	}
	return it.phase
}

// A choice is the content of a page: for each item the cut up to which it is shown, or -1.
type choice struct {
	level   []int32
	verdict int // its index, -1 for none
}

// choice returns the content of the page after k steps.
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
