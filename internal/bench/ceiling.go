package bench

import (
	"strings"

	"github.com/toktee/toktee/tokens"
)

// newCeiling keeps the lines that hold the labelled facts: again and again the one that adds most facts a token, and no
// mark for what is left out. No summary of whole lines does much better; one that says a line in fewer words may. A fact
// that stands on no line of the clean text is out of its reach.
func newCeiling(t *truth, count *tokens.Counter) cutter {
	lines, costs := t.costs(count)
	order := mostFacts(lines, costs, t.c.Facts)
	taken := make([]bool, len(lines))
	for _, i := range order {
		taken[i] = true
	}
	for i := range lines {
		if !taken[i] {
			order = append(order, i)
		}
	}
	return func(budget int) string { return pickLines(lines, order, costs, budget, count) }
}

// mostFacts lists lines that hold facts, the one that adds most facts a token first.
func mostFacts(lines []string, costs []int, facts [][]string) []int {
	holds := map[int][]int{} // the facts of a line
	for f, spellings := range facts {
		for i, l := range lines {
			if recalled(spellings, l) {
				holds[i] = append(holds[i], f)
			}
		}
	}
	var order []int
	seen := make([]bool, len(facts))
	for {
		best, worth := -1, 0.0
		for i := range lines {
			n := 0
			for _, f := range holds[i] {
				if !seen[f] {
					n++
				}
			}
			if w := float64(n) / float64(costs[i]); n > 0 && w > worth {
				best, worth = i, w
			}
		}
		if best < 0 {
			return order
		}
		order = append(order, best)
		for _, f := range holds[best] {
			seen[f] = true
		}
	}
}

// standsOn is the number of the first line that holds a fact, 0 where none does.
func standsOn(text string, spellings []string) (line int, content string) {
	n := 0
	for l := range strings.Lines(text) {
		n++
		if recalled(spellings, l) {
			return n, strings.TrimSuffix(l, "\n")
		}
	}
	return 0, ""
}
