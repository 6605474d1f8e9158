package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// TestCutsTable: the families' gaps are added up, and the median is that of the cases with a smallest text.
func TestCutsTable(t *testing.T) {
	b := &score.Bench{Settings: []score.Setting{score.Balanced}}
	var scores []score.CaseScore
	for i, least := range []int{100, 50, 0, 25} {
		cuts := score.Cuts{Gaps: [3]int{1, i, 0}, Petty: i == 0, Least: least}
		scores = append(scores, score.CaseScore{
			Case:   &corpus.Case{ID: "c", Family: []string{"a", "b"}[i/3]},
			Fixed:  make([]score.Cut, len(baseline.FixedCuts())),
			Scores: []score.Score{{Tokens: 100, Cuts: cuts, Baselines: make([]score.Cut, len(baseline.Names()))}},
		})
	}
	r := New(b, scores)
	want := [][]string{
		{"a", "3", "3", "0", "1", "2", "1.50"}, {"b", "1", "3", "0", "0", "1", "4.00"},
		{"all", "4", "6", "0", "1", "3", "2.00"},
	}
	if diff := cmp.Diff(want, r.cutsTable().Rows); diff != "" {
		t.Errorf("rows mismatch (-want +got)\n%s", diff)
	}
}
