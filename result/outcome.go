package result

import "fmt"

// Outcome says whether a call did what it was asked to. Pass is proved, never assumed: an output of which nothing is
// known is Unknown, and not having passed isn't having failed.
type Outcome uint8

// The outcomes. Unknown is the zero value.
const (
	Unknown Outcome = iota
	Pass
	Fail
)

var outcomeNames = [...]string{"unknown", "pass", "fail"}

// String is the outcome as JSON has it: "unknown", "pass" or "fail".
func (o Outcome) String() string {
	if int(o) >= len(outcomeNames) {
		return "unknown"
	}
	return outcomeNames[o]
}

// MarshalText implements [encoding.TextMarshaler].
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (o *Outcome) UnmarshalText(text []byte) error {
	for i, name := range outcomeNames {
		if string(text) == name {
			*o = Outcome(i)
			return nil
		}
	}
	return fmt.Errorf("outcome is %.40q: want pass, fail or unknown", text)
}

// success is the outcome as the "success" of a record: true, false, or null for Unknown.
func (o Outcome) success() *bool {
	if o == Unknown {
		return nil
	}
	passed := o == Pass
	return &passed
}
