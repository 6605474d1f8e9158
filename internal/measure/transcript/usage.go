package transcript

import (
	"context"
	"time"
)

// A Usage is a record of billed tokens: for one request to the model, or for a session so far. The formats have
// different parts of it:
//
//	claude-code  a record a line of the model's, the same for all lines of a message; of a message that is being
//	             written, its output isn't complete
//	codex        a record a request; cached input, and no cache writes, which OpenAI doesn't bill
//	copilot-cli  the output of each message; the rest only if the session was ended, in all since it was begun or
//	             resumed, since the events with the tokens of a request aren't stored (app.js of version 1.0.10)
//	opencode, pi all, and dollars
type Usage struct {
	Session string
	Message string // records with the same one are about the same request: the last one holds; "" is a request alone
	Model   string
	Time    time.Time // zero if the record has none

	Input      int64 // tokens that no cache had
	CacheRead  int64
	CacheWrite int64
	CacheLong  int64 // of CacheWrite, those that are kept for an hour, which cost more
	Output     int64
	Dollars    float64 // by the agent's own figure, 0 without one

	Requests int  // in the record; 0 if a total doesn't count them
	Total    bool // it is about all requests so far, or since the last total, and takes the place of their records
	Half     bool // the format has no input here, so that the record has no cost
}

// ReadBilled reads the source as [Source.Read] does, and also emits the usage records, each after the items of its
// record. Either function may be nil.
func (s *Source) ReadBilled(ctx context.Context, emit func(*Item) error, bill func(*Usage) error) (Stats, error) {
	if emit == nil {
		emit = func(*Item) error { return nil }
	}
	return s.read(ctx, nil, emit, bill)
}

// billed emits a usage record.
func (r *reader) billed(u Usage) error {
	if r.bill == nil {
		return nil
	}
	return r.bill(&u)
}
