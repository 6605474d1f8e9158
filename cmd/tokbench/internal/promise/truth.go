package promise

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/corpus"
	"github.com/toktee/toktee/tokens"
)

// Truth is what is known of a case without asking the summariser, worked out once a case. It isn't safe for concurrent
// use.
type Truth struct {
	Case      *corpus.Case
	Clean     string // the output as a person would have seen it
	RawTokens int

	count      *tokens.Counter
	lines      int             // of the clean text; a last one without a line feed counts
	numbers    map[string]bool // the runs of digits in the clean text and in the call
	lineCounts map[string]bool // how many lines start with a word, for every word; nil until it is needed
}

// NewTruth cleans the output of a case and counts it.
func NewTruth(c *corpus.Case, clean summary.Cleaner, count *tokens.Counter) (*Truth, error) {
	raw := c.Raw()
	text, err := clean(c, raw)
	if err != nil {
		return nil, fmt.Errorf("cleaning the output of %s: %w", c.ID, err)
	}
	t := &Truth{
		Case: c, Clean: text, RawTokens: count.Count(raw),
		count: count, lines: countLines(text), numbers: map[string]bool{},
	}
	for _, s := range append(callTexts(c), text) {
		for run := range digitRuns(s) {
			t.numbers[run] = true
		}
	}
	return t, nil
}

// callTexts are the texts of a call, from which a summary may take words.
func callTexts(c *corpus.Case) []string {
	return []string{c.Command, c.Path, c.Pattern, c.Intent, string(c.Args)}
}

// countLines is the number of lines of a text; a last one without a line feed counts.
func countLines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && s[len(s)-1] != '\n' {
		n++
	}
	return n
}
