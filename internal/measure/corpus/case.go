// Package corpus reads recorded tool calls with labels, which tokbench and the benchmarks measure with.
//
// A corpus is a folder. [Load] reads its cases.jsonl, a case a line with the raw output in a file beside it, and its
// sessions-*.jsonl, whose lines hold the output themselves. docs/tokbench.md describes the keys of both.
//
// # Cost and limits
//
// All cases and their outputs are held in memory.
package corpus

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
	Agent    string // of the session, "" where it isn't known
	Epoch    int    // of the agent: how often it has lost what it was shown
	ExitCode *int   // nil when it isn't known

	// What the call printed: all of Stdout, then Stderr.
	Stdout, Stderr []byte
	Pass           []byte // what the last run that passed printed, nil where that isn't known

	// The labels.
	Facts  [][]string       // what a reader needs; a text keeps a fact if it has any one of its spellings
	Counts map[string]int64 // what an independent tool counted, by name: "failed", "matches" ...
}

// withPass is the case as one of its own, beside the one without: what a run that passed adds is what they differ in.
func (c *Case) withPass() Case {
	out := *c
	out.ID += "+pass"
	out.Family += "+pass"
	return out
}

// withoutPass is the case where nothing is known of a run that passed.
func (c *Case) withoutPass() Case {
	out := *c
	out.Pass = nil
	return out
}

// Raw is all that the case printed.
func (c *Case) Raw() []byte {
	if len(c.Stderr) == 0 {
		return c.Stdout
	}
	return append(append([]byte(nil), c.Stdout...), c.Stderr...)
}
