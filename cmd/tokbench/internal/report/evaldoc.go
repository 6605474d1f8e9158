package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// Doc lays the report out for people: the tables of each family and of the best plain cuts, and the broken promises.
func (r *Report) Doc() *Doc {
	d := &Doc{}
	for i := range r.Families {
		d.Sections = append(d.Sections, r.Families[i].sections()...)
	}
	if t := r.floorTable(); t != nil {
		d.Sections = append(d.Sections, Section{Title: "floor: " + floorNote, Table: t})
	}
	if t := r.cutsTable(); t != nil {
		d.Sections = append(d.Sections, Section{Title: "cuts at balanced: " + cutsNote, Table: t})
	}
	d.Sections = append(d.Sections, violationsSection(r.Violations))
	return d
}

// rowColumns are the columns of a family's first table, which docs/tokbench.md explains.
var rowColumns = []struct {
	head string
	cell func(*Row) string
}{
	{"setting", func(r *Row) string { return r.Setting }},
	{"cases", func(r *Row) string { return strconv.Itoa(r.Cases) }},
	{"over", func(r *Row) string { return strconv.Itoa(r.Over) }},
	{"saved", func(r *Row) string { return score.Percent(&r.Saved) }},
	{"recall", func(r *Row) string { return score.Percent(r.Recall) }},
	{"95%", func(r *Row) string { return score.Span(r.Intervals.Recall) }},
	{"intact", func(r *Row) string { return score.Percent(r.Intact) }},
	{"95%", func(r *Row) string { return score.Span(r.Intervals.Intact) }},
	{"hard", func(r *Row) string { return score.Percent(r.Hard) }},
	{"95%", func(r *Row) string { return score.Span(r.Intervals.Hard) }},
	{"net", func(r *Row) string { return score.Percent(&r.Net) }},
	{"tokens", func(r *Row) string { return fmt.Sprintf("%.0f", r.Tokens) }},
	{"to-facts", func(r *Row) string {
		if r.ToFacts == nil {
			return "-"
		}
		return fmt.Sprintf("%.0f", *r.ToFacts)
	}},
	{"worse", func(r *Row) string { return strconv.Itoa(r.Worse) }},
	{"over-b", func(r *Row) string { return strconv.Itoa(r.OverBudget) }},
	{"other", func(r *Row) string { return strconv.Itoa(r.Broken) }},
}

// sections returns the family's tables, the fixed cuts, and the counts that differ from independent tools.
func (f *Family) sections() []Section {
	own, cuts := NewTable(0), NewTable(0, append([]string{"setting"}, baseline.Names()...)...)
	for _, c := range rowColumns {
		own.Columns = append(own.Columns, Column{c.head, true})
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		var cells []string
		for _, c := range rowColumns {
			cells = append(cells, c.cell(r))
		}
		own.Add(cells...)
		cells = []string{r.Setting}
		for _, b := range r.Baselines {
			cells = append(cells, score.Percent(b.Recall)+" / "+score.Percent(b.Intact))
		}
		cuts.Add(cells...)
	}
	var notes []string
	for _, r := range f.Fixed {
		notes = append(notes, fmt.Sprintf("%s: cuts %d of %d cases, saves %s%%, recall %s%%, intact %s%%, net %s%%",
			r.Name, r.Cut, r.Cases, score.Percent(&r.Saved), score.Percent(r.Recall), score.Percent(r.Intact),
			score.Percent(&r.Net)))
	}
	for _, c := range f.Counts {
		notes = append(notes, fmt.Sprintf("count of %s: %d cases, %d as an independent tool counted, %d not counted, "+
			"%d different", c.Key, c.Checked, c.Equal, c.Silent, len(c.Differ)))
		if f.Name == All {
			continue // the sections of the families list them
		}
		for _, d := range c.Differ {
			notes = append(notes, fmt.Sprintf("  %s: %d, the tool has %d", d.Case, d.Got, d.Want))
		}
	}
	title := fmt.Sprintf("%s: %d cases, %d facts, %d tokens raw", f.Name, f.Cases, f.Facts, f.RawTokens)
	list := []Section{
		{Title: title, Table: own}, {Title: f.Name + ", plain cuts with as many tokens", Notes: notes, Table: cuts},
	}
	if same := f.sameTable(); len(same.Rows) > 0 {
		title := fmt.Sprintf("%s, recall of the same outputs at every budget", f.Name)
		list = append(list, Section{Title: title, Table: same})
	}
	return list
}

// sameTable has the recall of the same outputs at every budget: those with facts that the smallest budget must cut.
func (f *Family) sameTable() *Table {
	t := NewTable(0, append([]string{"budget", "outputs", "of them cut", "toktee"}, baseline.Names()...)...)
	for i := range f.Rows {
		r := &f.Rows[i]
		if r.Same == nil {
			continue
		}
		cells := []string{
			r.Setting, strconv.Itoa(r.Same.Cases), strconv.Itoa(r.Labelled), score.Percent(&r.Same.Recall),
		}
		for _, recall := range r.Same.Baselines {
			cells = append(cells, score.Percent(&recall))
		}
		t.Add(cells...)
	}
	return t
}

// maxViolations is the most violations of a kind that are listed; the JSON has all.
const maxViolations = 25

// violationsSection lists the broken promises.
func violationsSection(list []score.Violation) Section {
	if len(list) == 0 {
		return Section{Title: "violations: none"}
	}
	t := NewTable(4, "kind", "case", "setting", "what")
	listed := map[string]int{}
	for _, v := range list {
		if listed[v.Kind]++; listed[v.Kind] <= maxViolations {
			t.Add(v.Kind, v.Case, v.Setting, v.Detail)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(listed)) {
		if more := listed[kind] - maxViolations; more > 0 {
			t.Add(kind, "", "", fmt.Sprintf("and %d more", more))
		}
	}
	return Section{Title: fmt.Sprintf("violations: %d", len(list)), Table: t}
}
