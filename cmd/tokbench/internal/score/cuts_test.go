package score_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/score/scoretest"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
)

// TestCuts: gaps are counted by their lines, a cut that saves little is found, and so is the smallest text of a
// summariser that keeps the fact from 150 tokens on.
func TestCuts(t *testing.T) {
	f := func(_ context.Context, c *corpus.Case, s score.Setting) (out score.Output, err error) {
		out.Text = strings.Repeat("word ", s.Budget/2)
		switch {
		case s == score.Balanced:
			out.Text, out.Budget = strings.Repeat("word ", 900)+"the fact", 950
			for _, lines := range [][2]int{{1, 1}, {3, 4}, {6, 8}, {10, 19}, {21, 31}, {}} {
				out.Omissions = append(out.Omissions, result.Omission{Kind: "line", Lines: lines})
			}
		case s.Budget >= 150:
			out.Text += "the fact"
		}
		return out, nil
	}
	cases := []corpus.Case{
		{ID: "long", Stdout: []byte(strings.Repeat("word ", 1000) + "the fact"), Facts: [][]string{{"the fact"}}},
		{ID: "worth it", Stdout: []byte(strings.Repeat("word ", 1200) + "the fact")},
	}
	b := &score.Bench{
		Summarise: f, Clean: scoretest.AsText, Settings: []score.Setting{score.Balanced}, Least: true,
	}
	scores, err := b.Run(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	want := score.Cuts{Gaps: [3]int{2, 2, 1}, Petty: true, Least: 77}
	if got := scores[0].Scores[0].Cuts; got != want {
		t.Errorf("cuts %+v, want %+v", got, want)
	}
	want.Petty, want.Least = false, 0
	if got := scores[1].Scores[0].Cuts; got != want {
		t.Errorf("cuts %+v, want %+v", got, want)
	}
}
