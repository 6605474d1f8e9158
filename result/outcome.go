package result

import "fmt"

// Outcome is the success or failure of a call. Pass is proved, never assumed: if nothing proves a pass or a failure,
// the outcome is Unknown. A call that didn't pass hasn't necessarily failed.
type Outcome uint8

// The outcomes. Unknown is the zero value.
const (
	Unknown Outcome = iota
	Pass
	Fail
)

var outcomeNames = [...]string{"unknown", "pass", "fail"}

// String returns the outcome as in JSON: "unknown", "pass" or "fail".
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

// success returns the "success" of a record: true, false, or nil for Unknown.
func (o Outcome) success() *bool {
	if o == Unknown {
		return nil
	}
	passed := o == Pass
	return &passed
}
