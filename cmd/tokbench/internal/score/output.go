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
	Text    string // for the model
	Outcome string // pass, fail or unknown
	Details []byte // JSON
	result.Metadata
}

// count is the number of lines in a range, both ends included.
func count(lines [2]int) int { return lines[1] - lines[0] + 1 }

// has reports whether a range includes a line.
func has(lines [2]int, line int) bool { return lines[0] <= line && line <= lines[1] }

// named is the range by which the text names an omission.
func named(o *result.Omission) [2]int {
	if o.FileLines != [2]int{} {
		return o.FileLines
	}
	return o.Lines
}

// ofLines reports whether an omission is of lines of the text, unlike a cut by the caller.
func ofLines(o *result.Omission) bool { return o.Lines != [2]int{} }
