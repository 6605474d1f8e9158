package bench

import "context"

// A Summariser makes the text for the model from a case's output.
type Summariser func(ctx context.Context, c *Case, s Setting) (Output, error)

// Output is a summary with all that it says of itself, which the scorer checks.
type Output struct {
	Text      string // what the model gets
	LLMTokens int
	UITokens  int
	Savings   int
	Budget    int // the budget that it says it kept to, 0 for none
	Success   bool
	Strategy  string
	Data      map[string]int64
	Details   []byte // JSON
	Shown     []Range
	Omissions []Omission
	Warnings  []string
	Why       func(line int) string // what became of a line of the clean text; may be nil
}

// Range is a range of lines, from 1, both ends included.
type Range struct{ First, Last int }

// Omission is something that was left out. The zero Lines stand for no lines of the text.
type Omission struct {
	Kind  string
	Count int
	Lines Range
}

// A Cleaner returns what a person would have seen of raw output: the text that line numbers refer to.
type Cleaner func(c *Case, raw []byte) (string, error)
