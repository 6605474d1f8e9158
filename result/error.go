package result

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// ErrorKind is the way in which a tool call failed.
type ErrorKind string

// The kinds of errors.
const (
	KindExit    ErrorKind = "exit"    // the tool reported its failure: by its exit code, an error flag or its output
	KindSignal  ErrorKind = "signal"  // a signal ended the tool
	KindTimeout ErrorKind = "timeout" // the tool ran into its time limit
	KindAborted ErrorKind = "aborted" // the tool was stopped on request
	KindSpawn   ErrorKind = "spawn"   // the tool could not be started
	KindInput   ErrorKind = "input"   // the call was wrong: an unknown tool, bad arguments
)

var errorKinds = []ErrorKind{KindExit, KindSignal, KindTimeout, KindAborted, KindSpawn, KindInput}

// A [ToolError] of kind [KindAborted] is ErrAborted for [errors.Is], and one of kind [KindTimeout] is ErrTimeout.
var (
	ErrAborted = errors.New("tool call aborted")
	ErrTimeout = errors.New("tool call timed out")
)

// ToolError describes how a tool call failed. As an error it is a *ToolError, for [errors.As].
type ToolError struct {
	Kind    ErrorKind `json:"kind"`
	Message string    `json:"message"` // one line, for a person or a log; the model's text has more
}

// Error returns the message, or the kind if there is no message.
func (e *ToolError) Error() string {
	switch {
	case e == nil:
		return "no tool error"
	case e.Message != "":
		return e.Message
	}
	return "tool error: " + string(e.Kind)
}

// Is reports whether the error is [ErrAborted] or [ErrTimeout] by its kind.
func (e *ToolError) Is(target error) bool {
	return e != nil && (e.Kind == KindAborted && target == ErrAborted || e.Kind == KindTimeout && target == ErrTimeout)
}

// errorOf returns the error of a result, nil for none. That is the caller's error, if there is one; the status fills in
// its empty fields. Otherwise it is the error that the status or the outcome implies. An answer excuses an exit code.
// The second result reports contradictions between the arguments.
func errorOf(s Status, answer bool, o Outcome, own *ToolError) (*ToolError, error) {
	if int(o) >= len(outcomeNames) {
		return nil, fmt.Errorf("unknown outcome %d: want Unknown, Pass or Fail", o)
	}
	implied := s.toolError()
	if answer && s.excusable() {
		implied = nil
	}
	switch {
	case own == nil && implied == nil && o == Fail:
		return &ToolError{KindExit, "the output reports a failure"}, nil
	case own == nil:
		return validError(implied), nil
	}
	e := *own
	if o == Fail && implied == nil {
		e.Kind = cmp.Or(e.Kind, KindExit)
	}
	if implied != nil {
		e.Kind = cmp.Or(e.Kind, implied.Kind)
		e.Message = cmp.Or(e.Message, implied.Message)
	}
	switch {
	case !slices.Contains(errorKinds, e.Kind):
		return nil, fmt.Errorf("unknown error kind %q: want exit, signal, timeout, aborted, spawn or input", e.Kind)
	case s.hiddenBy(e.Kind):
		return nil, fmt.Errorf("error kind %q contradicts the status, which implies %q", e.Kind, implied.Kind)
	case e.Kind == KindExit && o != Fail && s.OK():
		return nil, fmt.Errorf("error kind %q contradicts exit code 0", e.Kind)
	}
	return validError(&e), nil
}

func validError(e *ToolError) *ToolError {
	if e != nil {
		e.Message = valid(e.Message)
	}
	return e
}
