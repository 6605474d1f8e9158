package genericdiag

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

const (
	maxTally   = 80 // bytes of a line that counts what was found
	maxTallies = 4  // such lines at the end of an output
)

// tally follows the lines at the end of an output that count its diagnostics: "10 warnings", "2 problems (2 warnings)",
// "33 files inspected, 2 offenses detected".
type tally struct {
	lines []int
	total int64
}

// line takes a line with text.
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

// counts is how many diagnostics a line counts, 0 where it counts none. What is counted as a whole is counted once, not
// by level again.
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

// beyond are the lines of the tally, below the last finding, where they count more than was found: the number of what
// was found isn't that of all.
func (t *tally) beyond(found []report.Finding) []int {
	if len(t.lines) == 0 || t.total <= int64(len(found)) || t.lines[0] <= found[len(found)-1].At {
		return nil
	}
	return t.lines
}
