package score

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/tokens"
)

// A Truth has the facts of a case that are known without the summariser, computed once a case. It isn't safe for
// concurrent use.
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
func NewTruth(c *corpus.Case, clean Cleaner, count *tokens.Counter) (*Truth, error) {
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

// failure returns the proof that the case's call failed, or "": its exit status, or failures counted by the tool's own
// report. A report that was read from a file may be of another call.
func (t *Truth) failure() string {
	c := t.Case
	switch {
	case c.Failed():
		return fmt.Sprintf("the exit code is %d", *c.ExitCode)
	case c.Counts["failed"] > 0 && !t.isContent():
		return fmt.Sprintf("the tool itself counts %d failures", c.Counts["failed"])
	}
	return ""
}

// isContent reports whether the output is requested content, such as a file.
func (t *Truth) isContent() bool {
	line := shell.Parse(t.Case.Command)
	return toolname.PrintsContent(toolname.FamilyOf(t.Case.Tool, line), line)
}
