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

// column is a heading and a cell for each row; cells are right-aligned.
type column struct {
	Head string
	cell func(r *Row) string
}

// Columns that every table has.
var (
	settingColumns = []column{
		{"setting", func(r *Row) string { return r.Setting }},
		{"cases", func(r *Row) string { return fmt.Sprint(r.Cases) }},
		{"over", func(r *Row) string { return fmt.Sprint(r.Over) }},
	}
	tokteeColumns = []column{
		{"saved", func(r *Row) string { return figures.Percent(&r.Saved) }},
		{"recall", func(r *Row) string { return figures.Percent(r.Recall) }},
		{"95%", func(r *Row) string { return figures.Span(r.Intervals.Recall) }},
		{"intact", func(r *Row) string { return figures.Percent(r.Intact) }},
		{"95%", func(r *Row) string { return figures.Span(r.Intervals.Intact) }},
		{"hard", func(r *Row) string { return figures.Percent(r.Hard) }},
		{"95%", func(r *Row) string { return figures.Span(r.Intervals.Hard) }},
		{"net", func(r *Row) string { return figures.Percent(&r.Net) }},
		{"tokens", func(r *Row) string { return fmt.Sprintf("%.0f", r.Tokens) }},
		{"to-facts", func(r *Row) string { return whole(r.ToFacts) }},
	}
	violationColumns = []column{
		{"worse", func(r *Row) string { return fmt.Sprint(r.Worse) }},
		{"over-b", func(r *Row) string { return fmt.Sprint(r.OverBudget) }},
		{"other", func(r *Row) string { return fmt.Sprint(r.Broken) }},
	}
	timeColumns = []column{
		{"mean", func(r *Row) string { return ms(r.Times.Mean) }},
		{"p95", func(r *Row) string { return ms(r.Times.P95) }},
		{"max", func(r *Row) string { return ms(r.Times.Max) }},
	}
)

// groups are the columns of a family's table.
func (f *Family) groups() []group {
	groups := []group{{"", settingColumns}, {"toktee", tokteeColumns}, {"violations", violationColumns}}
	for i, name := range baseline.Names() {
		groups = append(groups, group{name, []column{
			{"recall", func(r *Row) string { return figures.Percent(r.Baselines[i].Recall) }},
			{"intact", func(r *Row) string { return figures.Percent(r.Baselines[i].Intact) }},
		}})
	}
	if len(f.Rows) > 0 && f.Rows[0].Times != nil {
		groups = append(groups, group{"ms", timeColumns})
	}
	return groups
}

// cells are the cells of the table, by row.
func (f *Family) cells() [][]string {
	var rows [][]string
	for i := range f.Rows {
		var row []string
		for _, g := range f.groups() {
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
