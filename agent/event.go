package agent

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/result"
)

// Event is something that happens in a run, for a front end: a [TurnStarted], [StepStarted], [Text], [Thought],
// [Arguments], [Retry], [CallStarted], [CallEnded], [Warning], [StepEnded], [Aborted] or [TurnEnded].
type Event interface {
	// kind is the event's name in JSON.
	kind() string
}

func (TurnStarted) kind() string { return "turn_started" }
func (StepStarted) kind() string { return "step_started" }
func (Text) kind() string        { return "text" }
func (Thought) kind() string     { return "thought" }
func (Arguments) kind() string   { return "arguments" }
func (Retry) kind() string       { return "retry" }
func (CallStarted) kind() string { return "call_started" }
func (CallEnded) kind() string   { return "call_ended" }
func (Warning) kind() string     { return "warning" }
func (StepEnded) kind() string   { return "step_ended" }
func (Aborted) kind() string     { return "aborted" }
func (TurnEnded) kind() string   { return "turn_ended" }

// TurnStarted comes when the log holds the person's text.
type TurnStarted struct {
	Turn int    `json:"turn"`
	Text string `json:"text"`
}

// StepStarted comes before a request to the model.
type StepStarted struct {
	Step int `json:"step"` // from 1
}

// Text is a piece of the model's text.
type Text struct {
	Text string `json:"text"`
}

// Thought is a piece of the model's reasoning.
type Thought struct {
	Text string `json:"text"`
}

// Arguments comes while the model writes the arguments of a call.
type Arguments struct {
	CallID string `json:"call_id"`
	Tool   string `json:"tool"`
	Bytes  int    `json:"bytes"` // until now
}

// Retry comes when the provider has failed and will be asked again.
type Retry struct {
	Attempt int           `json:"attempt"` // the one that failed, from 1
	After   time.Duration `json:"after_ns"`
	Error   string        `json:"error"`
}

// CallStarted comes when a call is in the log, before its tool runs.
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

// Aborted comes when a run was aborted, ran into a time limit or failed. All that there is of the run is on disk by
// then, including the marker for the model; if not, Error is the reason.
//
// The lists are the turn's calls. All but the refused ones, which did nothing since they were wrong, are counted, and
// the marker names them.
type Aborted struct {
	Stop        session.StopReason `json:"stop"` // aborted, timeout or error
	Reason      string             `json:"reason"`
	Completed   []Invocation       `json:"completed"`   // had finished, and their results are in the log
	Interrupted []Invocation       `json:"interrupted"` // under way: their side effects may have happened
	NotRun      []Invocation       `json:"not_run"`     // never began
	Refused     []Invocation       `json:"refused"`
	session.InvocationCounts

	// Cut names the tools whose calls the model was still writing. These calls are not in the log.
	Cut   []string `json:"cut"`
	Error string   `json:"error,omitempty"` // why the run couldn't be saved; "" if it was
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
	CallCompleted   CallState = "completed"   // it ran to its end, whether it succeeded or failed
	CallRefused     CallState = "refused"     // it did nothing: unknown tool, wrong arguments
	CallInterrupted CallState = "interrupted" // it was stopped; its result is partial
	CallNotRun      CallState = "not_run"     // the run ended before the call began
	CallLeft        CallState = "left"        // it had not returned when the time for cleaning up was over
)

// TurnEnded is the last event of a run, however the run ended.
type TurnEnded struct {
	Stop  session.StopReason `json:"stop"`
	Steps int                `json:"steps"`
	Usage model.Usage        `json:"usage"`
}

// EncodeEvent returns an event as JSON on one line, with its name under "event":
//
//	{"event":"call_started","call":{"id":"call_1","name":"exec","arguments":{"command":"ls"}},"cancellable":true}
//
// Results are whole, with the person's channel too, since front ends are for people.
func EncodeEvent(e Event) ([]byte, error) {
	b, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("encoding event %s: %w", e.kind(), err)
	}
	head := fmt.Sprintf(`{"event":%q`, e.kind())
	if len(b) > 2 {
		head += ","
	}
	return append([]byte(head), b[1:]...), nil
}

// emit sends an event to the front end. After the run's last event it sends none: an abandoned tool may return at any
// time.
func (r *run) emit(e Event) {
	r.a.events.Lock()
	defer r.a.events.Unlock()
	r.send(e)
}

// emitLast sends the run's last event.
func (r *run) emitLast(e Event) {
	r.a.events.Lock()
	defer r.a.events.Unlock()
	r.send(e)
	r.over = true
}

// emitOnce sends a warning unless the run has sent one for this tool already.
func (r *run) emitOnce(name string, e Event) {
	r.a.events.Lock()
	defer r.a.events.Unlock()
	if !r.warned[name] {
		r.warned[name] = true
		r.send(e)
	}
}

// send sends an event. The lock of events is held.
func (r *run) send(e Event) {
	if !r.over && r.a.cfg.On != nil {
		r.a.cfg.On(e)
	}
}
