package score

import (
	"cmp"
	"context"
	"slices"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
)

// Cuts describes where a text was cut, and whether the cut paid.
type Cuts struct {
	Gaps  [3]int // gaps of 1-2, 3-10 and more lines
	Petty bool   // a short output was cut for less than a quarter of its tokens, or for less than 200
	Least int    // tokens of the smallest text that keeps the same facts, 0 if it wasn't measured
}

const (
	shortOutput  = 2000 // tokens of a short output
	worthTokens  = 200  // least saving for which a short output is cut
	worthQuarter = 4    // and least share
)

// leastBudgets are the budgets at which the smallest text with the same facts is looked for.
var leastBudgets = []int{32, 48, 64, 100, 150, 200, 300, 450, 700, 1000, 1500, 2200, 3300}

// Balanced is the setting whose cuts are measured against smaller budgets.
var Balanced = Setting{Level: "balanced"}

// cuts describes the cuts of a text of n tokens, from an output of raw tokens.
func (o *Output) cuts(n, raw int) Cuts {
	var c Cuts
	for _, gap := range gapsOf(o.Omissions) {
		size, _ := slices.BinarySearch([]int{3, 11}, count(gap)+1)
		c.Gaps[size]++
	}
	saved := raw - n
	c.Petty = c.Gaps != [3]int{} && raw <= shortOutput && saved < max(raw/worthQuarter, worthTokens)
	return c
}

// gapsOf returns the gaps: sequences of omitted lines. Omissions in a row are one gap, such as those of lines that are
// listed together in one line of the text.
func gapsOf(omissions []result.Omission) [][2]int {
	var gaps [][2]int
	for i := range omissions {
		if ofLines(&omissions[i]) {
			gaps = append(gaps, omissions[i].Lines)
		}
	}
	slices.SortFunc(gaps, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	merged := gaps[:0]
	for _, g := range gaps {
		if n := len(merged); n > 0 && g[0] <= merged[n-1][1]+1 {
			merged[n-1][1] = max(merged[n-1][1], g[1])
			continue
		}
		merged = append(merged, g)
	}
	return merged
}

// least returns the tokens of the text at the smallest budget at which toktee keeps all facts that a score has.
func (s *scorer) least(ctx context.Context, c *corpus.Case, of *Score) int {
	for _, budget := range leastBudgets {
		if budget >= of.Tokens {
			break
		}
		out, err := s.b.Summarise.Safely(ctx, c, Setting{Budget: budget})
		if err != nil {
			break
		}
		isLost := func(fact int) bool { return !slices.Contains(of.Lost, fact) }
		if !slices.ContainsFunc(corpus.Lost(c.Facts, out.Text), isLost) {
			return s.count.CountString(out.Text)
		}
	}
	return of.Tokens
}
