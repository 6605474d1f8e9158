package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// differencesListed is how many differences of a part are listed.
const differencesListed = 8

// printTable writes the parts of one repository.
func printTable(w io.Writer, dir string, parts []*part) {
	fmt.Fprintln(w, dir)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "\tpart\tchecked\tequal\tdifferent\tresult")
	for _, p := range parts {
		fmt.Fprintf(tw, "\t%s\t%d\t%d\t%d\t%s\n", p.name, p.checked, p.equal, len(p.differ), p.result())
	}
	tw.Flush()
	for _, p := range parts {
		for _, n := range p.notes {
			fmt.Fprintf(w, "  %s: %s\n", p.name, n)
		}
		for i, d := range p.differ {
			if i == differencesListed {
				fmt.Fprintf(w, "  %s: and %d more\n", p.name, len(p.differ)-i)
				break
			}
			fmt.Fprintf(w, "  %s: %s: %s: want %s, got %s\n", p.name, d.item, d.what, d.want, d.got)
		}
	}
	fmt.Fprintln(w)
}

// result returns the last cell of the part's row.
func (p *part) result() string {
	word := "ok"
	switch {
	case p.checked == 0:
		return "nothing to check"
	case !p.passed():
		word = "FAILED"
	}
	if p.score != nil {
		word += fmt.Sprintf(", %.1f%% (at least %.0f%%)", p.score.share*100, p.score.least*100)
	}
	return word
}
