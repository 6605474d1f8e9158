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
}

// Worse returns those of the changes that got worse by more than is allowed.
func Worse(changes []Change) []Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return !c.Worse })
}

// Print writes what got worse as a table, and how many figures else have changed.
func Print(w io.Writer, changes []Change, markdown bool) error {
	worse, better := Worse(changes), 0
	for _, c := range changes {
		if !c.Worse && c.Points < 0 {
			better++
		}
	}
	if len(worse) > 0 {
		table := printTable
		if markdown {
			table = printMarkdown
		}
		if err := table(w, worse); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d figures got worse by more than is allowed, %d by less, %d got better\n",
		len(worse), len(changes)-len(worse)-better, better)
	return err
}

var heads = []string{"family", "setting", "figure", "old", "new"}

func (c *Change) cells() []string { return []string{c.Family, c.Setting, c.Figure, c.Old, c.New} }

func printTable(w io.Writer, list []Change) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, strings.Join(heads, "\t"))
	for i := range list {
		fmt.Fprintln(tw, strings.Join(list[i].cells(), "\t"))
	}
	return tw.Flush()
}

func printMarkdown(w io.Writer, list []Change) error {
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat(" --- |", len(heads)))
	for i := range list {
		fmt.Fprintf(w, "| %s |\n", strings.Join(list[i].cells(), " | "))
	}
	_, err := fmt.Fprintln(w)
	return err
}
