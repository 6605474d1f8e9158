package bench

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/stats"
)

// group is some columns of a block that belong together, under a heading of their own.
type group struct {
	title string
	cols  []column
}

// column is a heading and a cell for each row; cells are right-aligned.
type column struct {
	head string
	cell func(r *Row) string
}

// groups are the columns of a family's block.
func (f *Family) groups() []group {
	gs := []group{
		{"", []column{{"setting", func(r *Row) string { return r.Setting }}, {"cases", func(r *Row) string { return fmt.Sprint(r.Cases) }},
			{"over", func(r *Row) string { return fmt.Sprint(r.Over) }}}},
		{"toktee", []column{
			{"saved", func(r *Row) string { return pct(&r.Saved) }},
			{"recall", func(r *Row) string { return pct(r.Recall) }},
			{"95%", func(r *Row) string { return span(r.Intervals.Recall) }},
			{"intact", func(r *Row) string { return pct(&r.Intact) }},
			{"95%", func(r *Row) string { return span(r.Intervals.Intact) }},
			{"hard", func(r *Row) string { return pct(r.Hard) }},
			{"95%", func(r *Row) string { return span(r.Intervals.Hard) }},
			{"net", func(r *Row) string { return pct(&r.Net) }},
			{"tokens", func(r *Row) string { return fmt.Sprintf("%.0f", r.Tokens) }},
			{"to-facts", func(r *Row) string { return whole(r.ToFacts) }}}},
		{"violations", []column{
			{"worse", func(r *Row) string { return fmt.Sprint(r.Worse) }},
			{"over-b", func(r *Row) string { return fmt.Sprint(r.OverBudget) }},
			{"other", func(r *Row) string { return fmt.Sprint(r.Broken) }}}},
	}
	for i, name := range Baselines() {
		gs = append(gs, group{name, []column{
			{"recall", func(r *Row) string { return pct(r.Baselines[i].Recall) }},
			{"intact", func(r *Row) string { return pct(&r.Baselines[i].Intact) }}}})
	}
	if len(f.Rows) > 0 && f.Rows[0].Times != nil {
		gs = append(gs, group{"ms", []column{
			{"mean", func(r *Row) string { return ms(r.Times.Mean) }},
			{"p95", func(r *Row) string { return ms(r.Times.P95) }},
			{"max", func(r *Row) string { return ms(r.Times.Max) }}}})
	}
	return gs
}

// printTable writes rows under two lines of headings.
func printTable(w io.Writer, groups []group, rows []Row) error {
	lines := make([]strings.Builder, 2+len(rows))
	for i, g := range groups {
		if i > 0 {
			for j := range lines {
				lines[j].WriteString(" |")
			}
		}
		start := lines[1].Len()
		for _, c := range g.cols {
			cells := []string{c.head}
			for j := range rows {
				cells = append(cells, c.cell(&rows[j]))
			}
			width := 0
			for _, s := range cells {
				width = max(width, utf8.RuneCountInString(s))
			}
			for j, s := range cells {
				fmt.Fprintf(&lines[1+j], " %*s", width, s)
			}
		}
		fmt.Fprintf(&lines[0], " %-*s", lines[1].Len()-start-1, g.title)
	}
	for i := range lines {
		if _, err := fmt.Fprintln(w, strings.TrimRight(lines[i].String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// pct is a share in percent, "-" for none.
func pct(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f", *v*100)
}

// whole is a number of tokens, "-" for none.
func whole(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f", *v)
}

// span is an interval in percent, "-" for none.
func span(i stats.Interval) string {
	if !i.OK {
		return "-"
	}
	return fmt.Sprintf("%.0f-%.0f", i.Low*100, i.High*100)
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }
