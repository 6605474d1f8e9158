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
	KindLines      = "lines"       // lines shown and omitted don't add up to the text, or to its gaps
	KindNested     = "nested"      // a line shown that a larger setting doesn't show
	KindMonotone   = "monotone"    // fewer tokens at a level that shows more
	KindGreen      = "green"       // a failed command that is called a success
	KindMiscount   = "miscount"    // a count that differs from the tool's own; only if requested
	KindBroken     = "broken"      // an error in place of a summary
)

// Failure is the violation of a summariser that returned an error for a case.
func Failure(c *corpus.Case, s Setting, err error) Violation {
	return violation(c, KindBroken, s, "%v", err)
}

func violation(c *corpus.Case, kind string, s Setting, format string, args ...any) Violation {
	return Violation{kind, c.Family, c.ID, s.String(), fmt.Sprintf(format, args...)}
}
