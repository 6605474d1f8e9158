package score

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/toktee/toktee/result"
)

// account checks that the lines shown and omitted are all lines from 1 to total, each once, and that an omission of
// lines counts as many as it spans. An omission without lines, such as a cut by the caller, isn't of this text.
func account(shown [][2]int, omissions []result.Omission, total int) error {
	all := slices.Clone(shown)
	for _, o := range omissions {
		if !ofLines(&o) {
			continue
		}
		if n := count(o.Lines); o.Kind == "line" && o.Count != n {
			return fmt.Errorf("an omission of %d lines spans %d (%d-%d)", o.Count, n, o.Lines[0], o.Lines[1])
		}
		all = append(all, o.Lines)
	}
	slices.SortFunc(all, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	next := 1
	for _, r := range all {
		switch {
		case r[1] < r[0]:
			return fmt.Errorf("range %d-%d is empty", r[0], r[1])
		case r[0] > next:
			return fmt.Errorf("lines %d-%d of %d are neither shown nor omitted", next, r[0]-1, total)
		case r[0] < next:
			return fmt.Errorf("line %d is accounted for twice", r[0])
		}
		next = r[1] + 1
	}
	if next-1 != total {
		return fmt.Errorf("%d lines are accounted for, the text has %d", next-1, total)
	}
	return nil
}

// numberedLine matches a line of a file after its number, as agents' Read tools and cat -n print it.
var numberedLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ *(\d+)[→\t]`) })

// misplaced returns an error unless omissions have the lines of a file that they claim: as many as lines of the output,
// all with the same offset, and equal to the numbers that the output prints before its lines.
func (t *Truth) misplaced(omissions []result.Omission) error {
	shift, known := 0, false
	for _, o := range omissions {
		if o.FileLines == [2]int{} {
			continue
		}
		by := o.FileLines[0] - o.Lines[0]
		if count(o.FileLines) != count(o.Lines) || known && by != shift {
			return fmt.Errorf(
				"the result states that lines %v are lines %v of the file, but other lines are %d further down",
				o.Lines, o.FileLines, shift)
		}
		shift, known = by, true
	}
	if !known {
		return nil
	}
	n, numbers := 0, 0
	for l := range strings.Lines(t.Clean) {
		n++
		m := numberedLine().FindStringSubmatch(l)
		if m == nil {
			continue
		}
		if numbers++; m[1] == strconv.Itoa(n+shift) {
			return nil
		}
	}
	if numbers > t.lines/2 {
		return fmt.Errorf("the result states that lines are %d further down in the file, but their printed numbers "+
			"differ", shift)
	}
	return nil
}

// missingLine returns the first line that some ranges have and others lack; both lists are sorted.
func missingLine(have, others [][2]int) (line int, missing bool) {
	i := 0
	for _, r := range have {
		for from := r[0]; from <= r[1]; {
			for i < len(others) && others[i][1] < from {
				i++
			}
			if i == len(others) || others[i][0] > from {
				return from, true
			}
			from = others[i][1] + 1
		}
	}
	return 0, false
}
