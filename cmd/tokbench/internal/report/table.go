package report

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/figures"
)

// group is some columns of a table that belong together, under a heading of their own.
type group struct {
	Title   string
	Columns []column
}

// column is a heading, what it means, and a cell for each row; cells are right-aligned.
type column struct {
	Head string
	Says string // for the page's legend; "" where the column before it says it
	cell func(r *Row) string
}

// Columns that every table has.
var (
	settingColumns = []column{
		{"setting", "a level, or a budget in tokens", func(r *Row) string { return r.Setting }},
		{"cases", "outputs of the family", func(r *Row) string { return fmt.Sprint(r.Cases) }},
		{"over", "those longer than the budget; recall and hard are about these alone, other ones in each row",
			func(r *Row) string { return fmt.Sprint(r.Over) }},
	}
	tokteeColumns = []column{
		{"saved", "% of all tokens that the texts don't have",
			func(r *Row) string { return figures.Percent(&r.Saved) }},
		{"recall", "% of an output's labelled facts that the text keeps, mean of the outputs over the budget, " +
			"with its 95% bootstrap interval over outputs", func(r *Row) string { return figures.Percent(r.Recall) }},
		{"95%", "", func(r *Row) string { return figures.Span(r.Intervals.Recall) }},
		{"intact", "% of all outputs with facts that keep every fact",
			func(r *Row) string { return figures.Percent(r.Intact) }},
		{"95%", "", func(r *Row) string { return figures.Span(r.Intervals.Intact) }},
		{"hard", "the same of the outputs over the budget", func(r *Row) string { return figures.Percent(r.Hard) }},
		{"95%", "", func(r *Row) string { return figures.Span(r.Intervals.Hard) }},
		{"net", "saved, after the raw text and 120 tokens are paid again for every output that lost a fact",
			func(r *Row) string { return figures.Percent(&r.Net) }},
		{"tokens", "mean tokens of a text", func(r *Row) string { return fmt.Sprintf("%.0f", r.Tokens) }},
		{"to-facts", "mean tokens that a session pays until it has seen every fact of an output over the budget",
			func(r *Row) string { return whole(r.ToFacts) }},
	}
	violationColumns = []column{
		{"worse", "texts with more tokens than the raw one", func(r *Row) string { return fmt.Sprint(r.Worse) }},
		{"over-b", "texts over their budget", func(r *Row) string { return fmt.Sprint(r.OverBudget) }},
		{"other", "other broken promises", func(r *Row) string { return fmt.Sprint(r.Broken) }},
	}
	timeColumns = []column{
		{"mean", "milliseconds that a summary takes", func(r *Row) string { return ms(r.Times.Mean) }},
		{"p95", "", func(r *Row) string { return ms(r.Times.P95) }},
		{"max", "", func(r *Row) string { return ms(r.Times.Max) }},
	}
)

// groups are the columns of a family's table.
func (f *Family) groups() []group {
	groups := append(f.ownGroups(), cutGroups()...)
	if f.timed() {
		groups = append(groups, group{"ms", timeColumns})
	}
	return groups
}

func (f *Family) timed() bool { return len(f.Rows) > 0 && f.Rows[0].Times != nil }

// ownGroups are what is said of toktee's texts.
func (f *Family) ownGroups() []group {
	return []group{{"", settingColumns}, {"toktee", tokteeColumns}, {"violations", violationColumns}}
}

// cutGroups are the baselines.
func cutGroups() []group {
	var groups []group
	for i, name := range baseline.Names() {
		groups = append(groups, group{name, []column{
			{"recall", "", func(r *Row) string { return figures.Percent(r.Baselines[i].Recall) }},
			{"intact", "", func(r *Row) string { return figures.Percent(r.Baselines[i].Intact) }},
		}})
	}
	return groups
}

// cells are the cells of the family's table, by row.
func (f *Family) cells() [][]string { return f.cellsOf(f.groups()) }

// cellsOf are the cells of some columns, by row.
func (f *Family) cellsOf(groups []group) [][]string {
	var rows [][]string
	for i := range f.Rows {
		var row []string
		for _, g := range groups {
			for _, c := range g.Columns {
				row = append(row, c.cell(&f.Rows[i]))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// printTable writes the rows under two lines of headings.
func (f *Family) printTable(w io.Writer) error {
	cells := f.cells()
	lines := make([]strings.Builder, 2+len(cells))
	at := 0 // the column
	for i, g := range f.groups() {
		if i > 0 {
			for j := range lines {
				lines[j].WriteString(" |")
			}
		}
		start := lines[1].Len()
		for _, c := range g.Columns {
			printColumn(lines[1:], c.Head, cells, at)
			at++
		}
		fmt.Fprintf(&lines[0], " %-*s", lines[1].Len()-start-1, g.Title)
	}
	for i := range lines {
		if _, err := fmt.Fprintln(w, strings.TrimRight(lines[i].String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// printColumn appends one column to the lines, the first of which has the heading.
func printColumn(lines []strings.Builder, head string, cells [][]string, at int) {
	width := utf8.RuneCountInString(head)
	for _, row := range cells {
		width = max(width, utf8.RuneCountInString(row[at]))
	}
	fmt.Fprintf(&lines[0], " %*s", width, head)
	for i, row := range cells {
		fmt.Fprintf(&lines[1+i], " %*s", width, row[at])
	}
}

// whole is a number of tokens, "-" for none.
func whole(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f", *v)
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }
