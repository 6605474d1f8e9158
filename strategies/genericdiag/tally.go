package genericdiag

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

const (
	maxTally   = 80 // most bytes of a line that counts diagnostics
	maxTallies = 4  // most such lines at the end of an output
)

// tally collects the lines at the end of an output that count its diagnostics: "10 warnings", "2 problems (2
// warnings)", "33 files inspected, 2 offenses detected".
type tally struct {
	lines   []int
	numbers []int64 // of these lines
	total   int64
}

// counts reports whether the tool counts n diagnostics, in one line or in all.
func (t *tally) counts(n int64) bool { return t.total == n || slices.Contains(t.numbers, n) }

// line reads a line with text.
func (t *tally) line(l textLine) {
	n := int64(0)
	if len(l.bare) <= maxTally {
		n = counts(l.bare)
	}
	if n > 0 && len(t.lines) < maxTallies {
		t.lines, t.numbers = append(t.lines, l.n), append(t.numbers, n)
		t.total += n
	}
}

// counts returns the number of diagnostics that a line counts, 0 for none. In "2 problems (2 warnings)" only the whole
// is counted.
func counts(s string) int64 {
	if !strings.ContainsAny(s, "123456789") {
		return 0
	}
	whole, byLevel := int64(0), int64(0)
	parse.EachCount(s, func(n int64, word string) {
		word = strings.TrimSuffix(strings.ToLower(word), "s")
		switch {
		case counted[word]:
			whole += n
		case levelWords[word] != 0:
			byLevel += n
		}
	})
	if whole > 0 {
		return whole
	}
	return byLevel
}

// below returns the lines of the tally if they come after the last finding.
func (t *tally) below(found []report.Finding) []int {
	if len(t.lines) == 0 || t.lines[0] <= found[len(found)-1].At {
		return nil
	}
	return t.lines
}
