package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/figures"
	"github.com/toktee/toktee/cmd/tokbench/internal/floor"
)

// A Floor is the plain cut that keeps most of the very same outputs at the very same tokens.
type Floor struct {
	Cut    string
	Recall float64
	Mark   floor.Mark
}

// floor is the best plain cut of the row, nil where no case has a say.
func (r *Row) floor() *Floor {
	if r.Recall == nil {
		return nil
	}
	var best *Floor
	for i, name := range baseline.Names() {
		recall := r.Baselines[i].Recall
		if baseline.Plain(i) && recall != nil && (best == nil || *recall > best.Recall) {
			best = &Floor{Cut: name, Recall: *recall}
		}
	}
	if best != nil {
		best.Mark = floor.Judge(r.Over, *r.Recall, best.Recall)
	}
	return best
}

// fields are the floor for the JSON.
func (f *Floor) fields() any {
	if f == nil {
		return nil
	}
	return map[string]any{"cut": f.Cut, "recall": figures.Fixed(f.Recall), "below": f.Mark != floor.Holds}
}

// floorLegend says what the table of floors has in its cells.
const floorLegend = "recall in percent, and that of the best plain cut of the very same tokens: " +
	"tail (t), head+tail (h), strip+regex (s) or error lines (e); * below it, (*) below it with fewer than 10 " +
	"outputs above the budget"

// floorTable is the table of floors: a heading, then a row for each family. It is empty where no budget was measured at
// which families are judged.
func (r *Report) floorTable() [][]string {
	heads := []string{"family"}
	var columns []int
	for i, s := range r.settings {
		if s.Level == "" && floor.Judged(s.Budget) {
			heads = append(heads, strconv.Itoa(s.Budget))
			columns = append(columns, i)
		}
	}
	if len(columns) == 0 {
		return nil
	}
	rows := [][]string{heads}
	for i := range r.Families {
		row := []string{r.Families[i].Name}
		for _, j := range columns {
			row = append(row, r.Families[i].Rows[j].floorCell())
		}
		rows = append(rows, row)
	}
	return rows
}

// floorCell is "91.6 / 34.2s", with the mark of one that is below; "-" where no case has a say.
func (r *Row) floorCell() string {
	f := r.floor()
	if f == nil {
		return "-"
	}
	return fmt.Sprintf("%s / %.1f%c%s", figures.Percent(r.Recall), f.Recall*100, f.Cut[0], f.Mark)
}

// printFloors writes the table of floors.
func (r *Report) printFloors(w io.Writer) error {
	rows := r.floorTable()
	if rows == nil {
		return nil
	}
	fmt.Fprintf(w, "floor: %s\n", floorLegend)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(tw, strings.Join(row, "\t"))
	}
	fmt.Fprintln(tw)
	return tw.Flush()
}

// markdownFloors writes the table of floors.
func (r *Report) markdownFloors(b *strings.Builder) {
	markdownTable(b, "Floor", floorLegend, r.floorTable(), 1)
}
