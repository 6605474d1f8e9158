package report

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/score/scoretest"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// TestPairs: two versions that lose the facts of some cases are compared case by case, also where as many are lost as
// gained and no share moves, and shares come with their intervals.
func TestPairs(t *testing.T) {
	var cases []corpus.Case
	for i := range 12 {
		c := scoretest.Story(fmt.Sprintf("stories/%02d", i), 30)
		if i > 9 {
			c.Facts = nil // nothing to lose
		}
		cases = append(cases, c)
	}
	evaluated := func(t *rapid.T, drop []int) []byte {
		blind := func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
			o, err := scoretest.Honest(ctx, c, s)
			if slices.ContainsFunc(drop, func(i int) bool { return cases[i].ID == c.ID }) {
				o.Text = strings.Repeat(".", len(o.Text))
			}
			return o, err
		}
		b := &score.Bench{Summarise: blind, Clean: scoretest.AsText, Settings: []score.Setting{{Level: "balanced"}}}
		scores, err := b.Run(context.Background(), cases)
		if err != nil {
			t.Fatal(err)
		}
		r := New(b, scores)
		js, err := r.JSON()
		if err != nil {
			t.Fatal(err)
		}
		return js
	}
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfNDistinct(rapid.IntRange(0, 9), 0, 10, rapid.ID)
		old, now := some.Draw(t, "old"), some.Draw(t, "now")
		changes, err := CompareEvals(evaluated(t, old), evaluated(t, now), 0.5)
		if err != nil {
			t.Fatal(err)
		}
		var lost, gained []string
		for i := range 10 {
			switch before, after := slices.Contains(old, i), slices.Contains(now, i); {
			case after && !before:
				lost = append(lost, cases[i].ID)
			case before && !after:
				gained = append(gained, cases[i].ID)
			}
		}
		var c Change
		for _, one := range changes {
			if one.Family == "stories" && strings.HasPrefix(one.Figure, "intact") {
				c = one
			}
		}
		if diff := cmp.Diff([][]string{lost, gained}, [][]string{c.Lost, c.Gained}, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("lost and gained (-want +got):\n%s", diff)
		}
		if len(lost)+len(gained) == 0 {
			return
		}
		if want := fmt.Sprintf("intact (%d lost, %d gained of 10)", len(lost), len(gained)); c.Figure != want {
			t.Fatalf("the figure is %q, want %q", c.Figure, want)
		}
		if c.Worse != (len(lost) > len(gained)) || !strings.Contains(c.Old, "% (") || !strings.Contains(c.New, "% (") {
			t.Fatalf("%s, %s, worse: %v", c.Old, c.New, c.Worse)
		}
	})
}

// TestPairsOfOldReports: a report that doesn't name what it lost is compared by shares.
func TestPairsOfOldReports(t *testing.T) {
	row := `{"schema_version":1,"encoding":"o200k_base","families":{"s":{"cases":4,"facts":4,"raw_tokens":9,` +
		`"settings":{"balanced":{"intact":%s,"interval95":{"intact":[0.5,1]}%s}}}}}`
	old, now := fmt.Appendf(nil, row, "1", ""), fmt.Appendf(nil, row, "0.75", `,"lost":["s/a"]`)
	changes, err := CompareEvals(old, now, 0.5)
	want := []Change{{Family: "s", Setting: "balanced", Figure: "intact", Old: "100.00% (50.0-100.0)",
		New: "75.00% (50.0-100.0)", Points: 25, Worse: true}}
	if diff := cmp.Diff(want, changes); err != nil || diff != "" {
		t.Errorf("changes, %v (-want +got):\n%s", err, diff)
	}
}
