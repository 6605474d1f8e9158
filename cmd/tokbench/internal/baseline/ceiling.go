package baseline

import (
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/tokens"
)

// newCeiling keeps the lines with the labelled facts, without a mark for gaps. It takes the line that adds most facts a
// token, again and again. No summary of whole lines does much better, but one that shortens a line may. It can't keep a
// fact that is on no line of the clean text.
func newCeiling(src *Source, count *tokens.Counter) Cutter {
	lines, costs := LineCosts(src.Clean, count)
	order := mostFacts(lines, costs, src.Facts)
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

// mostFacts lists the lines that have facts, the one that adds most facts a token first.
func mostFacts(lines []string, costs []int, facts [][]string) []int {
	factsOf := factsByLine(lines, facts)
	var order []int
	seen := make([]bool, len(facts))
	for {
		best, worth := -1, 0.0
		for i := range lines {
			n := countUnseen(factsOf[i], seen)
			if w := float64(n) / float64(costs[i]); n > 0 && w > worth {
				best, worth = i, w
			}
		}
		if best < 0 {
			return order
		}
		order = append(order, best)
		for _, f := range factsOf[best] {
			seen[f] = true
		}
	}
}

// factsByLine lists the facts of each line that has any, by their indexes.
func factsByLine(lines []string, facts [][]string) map[int][]int {
	byLine := map[int][]int{}
	for f, spellings := range facts {
		for i, l := range lines {
			if corpus.Kept(spellings, l) {
				byLine[i] = append(byLine[i], f)
			}
		}
	}
	return byLine
}

// countUnseen is how many of the facts no line has shown yet.
func countUnseen(facts []int, seen []bool) int {
	n := 0
	for _, f := range facts {
		if !seen[f] {
			n++
		}
	}
	return n
}
