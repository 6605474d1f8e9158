package bench

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// Print writes the report for people: a block for each family, then the violations.
func (r *Report) Print(w io.Writer) error {
	for i := range r.Families {
		if err := r.Families[i].print(w); err != nil {
			return err
		}
	}
	return printViolations(w, r.Violations)
}

func (f *Family) print(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d cases, %d facts, %d tokens raw\n", f.Name, f.Cases, f.Facts, f.RawTokens)
	if err := printTable(w, f.groups(), f.Rows); err != nil {
		return err
	}
	for _, r := range f.Fixed {
		fmt.Fprintf(w, "%s: cuts %d of %d cases, saves %s%%, recall %s%%, intact %s%%, net %s%%\n",
			r.Name, r.Cut, r.Cases, pct(&r.Saved), pct(r.Recall), pct(&r.Intact), pct(&r.Net))
	}
	for _, c := range f.Counts {
		fmt.Fprintf(w, "count of %s: %d cases, %d as an independent tool counted, %d not counted, %d otherwise\n",
			c.Key, c.Checked, c.Equal, c.Silent, len(c.Differ))
		if f.Name == All {
			continue // the families have named them
		}
		for _, d := range c.Differ {
			fmt.Fprintf(w, "  %s: %d, the tool has %d\n", d.Case, d.Got, d.Want)
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}

// violationsListed is how many violations of a kind are listed; the JSON has all.
const violationsListed = 25

func printViolations(w io.Writer, vs []Violation) error {
	if len(vs) == 0 {
		_, err := fmt.Fprintln(w, "violations: none")
		return err
	}
	fmt.Fprintf(w, "violations: %d\n", len(vs))
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "kind\tcase\tsetting\twhat")
	listed := map[string]int{}
	for _, v := range vs {
		if listed[v.Kind]++; listed[v.Kind] <= violationsListed {
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", v.Kind, v.Case, v.Setting, oneLine(v.Detail))
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(listed)) {
		if more := listed[kind] - violationsListed; more > 0 {
			fmt.Fprintf(tw, "%s\t\t\tand %d more\n", kind, more)
		}
	}
	return tw.Flush()
}

// oneLine keeps a detail from breaking a table.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 {
			return ' '
		}
		return r
	}, s)
}
