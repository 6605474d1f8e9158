// Package call has the calls of tools, as the journal notes them and the ledger keeps them.
//
//	calls, _, err := call.Read(st.JournalDir(), "", session)
//
// # Limits and cost
//
// [Read] reads the days of the journal since one of them, at some 1 GB/s, and parses the session's events, 5 µs each.
// The ledger has calls that the journal has pruned.
package call

import (
	"time"

	"github.com/toktee/toktee/internal/host/journal"
)

// A Call is one output of a tool that a model was given.
type Call struct {
	Seq       int64     `json:"seq"` // its number in the ledger
	Time      time.Time `json:"time"`
	ID        string    `json:"id"` // of the result: the same output of the same call has the same one
	CallID    string    `json:"call_id,omitempty"`
	Door      string    `json:"door"`
	Program   string    `json:"program,omitempty"` // the agent's name, such as claude
	Session   string    `json:"session,omitempty"`
	Epoch     int       `json:"epoch"`
	Dir       string    `json:"dir,omitempty"`
	Tool      string    `json:"tool"`
	Command   string    `json:"command,omitempty"`
	Kind      string    `json:"kind"` // what calls have in common: "go test", "read.go", "Grep"
	Strategy  string    `json:"strategy"`
	Level     string    `json:"level"`
	Outcome   string    `json:"outcome"`
	ExitCode  *int      `json:"exit_code"`
	Kept      bool      `json:"kept"`
	Bytes     int64     `json:"bytes"`
	Raw       int       `json:"raw_tokens"`
	Given     int       `json:"given_tokens"`
	Refetches int       `json:"regrets"` // how often it was fetched or asked for again by a model

	RefetchTokens int `json:"regretted_tokens"` // tokens sent by re-reads

	Fallback bool   `json:"fallback,omitempty"`
	Encoding string `json:"encoding"`
	// Untouched means that the output went to the model unread: only time, tool and command are known.
	Untouched bool `json:"untouched,omitempty"`
}

// Saved returns Raw - Given - RefetchTokens. It is below zero if the call cost more than it saved.
func (c *Call) Saved() int64 { return int64(c.Raw) - int64(c.Given) - int64(c.RefetchTokens) }

// Of returns the call that an event notes. If the output was passed on, it has neither tokens nor bytes.
func Of(e *journal.Event, kind string) Call {
	c := Call{
		Time: e.Time, ID: e.ID, CallID: e.CallID, Door: e.Door, Program: e.Program, Session: e.Session, Dir: e.Dir,
		Tool: e.Tool, Command: e.Command, Kind: kind, Strategy: e.Strategy, Level: e.Level, Outcome: e.Outcome,
		ExitCode: e.ExitCode, Kept: e.Kept, Bytes: e.Bytes, Raw: e.WithoutToktee(), Given: e.Given,
		Fallback: e.Fallback, Encoding: e.Encoding,
	}
	if e.Kind == journal.Passed {
		c.ID, c.Bytes, c.Raw, c.Given, c.Fallback = "", 0, 0, 0, false
	}
	return c
}
