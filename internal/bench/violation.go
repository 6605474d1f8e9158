package bench

import "fmt"

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
	Worse      = "worse"       // more tokens than the raw text and its status line
	OverBudget = "over-budget" // more tokens than the budget
	Bytes      = "bytes"       // invalid UTF-8 or a control character
	Figures    = "figures"     // a token count or a saving that isn't so
	Invented   = "invented"    // a number, a path or a place that nothing explains
	Lines      = "lines"       // lines shown and lines omitted don't add up to the text, or to the gaps that it states
	Nested     = "nested"      // a line shown that a larger setting doesn't show
	Monotone   = "monotone"    // fewer tokens at a level that shows more
	Green      = "green"       // a failed command that is called a success
	Miscount   = "miscount"    // a count that isn't the one of the tool itself; only where that is asked for
	Broken     = "broken"      // an error in place of a summary
)

// violations gathers what one case breaks.
type violations struct {
	c    *Case
	list []Violation
}

func (v *violations) add(kind string, s Setting, format string, args ...any) {
	v.list = append(v.list, Violation{kind, v.c.Family, v.c.ID, s.String(), fmt.Sprintf(format, args...)})
}
