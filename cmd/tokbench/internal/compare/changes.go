package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Change is a figure that differs between two reports.
type Change struct {
	Family, Setting, Figure string
	Old, New                string
	Points                  float64 // by how much it got worse: points of percent, or percent; below 0 it got better
	Worse                   bool    // by more than is allowed
	// Lost and Gained are what the figure counts in pairs: results that had all facts in the old report alone, and in
	// the new one alone; of whole sessions, calls that were possible.
	Lost, Gained []string
}

// Worse returns those of the changes that got worse by more than is allowed.
func Worse(changes []Change) []Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return !c.Worse })
}

// Print writes what got worse as a table, what was lost and gained in pairs as another, whether or not that made a
// figure worse, and how many figures else have changed.
func Print(w io.Writer, changes []Change, markdown bool) error {
	var worse, pairs [][]string
	less, better := 0, 0
	for _, c := range changes {
		switch {
		case c.Worse:
			worse = append(worse, []string{c.Family, c.Setting, c.Figure, c.Old, c.New})
		case c.Points > 0:
			less++
		case c.Points < 0:
			better++
		}
		if len(c.Lost)+len(c.Gained) > 0 {
			pairs = append(pairs, []string{c.Family, c.Setting, names(c.Lost), names(c.Gained)})
		}
	}
	table := printTable
	if markdown {
		table = printMarkdown
	}
	if err := table(w, []string{"family", "setting", "figure", "old", "new"}, worse); err != nil {
		return err
	}
	if err := table(w, []string{"family", "setting", "lost", "gained"}, pairs); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%d figures got worse by more than is allowed, %d by less, %d got better\n",
		len(worse), less, better)
	return err
}

// namesListed is how many of what was lost, or gained, at one setting are named.
const namesListed = 10

// names are a table's cell: "-" for none.
func names(list []string) string {
	if len(list) == 0 {
		return "-"
	}
	s := strings.Join(list[:min(len(list), namesListed)], ", ")
	if more := len(list) - namesListed; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// printTable writes a table with a blank line after it, and nothing where there are no rows.
func printTable(w io.Writer, heads []string, rows [][]string) error {
	if len(rows) == 0 {
		return nil
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{heads}, rows...) {
		fmt.Fprintln(tw, strings.Join(row, "\t"))
	}
	fmt.Fprintln(tw)
	return tw.Flush()
}

func printMarkdown(w io.Writer, heads []string, rows [][]string) error {
	if len(rows) == 0 {
		return nil
	}
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat(" --- |", len(heads)))
	for _, row := range rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, strings.ReplaceAll(cell, "|", "\\|"))
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
	_, err := fmt.Fprintln(w)
	return err
}
