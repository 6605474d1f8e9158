package agent

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
)

// Event is something that happens in a run, for a front end. It is one of the types of this file.
type Event interface {
	// Kind is the event's name in JSON.
	Kind() string
}

// TurnStarted comes when what the person said is in the log.
type TurnStarted struct {
	Turn int    `json:"turn"`
	Text string `json:"text"`
}

// StepStarted comes before a request to the model.
type StepStarted struct {
	Step int `json:"step"` // from 1
}

// Text is a piece of what the model says.
type Text struct {
	Text string `json:"text"`
}

// Thought is a piece of what the model thinks.
type Thought struct {
	Text string `json:"text"`
}

// Arguments says that a call is coming.
type Arguments struct {
	CallID string `json:"call_id"`
	Tool   string `json:"tool"`
	Bytes  int    `json:"bytes"` // until now
}

// Retry says that the provider failed and is asked again.
type Retry struct {
	Attempt int           `json:"attempt"` // the one that failed, from 1
	After   time.Duration `json:"after_ns"`
	Error   string        `json:"error"`
}

// CallStarted comes when a call is in the log and before its tool runs.
type CallStarted struct {
	Call        session.Call `json:"call"`
	Cancellable bool         `json:"cancellable"`
}

// CallEnded comes when a call's result is in the log.
type CallEnded struct {
	Call     session.Call      `json:"call"`
	Result   result.ToolResult `json:"result"`
	State    CallState         `json:"state"`
	Duration time.Duration     `json:"duration_ns"`
}

// Warning is for the person.
type Warning struct {
	Text string `json:"text"`
}

// StepEnded comes when a step is over: the model has answered, and its calls have run.
type StepEnded struct{ State }

// Aborted comes when a run was aborted, ran into a time limit or failed, after all that there is of it is on disk, the
// marker for the model included. Error says if that went wrong.
type Aborted struct {
	Stop      session.StopReason `json:"stop"` // aborted, timeout or error
	Reason    string             `json:"reason"`
	Completed []Invocation       `json:"completed"` // the turn's calls that had finished, as the marker names them
	Refused   []Invocation       `json:"refused"`   // those that did nothing, since they were wrong; the marker leaves them out
	// PartialInvocations are the turn's other calls: a front end shows them as cancelled. Their number is that of the
	// marker.
	PartialInvocations     []Invocation `json:"partial_invocations"`
	PartialInvocationCount int          `json:"partial_invocation_count"`
	Cut                    []string     `json:"cut"`             // tools whose calls were still being written by the model; they are not in the log
	Error                  string       `json:"error,omitempty"` // why it couldn't be saved; "" when it is
}

// Invocation is a call and what became of it.
type Invocation struct {
	CallID string    `json:"call_id"`
	Tool   string    `json:"tool"`
	State  CallState `json:"state"`
}

// CallState is what became of a call.
type CallState string

// The states of calls.
const (
	CallCompleted   CallState = "completed"   // it ran to its end, well or not
	CallRefused     CallState = "refused"     // it did nothing: unknown tool, wrong arguments
	CallInterrupted CallState = "interrupted" // it was stopped; its result is a part
	CallNotRun      CallState = "not_run"     // the run ended before it began
	CallLeft        CallState = "left"        // it had not returned when the time for cleaning up was over
)

// TurnEnded is the last event of a run, however it ended.
type TurnEnded struct {
	Stop  session.StopReason `json:"stop"`
	Steps int                `json:"steps"`
	Usage model.Usage        `json:"usage"`
}

// Kind implements [Event].
func (TurnStarted) Kind() string { return "turn_started" }

// Kind implements [Event].
func (StepStarted) Kind() string { return "step_started" }

// Kind implements [Event].
func (Text) Kind() string { return "text" }

// Kind implements [Event].
func (Thought) Kind() string { return "thought" }

// Kind implements [Event].
func (Arguments) Kind() string { return "arguments" }

// Kind implements [Event].
func (Retry) Kind() string { return "retry" }

// Kind implements [Event].
func (CallStarted) Kind() string { return "call_started" }

// Kind implements [Event].
func (CallEnded) Kind() string { return "call_ended" }

// Kind implements [Event].
func (Warning) Kind() string { return "warning" }

// Kind implements [Event].
func (StepEnded) Kind() string { return "step_ended" }

// Kind implements [Event].
func (Aborted) Kind() string { return "aborted" }

// Kind implements [Event].
func (TurnEnded) Kind() string { return "turn_ended" }

// EncodeEvent is an event as JSON on one line, with its kind under "event". Results are whole, both channels, since
// front ends are for people.
func EncodeEvent(e Event) ([]byte, error) {
	b, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encoding event %s: %w", e.Kind(), err)
	}
	head := fmt.Sprintf(`{"event":%q`, e.Kind())
	if len(b) > 2 {
		head += ","
	}
	return append([]byte(head), b[1:]...), nil
}
