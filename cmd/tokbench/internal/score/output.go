package score

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/internal/measure/corpus"

	"github.com/toktee/toktee/result"
)

// A Summariser makes the text for the model from a case's output.
type Summariser func(ctx context.Context, c *corpus.Case, s Setting) (Output, error)

// Safely calls the summariser and turns a panic into an error, so that one case doesn't end the run.
func (f Summariser) Safely(ctx context.Context, c *corpus.Case, s Setting) (out Output, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f(ctx, c, s)
}

// A Cleaner returns raw output as a person would have seen it. Line numbers refer to that text.
type Cleaner func(c *corpus.Case, raw []byte) (string, error)

// An Output is a summary with all its claims, which the scorer checks.
type Output struct {
	Text      string // for the model
	LLMTokens int
	UITokens  int
	Savings   int
	Budget    int    // the budget that it claims to keep, 0 for none
	Outcome   string // pass, fail or unknown
	Strategy  string
	Data      map[string]int64
	Details   []byte // JSON
	Shown     []Range
	Omissions []Omission
	Sources   []result.Source
	Warnings  []string
}

// Range is a range of lines, from 1, both ends included.
type Range struct{ First, Last int }

// Len is the number of lines in the range.
func (r Range) Len() int { return r.Last - r.First + 1 }

// Has reports whether the range includes a line.
func (r Range) Has(line int) bool { return r.First <= line && line <= r.Last }

// Omission is something that was left out.
type Omission struct {
	Kind  string // the kind of the omitted items, such as "line"
	Count int    // how many of those
	Lines Range  // their lines; the zero Range for items that aren't lines of the text, such as a cut by the caller
	// InFile has the lines of the file that was read, if the text names those; else it is zero.
	InFile Range
}

// Named is the range by which the text names the omission.
func (o Omission) Named() Range {
	if o.InFile != (Range{}) {
		return o.InFile
	}
	return o.Lines
}

// OfLines reports whether the omission is of lines of the text.
func (o Omission) OfLines() bool { return o.Lines != Range{} }
