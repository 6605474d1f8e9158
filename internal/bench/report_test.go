package bench

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toktee/toktee/internal/stats"
)

// Four cases: one keeps all its facts, one loses one of two, one has none, and one passes through.
func TestFigures(t *testing.T) {
	var m measurer
	m.add(1000, 100, 2, 100, 0)
	m.add(2000, 100, 2, 200, 1)
	m.add(500, 100, 0, 50, 0)
	m.add(60, 100, 1, 60, 0)
	recall := 0.75
	want := Measure{
		Saved:  1 - 410.0/3560,
		Recall: &recall,
		Intact: 0.75,
		Net:    1 - (410.0+2000+120)/3560,
	}
	if diff := cmp.Diff(want, m.measure(), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("measure mismatch (-want +got):\n%s", diff)
	}
}

func TestDroppedFactCosts(t *testing.T) {
	c := story("s", 200)
	c.Facts = c.Facts[:1]
	drop := func(ctx context.Context, c *Case, s Setting) (Output, error) {
		o, err := honest(ctx, c, s)
		o.Text = strings.Replace(o.Text, "long story", "story", 1)
		return o, err
	}
	b, kept := run(t, honest, 1, c)
	_, dropped := run(t, drop, 1, c)
	before, after := NewReport(b, kept, false), NewReport(b, dropped, false)
	for i, row := range before.Families[0].Rows {
		worse := after.Families[0].Rows[i]
		if row.Recall == nil {
			continue
		}
		if *worse.Recall >= *row.Recall || worse.Net >= row.Net || worse.Intact >= row.Intact {
			t.Errorf("%s: recall %.2f net %.2f intact %.2f with a fact dropped, %.2f %.2f %.2f before", row.Setting,
				*worse.Recall, worse.Net, worse.Intact, *row.Recall, row.Net, row.Intact)
		}
	}
	losses := Worst(b, dropped, 3)
	if len(losses) != 3 || losses[0].Lost[0] != "long story" {
		t.Fatalf("Worst = %+v, want three that lost the long story", losses)
	}
	var buf bytes.Buffer
	if err := PrintWorst(&buf, losses); err != nil || !strings.Contains(buf.String(), `"long story"`) {
		t.Errorf("PrintWorst: %v\n%s", err, buf.String())
	}
}

func TestCountsAgainstIndependentTools(t *testing.T) {
	failed := map[string]int64{"alike": 7, "wrong": 9}
	_, scores := run(t, func(ctx context.Context, c *Case, s Setting) (Output, error) {
		o, err := honest(ctx, c, s)
		if n, ok := failed[c.ID]; ok {
			o.Data["failed"] = n
		}
		return o, err
	}, 1, story("alike", 5), story("wrong", 5), story("silent", 5))
	var list []*CaseScore
	for i := range scores {
		list = append(list, &scores[i])
	}
	want := []Counts{{Key: "failed", Checked: 3, Equal: 1, Silent: 1, Differ: []CountDiffers{{"wrong", 7, 9}}}}
	if diff := cmp.Diff(want, compareCounts(list)); diff != "" {
		t.Errorf("counts mismatch (-want +got):\n%s", diff)
	}
	r := Report{Families: []Family{{Name: "stories", Counts: want}, {Name: All, Counts: want}}}
	if diff := cmp.Diff([]Violation{{Miscount, "stories", "wrong", "", "failed is 9, the tool has 7"}}, Miscounts(&r)); diff != "" {
		t.Errorf("miscounts mismatch (-want +got):\n%s", diff)
	}
}

func TestTable(t *testing.T) {
	half, many := 0.5, 1234.4
	r := Report{
		Families: []Family{{
			Name: "ci", Cases: 3, Facts: 4, RawTokens: 5000,
			Rows: []Row{
				{Setting: "minimal", Cases: 3, Over: 2, Tokens: 30.4, Measure: Measure{0.97, &half, 0.333, 0.1}, Hard: &half, ToFacts: &many, Worse: 1, OverBudget: 2, Broken: 3,
					Intervals: Intervals{Recall: stats.Interval{Low: 0.25, High: 0.75, OK: true}},
					Baselines: []Measure{{0.9, nil, 0.25, -0.125}, {0.8, &half, 0.5, 0.2}, {0.7, &half, 1, 0.3}, {}, {}, {}}},
				{Setting: "8000", Cases: 3, Measure: Measure{}, Baselines: make([]Measure, 6)},
			},
			Fixed:  []FixedRow{{Name: "tail -200", Cases: 3, Cut: 2, Measure: Measure{0.9, &half, 0.25, -0.125}}},
			Counts: []Counts{{Key: "failed", Checked: 2, Equal: 1, Differ: []CountDiffers{{"ci/1", 4, 5}}}},
		}},
		Violations: []Violation{{Worse, "ci", "ci/1", "minimal", "40 tokens\nfor 30 raw"}},
	}
	var buf bytes.Buffer
	if err := r.Print(&buf); err != nil {
		t.Fatal(err)
	}
	want := `ci: 3 cases, 4 facts, 5000 tokens raw
                    | toktee                                                      | violations         | head          | tail          | head+tail     | strip+regex   | random        | ceiling
 setting cases over | saved recall   95% intact 95% hard 95%  net tokens to-facts | worse over-b other | recall intact | recall intact | recall intact | recall intact | recall intact | recall intact
 minimal     3    2 |  97.0   50.0 25-75   33.3   - 50.0   - 10.0     30     1234 |     1      2     3 |      -   25.0 |   50.0   50.0 |   50.0  100.0 |      -    0.0 |      -    0.0 |      -    0.0
    8000     3    0 |   0.0      -     -    0.0   -    -   -  0.0      0        - |     0      0     0 |      -    0.0 |      -    0.0 |      -    0.0 |      -    0.0 |      -    0.0 |      -    0.0
tail -200: cuts 2 of 3 cases, saves 90.0%, recall 50.0%, intact 25.0%, net -12.5%
count of failed: 2 cases, 1 as an independent tool counted, 0 not counted, 1 otherwise
  ci/1: 5, the tool has 4

violations: 1
kind   case  setting  what
worse  ci/1  minimal  40 tokens for 30 raw
`
	if diff := cmp.Diff(want, buf.String()); diff != "" {
		t.Errorf("table mismatch (-want +got):\n%s", diff)
	}
}

func TestManyViolationsAreCounted(t *testing.T) {
	var vs []Violation
	for i := range violationsListed + 3 {
		vs = append(vs, Violation{Worse, "ci", fmt.Sprint("ci/", i), "32", ""})
	}
	vs = append(vs, Violation{Green, "ci", "ci/green", "32", ""})
	var buf bytes.Buffer
	if err := printViolations(&buf, vs); err != nil {
		t.Fatal(err)
	}
	got := buf.String()
	if n := strings.Count(got, "ci/"); n != violationsListed+1 || !strings.Contains(got, "3 more") || !strings.Contains(got, "ci/green") {
		t.Errorf("%d violations are listed, want %d of one kind, one of the other and the number of the rest:\n%s", n, violationsListed, got)
	}
}

func TestEmptyFamilyHasNoNaN(t *testing.T) {
	var m measurer
	got := m.measure()
	for _, v := range []float64{got.Saved, got.Intact, got.Net} {
		if math.IsNaN(v) {
			t.Errorf("measure of nothing = %+v, want numbers", got)
		}
	}
}
