package bench

import "encoding/json"

// Case is one recorded tool call with its output and the labels of what its reader needed.
type Case struct {
	ID     string
	Family string // what it is reported under

	// The call, as it was made.
	Tool     string
	Command  string
	Path     string
	Pattern  string
	Args     json.RawMessage
	Offset   int
	Limit    int
	Intent   string
	Session  string
	ExitCode *int // nil when it isn't known

	// What it printed. Stderr stands behind Stdout.
	Stdout, Stderr []byte

	// The labels.
	Facts  [][]string       // each recalled when any one of its spellings stands in the text
	Counts map[string]int64 // what an independent tool counted: "failed", "matches" ...
}

// Raw is all that the case printed.
func (c *Case) Raw() []byte {
	if len(c.Stderr) == 0 {
		return c.Stdout
	}
	return append(append([]byte(nil), c.Stdout...), c.Stderr...)
}
