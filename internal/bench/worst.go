package bench

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Loss is a case that lost facts at a setting.
type Loss struct {
	Case      *Case
	Setting   Setting
	RawTokens int
	Tokens    int
	Lost      []string // the first spelling of each
}

// Worst lists the n cases and settings that lost the most facts; among equals, those that cost the most to fetch again.
func Worst(b *Bench, scores []CaseScore, n int) []Loss {
	var all []Loss
	for i := range scores {
		cs := &scores[i]
		for j, sc := range cs.Scores {
			if len(sc.Lost) > 0 {
				all = append(all, Loss{cs.Case, b.Settings[j], cs.RawTokens, sc.Tokens, Spellings(cs.Case.Facts, sc.Lost)})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y Loss) int {
		return cmp.Or(cmp.Compare(len(y.Lost), len(x.Lost)), cmp.Compare(y.RawTokens, x.RawTokens),
			cmp.Compare(x.Case.ID, y.Case.ID))
	})
	return all[:min(max(0, n), len(all))]
}

// Spellings are the first spellings of the facts with the given indexes.
func Spellings(facts [][]string, which []int) []string {
	var list []string
	for _, i := range which {
		list = append(list, facts[i][0])
	}
	return list
}

// factWidth is how much of a lost fact is listed, and factsListed how many of them.
const (
	factWidth   = 60
	factsListed = 3
)

// PrintWorst writes the losses as a table.
func PrintWorst(w io.Writer, losses []Loss) error {
	fmt.Fprintf(w, "\nlost facts: %d listed\n", len(losses))
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "case\tsetting\tlost\tof\traw\ttokens\tfacts")
	for _, l := range losses {
		var facts []string
		for _, f := range l.Lost[:min(factsListed, len(l.Lost))] {
			facts = append(facts, fmt.Sprintf("%.*q", factWidth, f))
		}
		if more := len(l.Lost) - len(facts); more > 0 {
			facts = append(facts, fmt.Sprintf("and %d more", more))
		}
		fmt.Fprintf(tw, "%s\t%s\t%d\t%d\t%d\t%d\t%s\n", l.Case.ID, l.Setting, len(l.Lost), len(l.Case.Facts), l.RawTokens, l.Tokens,
			strings.Join(facts, " "))
	}
	return tw.Flush()
}
