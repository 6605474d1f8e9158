// Package wiretest is a model's server for tests. It plays a script in the wire formats of Anthropic Messages, OpenAI
// Chat Completions and OpenAI Responses, checks every request by the rules of the real servers, records when a client
// leaves, and fails in the ways that a test asks for.
//
// There is no model behind it: the n-th request that isn't refused gets the script's n-th [Turn]. The server listens on
// the loopback interface alone. Its methods are safe for concurrent use.
package wiretest

import (
	"github.com/toktee/toktee/agent/session"
)

// Turn is the model's answer to one request.
type Turn struct {
	Thought string
	Text    string
	Calls   []Call
	Stop    session.StopReason // "" is tool_use if there are calls, else stop
	// Faults are the failures that the first requests for this turn meet, one each. Later requests get the turn.
	Faults []Fault
}

// Call is a tool call of the model.
type Call struct {
	ID        string // "" is an id made from the call's place in the script
	Name      string
	Arguments string // as the model streams them, JSON or not
}

// FaultKind is a way to fail.
type FaultKind int

// The ways to fail. Those from Stall on happen before the event that [Fault.At] names.
const (
	None       FaultKind = iota
	Status               // answers with Fault.Status, and Fault.Body if there is one
	Drop                 // closes the connection without an answer
	Hang                 // sends no headers until the client leaves
	Page                 // answers with a web page and status 200
	Stall                // sends nothing more until the client leaves
	Close                // ends the stream as if it were complete
	Cut                  // sends half of the event and closes the connection
	Garbage              // sends an event that is half a JSON document, then goes on
	ErrorEvent           // sends the format's error event, with Fault.Body as its message
)

// Fault is one failure.
type Fault struct {
	Kind       FaultKind
	At         int // index of the event; below 0 counts from the end
	Status     int
	RetryAfter string // the header's value
	Body       string
}

// Wire is a wire format.
type Wire string

// The wire formats, by the names of our providers.
const (
	Anthropic Wire = "anthropic"
	Chat      Wire = "openaichat"
	Responses Wire = "openairesponses"
)

// Wires are all of them.
var Wires = []Wire{Anthropic, Chat, Responses}

// stop returns the turn's stop reason.
func (t Turn) stop() session.StopReason {
	switch {
	case t.Stop != "":
		return t.Stop
	case len(t.Calls) > 0:
		return session.StopToolUse
	}
	return session.StopEnd
}
