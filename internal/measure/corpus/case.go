// Package corpus reads recorded tool calls with labels, which tokbench and the benchmarks measure with.
//
// A corpus is a folder. [Load] reads its cases.jsonl, a case a line with the raw output in a file, and its
// sessions-*.jsonl, whose lines hold the output themselves. docs/tokbench.md describes the keys of both.
//
// # Cost and limits
//
// All cases and their outputs are held in memory.
package corpus

import "encoding/json"

// Case is one recorded tool call with its output and the labels of what its reader needed. The tags are the keys of a
// corpus.
type Case struct {
	ID     string `json:"id"`
	Family string `json:"family"` // the group that reports list it under

	// The call, as it was made.
	Tool     string          `json:"tool"`
	Command  string          `json:"command"`
	Path     string          `json:"path"`
	Pattern  string          `json:"pattern"`
	Args     json.RawMessage `json:"args"`
	Offset   int             `json:"offset"`
	Limit    int             `json:"limit"`
	Intent   string          `json:"intent"`
	Session  string          `json:"session"`
	ExitCode *int            `json:"exit_code"` // nil when it isn't known
	Agent    string          `json:"agent"`     // of the session, whose lines may be around the output; "" for none
	IsError  bool            `json:"is_error"`  // the agent states that the call failed

	// The output of the call: all of Stdout, then Stderr.
	Stdout []byte `json:"-"`
	Stderr []byte `json:"-"`
	Pass   []byte `json:"-"` // the output of the last run that passed, nil if it isn't known

	// The labels.
	Facts  [][]string       `json:"facts"` // needed by a reader: a text keeps a fact if it has one of its spellings
	Counts map[string]int64 `json:"-"`     // counts by an independent tool: "failed", "matches" ...
}

// Raw returns the full output of the case.
func (c *Case) Raw() []byte {
	if len(c.Stderr) == 0 {
		return c.Stdout
	}
	return append(append([]byte(nil), c.Stdout...), c.Stderr...)
}
