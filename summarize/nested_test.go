package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/summarize"
)

// TestNestedPastExactBudgets holds that the budget from which on the cost of a page is estimated shows no less than the
// last one at which more is tried.
func TestNestedPastExactBudgets(t *testing.T) {
	var b strings.Builder
	n := 0
	for _, part := range []struct {
		lines       int
		word, below string
	}{
		{18, "tests", ""}, {14, "a  b", ""}, {18, "error: no tin", "\n\n\n"},
		{39, "tests", "tin.c:1:2: error: no tin\n"}, {2, "ok", "\n\n\n"}, {2, "pour", ""},
	} {
		for range part.lines {
			n++
			fmt.Fprintf(&b, "%6d\t%s\n", n, part.word)
		}
		b.WriteString(part.below)
	}
	req := summarize.Request{Command: "cat -n tin.md", Stdout: []byte(b.String())}
	var last shownLines
	cfg := summarize.Config{Enabled: true, Level: summarize.Conservative, Recovery: recovery}
	for budget := 280; budget < 330; budget++ {
		cfg.Budget = budget
		r := run(t, cfg, req)
		now, n := linesOf(r), r.Metadata().LLMTokens
		if line, ok := last.missing(now); ok || n > budget {
			t.Errorf("budget %d: %d tokens, line %d isn't shown, though it was below", budget, n, line)
		}
		last = now
	}
}
