package bench

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/tokens"
)

// truth is what the scorer knows of a case without asking the summariser, worked out once a case.
type truth struct {
	c         *Case
	clean     string
	lines     int // of the clean text; a last one without a line feed counts
	rawTokens int
	numbers   map[string]bool // the runs of digits in the clean text and in the call
	starts    map[string]bool // how many lines start with a word, for every word; nil until it is asked for
}

func newTruth(c *Case, clean Cleaner, count *tokens.Counter) (*truth, error) {
	raw := c.Raw()
	text, err := clean(c, raw)
	if err != nil {
		return nil, fmt.Errorf("cleaning the output of %s: %w", c.ID, err)
	}
	t := &truth{c: c, clean: text, lines: countLines(text), rawTokens: count.Count(raw), numbers: map[string]bool{}}
	for _, s := range []string{text, c.Command, c.Path, c.Pattern, c.Intent, string(c.Args)} {
		for run := range digitRuns(s) {
			t.numbers[run] = true
		}
	}
	return t, nil
}

func countLines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && s[len(s)-1] != '\n' {
		n++
	}
	return n
}
