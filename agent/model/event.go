package model

import (
	"time"

	"github.com/toktee/toktee/agent/session"
)

// Event is something that arrives while a provider streams an answer: a [TextDelta], [ThoughtDelta], [CallDelta],
// [Done] or [Retry].
type Event interface{ event() }

// TextDelta is a piece of the model's text. The pieces add up to the text of the item that follows.
type TextDelta struct{ Text string }

// ThoughtDelta is a piece of the model's reasoning, as far as the provider shows it.
type ThoughtDelta struct{ Text string }

// CallDelta comes while arguments of a call arrive. The call must not be run before it is [Done].
type CallDelta struct {
	ID, Name string
	Bytes    int // of arguments, until now
}

// Done is an item that is complete: text, reasoning or a call. It has no id, turn or time yet. Text is done too when
// the stream broke off: it then holds what had arrived.
type Done struct {
	Item session.Item
	// Malformed is the reason why a call can't be run, "" if it can: the model has ended the call, but its arguments
	// aren't a JSON object. The item's arguments hold them in the form of [session.Arguments].
	Malformed string
}

// Retry comes when a request has failed and will be sent again. It comes before all other events of a stream.
type Retry struct {
	Attempt int           // the one that failed, from 1
	After   time.Duration // the pause before the next one
	Err     error         // an [*Error]
}

func (TextDelta) event()    {}
func (ThoughtDelta) event() {}
func (CallDelta) event()    {}
func (Done) event()         {}
func (Retry) event()        {}
