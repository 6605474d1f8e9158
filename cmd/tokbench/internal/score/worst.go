package score

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// Loss is a case that lost facts at a setting.
type Loss struct {
	Case      *corpus.Case
	Setting   summary.Setting
	RawTokens int
	Tokens    int
	Lost      []string // the first spelling of each
}

// Worst lists the n cases and settings that lost the most facts; among equals, those that cost the most to fetch again.
func (b *Bench) Worst(scores []CaseScore, n int) []Loss {
	var all []Loss
	for i := range scores {
		cs := &scores[i]
		for j, sc := range cs.Scores {
			if len(sc.Lost) == 0 {
				continue
			}
			loss := Loss{Case: cs.Case, Setting: b.Settings[j], RawTokens: cs.RawTokens, Tokens: sc.Tokens}
			for _, f := range sc.Lost {
				loss.Lost = append(loss.Lost, cs.Case.Facts[f][0])
			}
			all = append(all, loss)
		}
	}
	slices.SortStableFunc(all, func(x, y Loss) int {
		return cmp.Or(cmp.Compare(len(y.Lost), len(x.Lost)), cmp.Compare(y.RawTokens, x.RawTokens),
			cmp.Compare(x.Case.ID, y.Case.ID))
	})
	return all[:min(max(0, n), len(all))]
}
