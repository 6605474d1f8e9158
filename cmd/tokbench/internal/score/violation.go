// Package promise finds the promises that a summary breaks.
//
// Nothing that a summary says of itself is believed. [Truth] is worked out from the case alone; [Truth.Check] counts
// the text's tokens again, looks up its numbers, paths and places in the output, and adds up the lines that are shown
// and left out. [Between] compares the summaries of one case at several settings. What doesn't agree is a [Violation].
//
// # Limits
//
// A wrong number that is anywhere in the output or the call isn't found: comparing with independent tools' counts does
// that ([Miscount]).
package score

import (
	"fmt"

	"github.com/toktee/toktee/internal/measure/corpus"
)

// Violation is a broken promise: of one summary, or between two of one case.
type Violation struct {
	Kind    string `json:"kind"`
	Family  string `json:"family"`
	Case    string `json:"case"`
	Setting string `json:"setting"`
	Detail  string `json:"detail"`
}

// The kinds of violation.
const (
	KindWorse      = "worse"       // more tokens than the raw text and its status line
	KindOverBudget = "over-budget" // more tokens than the budget
	KindBytes      = "bytes"       // invalid UTF-8 or a control character
	KindFigures    = "figures"     // a token count or a saving that is wrong
	KindInvented   = "invented"    // a number, a path or a place that nothing explains
	KindLines      = "lines"       // lines shown and lines omitted don't add up to the text, or to the gaps that it states
	KindNested     = "nested"      // a line shown that a larger setting doesn't show
	KindMonotone   = "monotone"    // fewer tokens at a level that shows more
	KindGreen      = "green"       // a failed command that is called a success
	KindMiscount   = "miscount"    // a count that isn't the one of the tool itself; only where that is asked for
	KindBroken     = "broken"      // an error in place of a summary
)

// Failure is the violation of a summariser that returned an error for a case.
func Failure(c *corpus.Case, s Setting, err error) Violation {
	return violation(c, KindBroken, s, "%v", err)
}

func violation(c *corpus.Case, kind string, s Setting, format string, args ...any) Violation {
	return Violation{kind, c.Family, c.ID, s.String(), fmt.Sprintf(format, args...)}
}
