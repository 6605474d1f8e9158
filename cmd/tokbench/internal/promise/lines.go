package promise

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
)

// account checks that the lines shown and the lines omitted are all lines from 1 to total, each once, and that an
// omission of lines counts as many as it spans. An omission without lines, such as what the caller itself had cut,
// isn't of this text.
func account(shown []summary.Range, omissions []summary.Omission, total int) error {
	all := slices.Clone(shown)
	for _, o := range omissions {
		if !o.OfLines() {
			continue
		}
		if n := o.Lines.Len(); o.Kind == "line" && o.Count != n {
			return fmt.Errorf("an omission of %d lines spans %d (%d-%d)", o.Count, n, o.Lines.First, o.Lines.Last)
		}
		all = append(all, o.Lines)
	}
	slices.SortFunc(all, func(a, b summary.Range) int { return cmp.Compare(a.First, b.First) })
	next := 1
	for _, r := range all {
		switch {
		case r.Last < r.First:
			return fmt.Errorf("range %d-%d is empty", r.First, r.Last)
		case r.First > next:
			return fmt.Errorf("lines %d-%d of %d are neither shown nor omitted", next, r.First-1, total)
		case r.First < next:
			return fmt.Errorf("line %d is accounted for twice", r.First)
		}
		next = r.Last + 1
	}
	if next-1 != total {
		return fmt.Errorf("%d lines are accounted for, the text has %d", next-1, total)
	}
	return nil
}

// missingLine returns the first line that some ranges have and others lack; both lists are sorted.
func missingLine(have, others []summary.Range) (line int, missing bool) {
	i := 0
	for _, r := range have {
		for from := r.First; from <= r.Last; {
			for i < len(others) && others[i].Last < from {
				i++
			}
			if i == len(others) || others[i].First > from {
				return from, true
			}
			from = others[i].Last + 1
		}
	}
	return 0, false
}
