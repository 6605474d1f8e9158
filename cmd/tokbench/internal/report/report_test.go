package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toktee/toktee/cmd/tokbench/internal/figures"
	"github.com/toktee/toktee/cmd/tokbench/internal/promise"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/cmd/tokbench/internal/summarytest"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/measure/stats"
)

// run scores cases with a summariser at the default settings.
func run(t *testing.T, f summary.Summariser, jobs int, cases ...corpus.Case) (*score.Bench, []score.CaseScore) {
	t.Helper()
	settings, err := summary.Settings("", "")
	if err != nil {
		t.Fatal(err)
	}
	b := &score.Bench{Summarise: f, Clean: summarytest.AsText, Settings: settings, Jobs: jobs}
	scores, err := b.Run(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	return b, scores
}

func TestReportIsTheSameWithAnyNumberOfJobs(t *testing.T) {
	var cases []corpus.Case
	for i := range 6 {
		c := summarytest.Story(fmt.Sprint("case", i), 10+20*i)
		c.Family = []string{"odd", "even"}[i%2]
		cases = append(cases, c)
	}
	liar := func(ctx context.Context, c *corpus.Case, s summary.Setting) (summary.Output, error) {
		o, err := summarytest.Honest(ctx, c, s)
		o.Savings++
		return o, err
	}
	var want []byte
	for _, jobs := range []int{1, 2, 7} {
		b, scores := run(t, liar, jobs, cases...)
		r := New(b, scores, false)
		got, err := r.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("report with %d jobs differs (-1 job +%d jobs):\n%s", jobs, jobs, diff)
		}
		var back struct {
			Families   map[string]struct{ Cases int }
			Violations []promise.Violation
		}
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatal(err)
		}
		if back.Families["all"].Cases != 6 || back.Families["odd"].Cases != 3 || len(back.Violations) != 6*12 {
			t.Errorf("report has %+v and %d violations, want 6 cases in two families and 72", back.Families,
				len(back.Violations))
		}
	}
}

// Recall is about what is cut, and not about what passes whole.
func TestFixedRows(t *testing.T) {
	short, long := summarytest.Story("short", 5), summarytest.Story("long", 300)
	_, scores := run(t, summarytest.Honest, 1, short, long)
	rows := tallyFixed([]*score.CaseScore{&scores[0], &scores[1]})
	for _, r := range rows {
		want := map[string]int{"tail -200": 1, "codex 10 kB middle": 1}[r.Name]
		if r.Cut != want || (r.Recall != nil) != (want > 0) {
			t.Errorf("%s cuts %d cases, with a recall: %v; want %d", r.Name, r.Cut, r.Recall != nil, want)
		}
		if r.Name == "tail -200" && *r.Recall != 0.5 {
			t.Errorf("tail -200 keeps %.2f of the facts, want the one at the end of two", *r.Recall)
		}
	}
}

func TestDroppedFactCosts(t *testing.T) {
	c := summarytest.Story("s", 200)
	c.Facts = c.Facts[:1]
	drop := func(ctx context.Context, c *corpus.Case, s summary.Setting) (summary.Output, error) {
		o, err := summarytest.Honest(ctx, c, s)
		o.Text = strings.Replace(o.Text, "long story", "story", 1)
		return o, err
	}
	b, kept := run(t, summarytest.Honest, 1, c)
	_, dropped := run(t, drop, 1, c)
	before, after := New(b, kept, false), New(b, dropped, false)
	for i, row := range before.Families[0].Rows {
		worse := after.Families[0].Rows[i]
		if row.Recall == nil {
			continue
		}
		if *worse.Recall >= *row.Recall || worse.Net >= row.Net || *worse.Intact >= *row.Intact {
			t.Errorf("%s: recall %.2f net %.2f intact %.2f with a fact dropped, %.2f %.2f %.2f before", row.Setting,
				*worse.Recall, worse.Net, *worse.Intact, *row.Recall, row.Net, *row.Intact)
		}
	}
	losses := b.Worst(dropped, 3)
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
	_, scores := run(t, func(ctx context.Context, c *corpus.Case, s summary.Setting) (summary.Output, error) {
		o, err := summarytest.Honest(ctx, c, s)
		if n, ok := failed[c.ID]; ok {
			o.Data["failed"] = n
		}
		return o, err
	}, 1, summarytest.Story("alike", 5), summarytest.Story("wrong", 5), summarytest.Story("silent", 5))
	var list []*score.CaseScore
	for i := range scores {
		list = append(list, &scores[i])
	}
	want := []Counts{{Key: "failed", Checked: 3, Equal: 1, Silent: 1, Differ: []CountDiffers{{"wrong", 7, 9}}}}
	if diff := cmp.Diff(want, compareCounts(list)); diff != "" {
		t.Errorf("counts mismatch (-want +got):\n%s", diff)
	}
	r := Report{Families: []Family{{Name: "stories", Counts: want}, {Name: figures.All, Counts: want}}}
	miscount := violated(promise.Miscount, "stories", "wrong", "", "failed is 9, the tool has 7")
	if diff := cmp.Diff([]promise.Violation{miscount}, Miscounts(&r)); diff != "" {
		t.Errorf("miscounts mismatch (-want +got):\n%s", diff)
	}
}

// measured is a measure from its figures.
func measured(saved float64, recall *float64, intact, net float64) figures.Measure {
	return figures.Measure{Saved: saved, Recall: recall, Intact: &intact, Net: net}
}

func violated(kind, family, id, setting, detail string) promise.Violation {
	return promise.Violation{Kind: kind, Family: family, Case: id, Setting: setting, Detail: detail}
}

func TestTable(t *testing.T) {
	half, more, most, many := 0.5, 0.75, 0.625, 1234.4
	minimal := Row{
		Setting: "minimal", Cases: 3, Over: 2, Tokens: 30.4, Measure: measured(0.97, &half, 0.333, 0.1), Hard: &half,
		ToFacts: &many, Worse: 1, OverBudget: 2, Broken: 3,
		Intervals: figures.Intervals{Recall: stats.Interval{Low: 0.25, High: 0.75, OK: true}},
		Baselines: []figures.Measure{
			measured(0.9, nil, 0.25, -0.125), measured(0.8, &half, 0.5, 0.2), measured(0.7, &half, 1, 0.3),
			{}, {}, {}, {},
		},
	}
	r := Report{
		settings: []summary.Setting{{Level: "minimal"}, {Budget: 100}},
		Families: []Family{{
			Name: "ci", Cases: 3, Facts: 4, RawTokens: 5000,
			Rows: []Row{minimal, {
				Setting: "100", Cases: 3, Over: 12, Measure: measured(0, &half, 0, 0), Baselines: []figures.Measure{
					measured(0, &more, 0, 0), measured(0, &half, 0, 0), measured(0, nil, 0, 0),
					measured(0, &most, 0, 0),
					{}, {}, {},
				},
			}},
			Fixed:  []FixedRow{{Name: "tail -200", Cases: 3, Cut: 2, Measure: measured(0.9, &half, 0.25, -0.125)}},
			Counts: []Counts{{Key: "failed", Checked: 2, Equal: 1, Differ: []CountDiffers{{"ci/1", 4, 5}}}},
		}},
		Violations: []promise.Violation{violated(promise.Worse, "ci", "ci/1", "minimal", "40 tokens\nfor 30 raw")},
	}
	var buf bytes.Buffer
	if err := r.Print(&buf); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/table.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), buf.String()); diff != "" {
		t.Errorf("table mismatch (-want +got):\n%s", diff)
	}
}

func TestManyViolationsAreCounted(t *testing.T) {
	var vs []promise.Violation
	for i := range violationsListed + 3 {
		vs = append(vs, violated(promise.Worse, "ci", fmt.Sprint("ci/", i), "32", ""))
	}
	vs = append(vs, violated(promise.Green, "ci", "ci/green", "32", ""))
	var buf bytes.Buffer
	if err := printViolations(&buf, vs); err != nil {
		t.Fatal(err)
	}
	got := buf.String()
	if n := strings.Count(got, "ci/"); n != violationsListed+1 || !strings.Contains(got, "3 more") ||
		!strings.Contains(got, "ci/green") {
		t.Errorf("%d violations are listed, want %d of one kind, one of the other and the number of the rest:\n%s", n,
			violationsListed, got)
	}
}
