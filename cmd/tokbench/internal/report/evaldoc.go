package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// Doc lays the report out for people: the tables of each family, of the best plain cuts and of whole sessions, and the
// broken promises.
func (r *Report) Doc() *Doc {
	d := &Doc{}
	for i := range r.Families {
		d.Sections = append(d.Sections, r.Families[i].sections()...)
	}
	if t := r.floorTable(); t != nil {
		d.Sections = append(d.Sections, Section{Title: "floor: " + floorNote, Table: t})
	}
	if len(r.Ordered) > 0 {
		t := sessionsTable(r.Ordered)
		d.Sections = append(d.Sections, Section{Title: "whole sessions: " + sessionsNote, Table: t})
	}
	d.Sections = append(d.Sections, violationsSection(r.Violations))
	return d
}

// rowColumns are the columns of a family's first table.
var rowColumns = []struct {
	Column
	cell func(*Row) string
}{
	{num("setting", "a level, or a budget in tokens"), func(r *Row) string { return r.Setting }},
	{num("cases", "outputs of the family"), func(r *Row) string { return strconv.Itoa(r.Cases) }},
	{num("over", "those longer than the budget; recall and hard count these alone, others in each row"),
		func(r *Row) string { return strconv.Itoa(r.Over) }},
	{num("saved", "% of all tokens that the texts don't have"), func(r *Row) string { return score.Percent(&r.Saved) }},
	{num("recall", "% of an output's labelled facts that the text keeps: mean of the outputs over the budget, with "+
		"its 95% bootstrap interval"), func(r *Row) string { return score.Percent(r.Recall) }},
	{num("95%", ""), func(r *Row) string { return score.Span(r.Intervals.Recall) }},
	{num("intact", "% of all outputs with facts that keep every fact"),
		func(r *Row) string { return score.Percent(r.Intact) }},
	{num("95%", ""), func(r *Row) string { return score.Span(r.Intervals.Intact) }},
	{num("hard", "the same of the outputs over the budget"), func(r *Row) string { return score.Percent(r.Hard) }},
	{num("95%", ""), func(r *Row) string { return score.Span(r.Intervals.Hard) }},
	{num("net", "saved, after paying again the raw text and 120 tokens for every output that lost a fact"),
		func(r *Row) string { return score.Percent(&r.Net) }},
	{num("tokens", "mean tokens of a text"), func(r *Row) string { return fmt.Sprintf("%.0f", r.Tokens) }},
	{num("to-facts", "mean tokens that a session pays until it has seen every fact of an output over the budget"),
		func(r *Row) string {
			if r.ToFacts == nil {
				return "-"
			}
			return fmt.Sprintf("%.0f", *r.ToFacts)
		}},
	{num("worse", "texts with more tokens than the raw one"), func(r *Row) string { return strconv.Itoa(r.Worse) }},
	{num("over-b", "texts over their budget"), func(r *Row) string { return strconv.Itoa(r.OverBudget) }},
	{num("other", "other broken promises"), func(r *Row) string { return strconv.Itoa(r.Broken) }},
}

// cutHints explain the cuts of package baseline.
var cutHints = map[string]string{
	"head": "start of the output", "tail": "its end", "head+tail": "both ends",
	"strip+regex": "error lines, the last first", "error lines": "error lines, the first first",
	"random": "lines at random", "ceiling": "whole lines with the facts: the best of lines",
}

// sections returns the family's tables, the fixed cuts, and the counts that differ from independent tools.
func (f *Family) sections() []Section {
	own, cuts := &Table{}, &Table{Columns: []Column{num("setting", "")}}
	for _, c := range rowColumns {
		own.Columns = append(own.Columns, c.Column)
	}
	for _, name := range baseline.Names() {
		cuts.Columns = append(cuts.Columns, num(name, "recall / intact of a cut of as many tokens: "+cutHints[name]))
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		var cells []Cell
		for _, c := range rowColumns {
			cells = append(cells, textCell(c.cell(r)))
		}
		own.Rows = append(own.Rows, cells)
		cells = []Cell{textCell(r.Setting)}
		for _, b := range r.Baselines {
			cells = append(cells, textCell(score.Percent(b.Recall)+" / "+score.Percent(b.Intact)))
		}
		cuts.Rows = append(cuts.Rows, cells)
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
		if f.Name == score.All {
			continue // the sections of the families list them
		}
		for _, d := range c.Differ {
			notes = append(notes, fmt.Sprintf("  %s: %d, the tool has %d", d.Case, d.Got, d.Want))
		}
	}
	title := fmt.Sprintf("%s: %d cases, %d facts, %d tokens raw", f.Name, f.Cases, f.Facts, f.RawTokens)
	list := []Section{
		{Title: title, Table: own}, {Title: f.Name + ", cuts of the same tokens", Notes: notes, Table: cuts},
	}
	if same := f.sameTable(); len(same.Rows) > 0 {
		title := fmt.Sprintf("%s, recall of the same outputs at every budget", f.Name)
		list = append(list, Section{Title: title, Table: same})
	}
	return list
}

// sameTable has the recall of the same outputs at every budget: those with facts that the smallest budget must cut.
func (f *Family) sameTable() *Table {
	t := newTable(0, append([]string{"budget", "outputs", "of them cut", "toktee"}, baseline.Names()...)...)
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
		t.add(cells...)
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
	t := newTable(4, "kind", "case", "setting", "what")
	listed := map[string]int{}
	for _, v := range list {
		if listed[v.Kind]++; listed[v.Kind] <= maxViolations {
			t.add(v.Kind, v.Case, v.Setting, v.Detail)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(listed)) {
		if more := listed[kind] - maxViolations; more > 0 {
			t.add(kind, "", "", fmt.Sprintf("and %d more", more))
		}
	}
	return Section{Title: fmt.Sprintf("violations: %d", len(list)), Table: t}
}
