package report

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// cutsNote explains the table of [Report.cutsTable].
const cutsNote = "number of gaps, by their size in lines; short outputs (up to 2000 tokens) whose cut saved less " +
	"than a quarter or less than 200 tokens; tokens of the text divided by those of toktee's smallest text with " +
	"the same facts (median)"

// Cutting adds up the cuts of a family's texts at the level balanced.
type Cutting struct {
	Gaps   [3]int
	Petty  int
	Excess []float64 // by labelled case above its budget, tokens over those of the smallest text with the same facts
}

// cuttingOf adds up the cuts of the i-th setting.
func cuttingOf(scores []*score.CaseScore, i int) *Cutting {
	c := &Cutting{}
	for _, cs := range scores {
		cuts := &cs.Scores[i].Cuts
		for size, n := range cuts.Gaps {
			c.Gaps[size] += n
		}
		if cuts.Petty {
			c.Petty++
		}
		if cuts.Least > 0 {
			c.Excess = append(c.Excess, float64(cs.Scores[i].Tokens)/float64(cuts.Least))
		}
	}
	slices.Sort(c.Excess)
	return c
}

// cutsTable has a row for each family, nil if balanced wasn't measured.
func (r *Report) cutsTable() *Table {
	t := NewTable(1, "family", "1-2", "3-10", "more", "short cut", "outputs", "times the least")
	for i := range r.Families {
		c := r.Families[i].Cutting
		if c == nil {
			return nil
		}
		median, n := "-", len(c.Excess)
		if n > 0 {
			median = fmt.Sprintf("%.2f", (c.Excess[(n-1)/2]+c.Excess[n/2])/2)
		}
		t.Add(r.Families[i].Name, strconv.Itoa(c.Gaps[0]), strconv.Itoa(c.Gaps[1]), strconv.Itoa(c.Gaps[2]),
			strconv.Itoa(c.Petty), strconv.Itoa(n), median)
	}
	return t
}
