package model

import (
	"time"

	"github.com/toktee/toktee/session"
)

// Event is something that a stream brings: a [TextDelta], [ThoughtDelta], [CallDelta], [Done] or [Retry].
type Event interface{ event() }

// TextDelta is a piece of what the model says. The pieces add up to the text of the item that follows.
type TextDelta struct{ Text string }

// ThoughtDelta is a piece of what the model thinks, as far as the provider shows it.
type ThoughtDelta struct{ Text string }

// CallDelta says that arguments of a call are coming. Nothing may be done with them before the call is [Done].
type CallDelta struct {
	ID, Name string
	Bytes    int // of arguments, until now
}

// Done is an item that is complete: text, reasoning or a call. It has no id, turn or time yet; and text is also what had
// come of one when the stream broke off.
type Done struct {
	Item session.Item
	// Malformed says why a call can't be made, "" if it can: the model has ended it, with arguments that aren't a JSON
	// object. The item's arguments hold them as [session.Arguments] does.
	Malformed string
}

// Retry says that a request has failed and will be sent again. It comes before all other events of a stream.
type Retry struct {
	Attempt int           // the one that failed, from 1
	After   time.Duration // the pause before the next
	Err     error
}

func (TextDelta) event()    {}
func (ThoughtDelta) event() {}
func (CallDelta) event()    {}
func (Done) event()         {}
func (Retry) event()        {}
