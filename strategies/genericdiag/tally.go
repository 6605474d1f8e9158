package genericdiag

import (
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
	lines []int
	total int64
}

// line reads a line with text.
func (t *tally) line(l textLine) {
	n := int64(0)
	if len(l.bare) <= maxTally {
		n = counts(l.bare)
	}
	if n > 0 && len(t.lines) < maxTallies {
		t.lines = append(t.lines, l.n)
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

// beyond returns the lines of the tally below the last finding if they count more than was found. The number of
// findings is incomplete then.
func (t *tally) beyond(found []report.Finding) []int {
	if len(t.lines) == 0 || t.total <= int64(len(found)) || t.lines[0] <= found[len(found)-1].At {
		return nil
	}
	return t.lines
}
