package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/toktee/toktee/cmd/tokbench/internal/figures"
	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/cmd/tokbench/internal/promise"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// Print writes the report for people: a block for each family, the floors, whole sessions, then the violations.
func (r *Report) Print(w io.Writer) error {
	for i := range r.Families {
		if err := r.Families[i].print(w); err != nil {
			return err
		}
	}
	if err := r.printFloors(w); err != nil {
		return err
	}
	if len(r.Ordered) > 0 {
		if err := ordered.PrintPossible(w, r.Ordered); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return printViolations(w, r.Violations)
}

// print writes the family's block: the table, the fixed cuts, and the counts that differ from independent tools'.
func (f *Family) print(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d cases, %d facts, %d tokens raw\n", f.Name, f.Cases, f.Facts, f.RawTokens)
	if err := f.printTable(w); err != nil {
		return err
	}
	for _, r := range f.Fixed {
		p := r.Percents()
		fmt.Fprintf(w, "%s: cuts %d of %d cases, saves %s%%, recall %s%%, intact %s%%, net %s%%\n",
			r.Name, r.Cut, r.Cases, p[0], p[1], p[2], p[3])
	}
	for _, c := range f.Counts {
		fmt.Fprintf(w, "count of %s: %d cases, %d as an independent tool counted, %d not counted, %d otherwise\n",
			c.Key, c.Checked, c.Equal, c.Silent, len(c.Differ))
		if f.Name == figures.All {
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

// printViolations writes the violations as a table, at most [violationsListed] of a kind.
func printViolations(w io.Writer, list []promise.Violation) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(w, "violations: none")
		return err
	}
	fmt.Fprintf(w, "violations: %d\n", len(list))
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "kind\tcase\tsetting\twhat")
	listed := map[string]int{}
	for _, v := range list {
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

// factWidth is how much of a lost fact is listed, in characters, and factsListed how many of them.
const (
	factWidth   = 60
	factsListed = 3
)

// PrintWorst writes the losses as a table.
func PrintWorst(w io.Writer, losses []score.Loss) error {
	fmt.Fprintf(w, "\nlost facts: %d listed\n", len(losses))
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "case\tsetting\tlost\tof\traw\ttokens\tfacts")
	for _, l := range losses {
		var facts []string
		for _, f := range l.Lost[:min(factsListed, len(l.Lost))] {
			facts = append(facts, fmt.Sprintf("%.*q", factWidth, f))
		}
		if more := len(l.Lost) - len(facts); more > 0 {
			facts = append(facts, fmt.Sprintf("and %d more", more))
		}
		fmt.Fprintf(tw, "%s\t%s\t%d\t%d\t%d\t%d\t%s\n", l.Case.ID, l.Setting, len(l.Lost), len(l.Case.Facts),
			l.RawTokens, l.Tokens, strings.Join(facts, " "))
	}
	return tw.Flush()
}
