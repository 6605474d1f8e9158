package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// minOutputs is the fewest outputs above a budget by which a family is judged. With fewer, one output decides: these
// families are marked, and no check fails.
const minOutputs = 10

// judgedBudgets are the budgets at which toktee may not keep less than the best plain cut of the same tokens.
var judgedBudgets = []int{100, 250, 500, 1000, 2000, 4000}

// A mark compares a family's recall with that of the best plain cut, as the table prints it.
type mark string

const (
	atLeast mark = ""    // as much as the best plain cut, or more
	few     mark = "(*)" // less, of fewer than [minOutputs] outputs
	below   mark = "*"   // less
)

// judge compares the recall of a family with that of the best plain cut. over is the number of outputs that exceed the
// budget. Recalls are equal if their first four decimals are, since a report has no more.
func judge(over int, recall, best float64) mark {
	switch {
	case recall >= best-0.00005:
		return atLeast
	case over < minOutputs:
		return few
	}
	return below
}

// A bestCut is the plain cut that keeps most of the same outputs at the same tokens.
type bestCut struct {
	name   string
	recall float64
	mark   mark
}

// bestCut returns the best plain cut of the row, nil if no case counts.
func (r *Row) bestCut() *bestCut {
	if r.Recall == nil {
		return nil
	}
	var best *bestCut
	for i, name := range baseline.Names() {
		recall := r.Baselines[i].Recall
		if baseline.Plain(i) && recall != nil && (best == nil || *recall > best.recall) {
			best = &bestCut{name: name, recall: *recall}
		}
	}
	if best != nil {
		best.mark = judge(r.Over, *r.Recall, best.recall)
	}
	return best
}

// fields returns the JSON of the best plain cut.
func (c *bestCut) fields() any {
	if c == nil {
		return nil
	}
	return map[string]any{"cut": c.name, "recall": score.Fixed(c.recall), "below": c.mark != atLeast}
}

// floorNote explains the cells of [Report.floorTable].
const floorNote = "recall of toktee in percent / that of the best plain cut with as many tokens: tail (t), " +
	"head+tail (h), strip+regex (s) or error lines (e); * toktee's recall is lower, (*) it is lower, but fewer than " +
	"10 outputs exceed the budget"

// floorTable has a row for each family and a column for each judged budget. It is nil if none of them was measured.
func (r *Report) floorTable() *Table {
	heads := []string{"family"}
	var columns []int
	for i, s := range r.settings {
		if s.Level == "" && slices.Contains(judgedBudgets, s.Budget) {
			heads = append(heads, strconv.Itoa(s.Budget))
			columns = append(columns, i)
		}
	}
	if len(columns) == 0 {
		return nil
	}
	t := NewTable(len(heads), heads...)
	for i := range r.Families {
		cells := []string{r.Families[i].Name}
		for _, j := range columns {
			cell, row := "-", &r.Families[i].Rows[j]
			if best := row.bestCut(); best != nil {
				cell = fmt.Sprintf("%s / %.1f%c%s", score.Percent(row.Recall), best.recall*100, best.name[0], best.mark)
			}
			cells = append(cells, cell)
		}
		t.Add(cells...)
	}
	return t
}

// A Breach is a family that keeps less than the best plain cut at a budget.
type Breach struct {
	Family       string
	Budget       int
	Over         int // outputs that exceed the budget
	Recall, Best float64
	Cut          string // the plain cut that keeps more
}

// Breaches lists the families of a report of eval in JSON that keep less than the best plain cut. A report without a
// family to judge is an error.
func Breaches(report []byte) ([]Breach, error) {
	f, err := readEval(report)
	if err != nil {
		return nil, fmt.Errorf("reading the report: %w", err)
	}
	var list []Breach
	judged := 0
	for _, name := range slices.Sorted(maps.Keys(f.Families)) {
		for _, budget := range judgedBudgets {
			s := f.Families[name].Settings[strconv.Itoa(budget)]
			recall, counts := s["recall"].(float64)
			best, hasCut := s["floor"].(map[string]any)
			if !counts || !hasCut { // null if no output of the family counts
				continue
			}
			judged++
			over, _ := s["over"].(float64)
			bestRecall, _ := best["recall"].(float64)
			if judge(int(over), recall, bestRecall) == below {
				list = append(list, Breach{name, budget, int(over), recall, bestRecall, fmt.Sprint(best["cut"])})
			}
		}
	}
	if judged == 0 {
		return nil, fmt.Errorf("the report has no family to judge at any of the budgets %v", judgedBudgets)
	}
	return list, nil
}

// Below lays out the breaches and their number.
func Below(list []Breach) *Doc {
	t := NewTable(1, "family", "budget", "over", "recall", "best plain cut", "its recall")
	for _, b := range list {
		t.Add(b.Family, strconv.Itoa(b.Budget), strconv.Itoa(b.Over), score.Percent(&b.Recall)+"%", b.Cut,
			score.Percent(&b.Best)+"%")
	}
	return summed(fmt.Sprintf("%d below the best plain cut at the same tokens", len(list)), t)
}
