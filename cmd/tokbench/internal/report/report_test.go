package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/score/scoretest"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/measure/stats"
)

// run scores cases with a summariser at the default settings.
func run(t *testing.T, f score.Summariser, jobs int, cases ...corpus.Case) (*score.Bench, []score.CaseScore) {
	t.Helper()
	settings, err := score.Settings("", "")
	if err != nil {
		t.Fatal(err)
	}
	b := &score.Bench{Summarise: f, Clean: scoretest.AsText, Settings: settings, Jobs: jobs}
	scores, err := b.Run(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	return b, scores
}

func TestReportIsTheSameWithAnyNumberOfJobs(t *testing.T) {
	var cases []corpus.Case
	for i := range 6 {
		c := scoretest.Story(fmt.Sprint("case", i), 10+20*i)
		c.Family = []string{"odd", "even"}[i%2]
		cases = append(cases, c)
	}
	liar := func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
		o, err := scoretest.Honest(ctx, c, s)
		o.SavingsTokens++
		return o, err
	}
	var want []byte
	for _, jobs := range []int{1, 2, 7} {
		b, scores := run(t, liar, jobs, cases...)
		r := New(b, scores)
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
			Violations []score.Violation
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
	short, long := scoretest.Story("short", 5), scoretest.Story("long", 300)
	_, scores := run(t, scoretest.Honest, 1, short, long)
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
	c := scoretest.Story("s", 200)
	c.Facts = c.Facts[:1]
	drop := func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
		o, err := scoretest.Honest(ctx, c, s)
		o.Text = strings.Replace(o.Text, "long story", "story", 1)
		return o, err
	}
	b, kept := run(t, scoretest.Honest, 1, c)
	_, dropped := run(t, drop, 1, c)
	before, after := New(b, kept), New(b, dropped)
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
}

func TestCountsAgainstIndependentTools(t *testing.T) {
	failed := map[string]int64{"alike": 7, "wrong": 9}
	_, scores := run(t, func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
		o, err := scoretest.Honest(ctx, c, s)
		if n, ok := failed[c.ID]; ok {
			o.Data["failed"] = n
		}
		return o, err
	}, 1, scoretest.Story("alike", 5), scoretest.Story("wrong", 5), scoretest.Story("silent", 5))
	var list []*score.CaseScore
	for i := range scores {
		list = append(list, &scores[i])
	}
	want := []Counts{{Key: "failed", Checked: 3, Equal: 1, Silent: 1, Differ: []CountDiffers{{"wrong", 7, 9}}}}
	if diff := cmp.Diff(want, compareCounts(list)); diff != "" {
		t.Errorf("counts mismatch (-want +got):\n%s", diff)
	}
	r := Report{Families: []Family{{Name: "stories", Counts: want}, {Name: All, Counts: want}}}
	miscount := violated(score.KindMiscount, "stories", "wrong", "", "failed is 9, the tool has 7")
	if diff := cmp.Diff([]score.Violation{miscount}, Miscounts(&r)); diff != "" {
		t.Errorf("miscounts mismatch (-want +got):\n%s", diff)
	}
}

// measured is a measure from its figures.
func measured(saved float64, recall *float64, intact, net float64) score.Measure {
	return score.Measure{Saved: saved, Recall: recall, Intact: &intact, Net: net}
}

func violated(kind, family, id, setting, detail string) score.Violation {
	return score.Violation{Kind: kind, Family: family, Case: id, Setting: setting, Detail: detail}
}

func TestTable(t *testing.T) {
	half, more, most, many := 0.5, 0.75, 0.625, 1234.4
	minimal := Row{
		Setting: "minimal", Cases: 3, Over: 2, Tokens: 30.4, Measure: measured(0.97, &half, 0.333, 0.1), Hard: &half,
		ToFacts: &many, Worse: 1, OverBudget: 2, Broken: 3,
		Intervals: score.Intervals{Recall: stats.Interval{Low: 0.25, High: 0.75, OK: true}},
		Baselines: []score.Measure{
			measured(0.9, nil, 0.25, -0.125), measured(0.8, &half, 0.5, 0.2), measured(0.7, &half, 1, 0.3),
			{}, {}, {}, {},
		},
	}
	r := Report{
		settings: []score.Setting{{Level: "minimal"}, {Budget: 100}},
		Families: []Family{{
			Name: "ci", Cases: 3, Facts: 4, RawTokens: 5000,
			Rows: []Row{minimal, {
				Setting: "100", Cases: 3, Over: 12, Measure: measured(0, &half, 0, 0), Baselines: []score.Measure{
					measured(0, &more, 0, 0), measured(0, &half, 0, 0), measured(0, nil, 0, 0),
					measured(0, &most, 0, 0),
					{}, {}, {},
				},
			}},
			Fixed:  []FixedRow{{Name: "tail -200", Cases: 3, Cut: 2, Measure: measured(0.9, &half, 0.25, -0.125)}},
			Counts: []Counts{{Key: "failed", Checked: 2, Equal: 1, Differ: []CountDiffers{{"ci/1", 4, 5}}}},
		}},
		Violations: []score.Violation{violated(score.KindWorse, "ci", "ci/1", "minimal", "40 tokens\nfor 30 raw")},
	}
	var buf bytes.Buffer
	if err := r.Doc().Text(&buf); err != nil {
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
	var vs []score.Violation
	for i := range maxViolations + 3 {
		vs = append(vs, violated(score.KindWorse, "ci", fmt.Sprint("ci/", i), "32", ""))
	}
	vs = append(vs, violated(score.KindGreen, "ci", "ci/green", "32", ""))
	var buf bytes.Buffer
	doc := Doc{Sections: []Section{violationsSection(vs)}}
	if err := doc.Text(&buf); err != nil {
		t.Fatal(err)
	}
	got := buf.String()
	if n := strings.Count(got, "ci/"); n != maxViolations+1 || !strings.Contains(got, "3 more") ||
		!strings.Contains(got, "ci/green") {
		t.Errorf("%d violations are listed, want %d of one kind, one of the other and the number of the rest:\n%s", n,
			maxViolations, got)
	}
}

// TestLayoutHasTheJSON reads the figures of the JSON back from the layout.
func TestLayoutHasTheJSON(t *testing.T) {
	a, b := scoretest.Story("case<1>", 60), scoretest.Story("case2", 900)
	b.Family = "more"
	bench, scores := run(t, scoretest.Honest, 1, a, b)
	r := New(bench, scores)
	r.Violations = append(r.Violations, violated(score.KindGreen, "more", "case<1>", "32", "a|b"))
	js, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Families map[string]struct{ Settings map[string]row }
	}
	if err := json.Unmarshal(js, &want); err != nil {
		t.Fatal(err)
	}
	doc, seen := r.Doc(), 0
	for _, s := range doc.Sections {
		family, _, _ := strings.Cut(s.Title, ":")
		if want.Families[family].Settings == nil {
			continue
		}
		for _, cells := range s.Table.Rows {
			fields := want.Families[family].Settings[cells[0]]
			seen++
			for at, name := range map[int]string{
				1: "cases", 2: "over", 3: "saved", 4: "recall", 6: "intact", 8: "hard", 10: "net", 11: "tokens",
				13: "worse",
			} {
				w, ok := fields[name].(float64)
				if at > 2 && at < 11 {
					w *= 100
				}
				var shown float64
				_, err := fmt.Sscan(cells[at], &shown)
				off := math.Abs(shown - w)
				if ok != (err == nil) || off > 0.51 || at < 11 && off > 0.06 {
					t.Errorf("%s/%s: %s is %q, the JSON has %v", family, cells[0], name, cells[at], fields[name])
				}
			}
		}
	}
	if seen != 3*12 {
		t.Errorf("%d rows were compared, want 36", seen)
	}
}

// Same is recall over the same cases at every budget: a short one, which most budgets have room for, counts at those
// too.
func TestSame(t *testing.T) {
	bench, scores := run(t, scoretest.Honest, 1, scoretest.Story("a", 900), scoretest.Story("b", 60))
	r := New(bench, scores)
	budgets, differs := 0, 0
	for i, s := range bench.Settings {
		row := &r.Families[0].Rows[i]
		if s.Level != "" {
			if row.Same != nil {
				t.Errorf("%s: a level has figures over the cases of a budget: %+v", s, row.Same)
			}
			continue
		}
		budgets++
		want := 0.0
		for _, cs := range scores {
			facts := float64(len(cs.Case.Facts))
			want += (facts - float64(len(cs.Scores[i].Lost))) / facts / float64(len(scores))
		}
		if row.Same == nil || row.Same.Cases != len(scores) || math.Abs(row.Same.Recall-want) > 1e-9 {
			t.Errorf("%s: %+v, want a recall of %v over %d cases", s, row.Same, want, len(scores))
			continue
		}
		if row.Recall == nil || math.Abs(*row.Recall-want) > 1e-9 {
			differs++
		}
	}
	if budgets != 9 || differs == 0 {
		t.Errorf("%d budgets, at %d of which recall is about other cases: want 9, and some", budgets, differs)
	}
}
