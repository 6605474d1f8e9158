package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/promise"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/summarytest"
)

// TestPageSaysWhatTheJSONSays reads the figures back from the page and from the Markdown.
func TestPageSaysWhatTheJSONSays(t *testing.T) {
	a, b := summarytest.Story("case<1>", 60), summarytest.Story("case2", 900)
	b.Family = "more"
	bench, scores := run(t, summarytest.Honest, 1, a, b)
	r := New(bench, scores, false)
	r.Violations = append(r.Violations, promise.Violation{
		Kind: promise.Green, Family: "more", Case: "case<1>", Setting: "32", Detail: "a|b",
	})
	js, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Families map[string]struct {
			Settings map[string]struct {
				Saved, Intact, Net, Tokens float64
				Recall                     *float64
				Cases, Over, Worse         int
			}
		}
	}
	if err := json.Unmarshal(js, &want); err != nil {
		t.Fatal(err)
	}
	worst := []Explained{
		{bench.Worst(scores, 1)[0], []score.LostFact{{Fact: "long <story>", Line: 3, Text: "the line", Why: "why"}}},
	}
	var webPage, md bytes.Buffer
	if err := r.HTML(&webPage, worst); err != nil {
		t.Fatal(err)
	}
	if err := r.Markdown(&md); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(webPage.String(), "case<1>") || !strings.Contains(webPage.String(), "case&lt;1&gt;") ||
		!strings.Contains(webPage.String(), "long &lt;story&gt;") {
		t.Error("names are not escaped in the page")
	}
	cell := regexp.MustCompile(`<td>([^<]*)</td>`)
	for form, lines := range map[string][][]string{
		"page": rowsOf(webPage.String(), `(?s)<h2>([^<]*)</h2>.*?<tbody>(.*?)</tbody>`, func(s string) [][]string {
			var rows [][]string
			for _, tr := range strings.Split(s, "<tr>")[1:] {
				var cells []string
				for _, m := range cell.FindAllStringSubmatch(tr, -1) {
					cells = append(cells, m[1])
				}
				rows = append(rows, cells)
			}
			return rows
		}),
		"Markdown": rowsOf(md.String(), `(?s)### (\S+)\n.*?---: \|\n(.*?)\n\n`, func(s string) [][]string {
			var rows [][]string
			for l := range strings.SplitSeq(s, "\n") {
				rows = append(rows, strings.Split(strings.Trim(l, "| "), " | "))
			}
			return rows
		}),
	} {
		seen := 0
		for _, c := range lines {
			family, setting := c[0], c[1]
			w, ok := want.Families[family].Settings[setting]
			if !ok {
				t.Errorf("%s: family %q has no setting %q in the JSON", form, family, setting)
				continue
			}
			seen++
			for _, f := range []struct {
				name string
				at   int
				want float64
			}{
				{"cases", 2, float64(w.Cases)}, {"over", 3, float64(w.Over)}, {"saved", 4, w.Saved * 100},
				{"intact", 7, w.Intact * 100},
				{"net", 11, w.Net * 100}, {"tokens", 12, w.Tokens}, {"worse", 14, float64(w.Worse)},
			} {
				if got, err := strconv.ParseFloat(c[f.at], 64); err != nil || math.Abs(got-f.want) > 0.51 ||
					f.name != "tokens" && math.Abs(got-f.want) > 0.06 {
					t.Errorf("%s: %s/%s: %s is %q, the JSON has %v", form, family, setting, f.name, c[f.at], f.want)
				}
			}
			if recall := c[5]; (recall == "-") != (w.Recall == nil) || w.Recall != nil &&
				recall != fmt.Sprintf("%.1f", *w.Recall*100) {
				t.Errorf("%s: %s/%s: recall is %q, the JSON has %v", form, family, setting, recall, w.Recall)
			}
		}
		if seen != 3*12 {
			t.Errorf("%s: %d rows were compared, want 36", form, seen)
		}
	}
}

// rowsOf returns the rows of each family's first table, the family's name in front.
func rowsOf(text, pattern string, rows func(string) [][]string) [][]string {
	var list [][]string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		for _, r := range rows(m[2]) {
			if len(r) > 5 {
				list = append(list, append([]string{m[1]}, r...))
			}
		}
	}
	return list
}

// The frontier is well-formed, and its points are recall over the same cases at every budget: a short one, which most
// budgets have room for, counts at those too.
func TestFrontier(t *testing.T) {
	bench, scores := run(t, summarytest.Honest, 1, summarytest.Story("a", 900), summarytest.Story("b", 60))
	r := New(bench, scores, false)
	svg := r.Frontiers()["stories"]
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the SVG is not well-formed: %v", err)
		}
	}
	points, differs := 0, 0
	for i, s := range bench.Settings {
		row := &r.Families[0].Rows[i]
		if s.Level != "" {
			if row.Same != nil {
				t.Errorf("%s: a level has figures over the cases of a budget: %+v", s, row.Same)
			}
			continue
		}
		points++
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
		if want := fmt.Sprintf("toktee, %s tokens: %.1f%%<", s, want*100); !strings.Contains(svg, want) {
			t.Errorf("the SVG lacks %q", want)
		}
	}
	if points != 9 || differs == 0 {
		t.Errorf("%d budgets, at %d of which recall is about other cases: want 9, and some", points, differs)
	}
	for _, want := range []string{
		">budget in tokens (logarithmic)<", ">labelled facts kept, mean of 2 outputs<", ">ceiling<", ">its end<",
		">so many of the 2 outputs are longer than that and are cut<",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("the SVG lacks %q", want)
		}
	}
	if got := (&Report{Families: []Family{{Name: "empty"}}}).Frontiers(); len(got) > 0 {
		t.Errorf("a family without rows has a frontier: %q", got)
	}
}

// TestPageExplainsItsColumns holds that every column of the families' tables is in the legend, or belongs to the one
// before it, and that every curve and cut is.
func TestPageExplainsItsColumns(t *testing.T) {
	bench, scores := run(t, summarytest.Honest, 1, summarytest.Story("a", 900))
	r := New(bench, scores, true)
	var page bytes.Buffer
	if err := r.HTML(&page, nil); err != nil {
		t.Fatal(err)
	}
	explained := map[string]bool{}
	for _, m := range regexp.MustCompile(`<dt>([^<]*)</dt><dd>[^<]{10}`).FindAllStringSubmatch(page.String(), -1) {
		explained[html.UnescapeString(m[1])] = true
	}
	for _, name := range baseline.Names() {
		if !explained[name] || curveSays[name] == "" {
			t.Errorf("the page doesn't explain the cut %s", name)
		}
	}
	for _, g := range r.familyPage(&r.Families[0]).Tables[0].Head {
		if len(g.Columns) == 0 || !explained[g.Columns[0].Head] {
			t.Errorf("the page doesn't explain the first column of %q", g.Title)
		}
		for _, c := range g.Columns {
			if !explained[c.Head] && c.Head != "95%" && c.Head != "p95" && c.Head != "max" {
				t.Errorf("the page doesn't explain the column %s", c.Head)
			}
		}
	}
}
