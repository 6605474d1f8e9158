package result

import (
	"errors"
	"fmt"
	"slices"
)

// ErrorKind says in what way a tool failed.
type ErrorKind string

// The kinds of errors.
const (
	KindExit    ErrorKind = "exit"    // the tool ran and said that it failed: a non-zero exit, or an error flag
	KindSignal  ErrorKind = "signal"  // a signal ended it
	KindTimeout ErrorKind = "timeout" // its time limit ended it
	KindAborted ErrorKind = "aborted" // it was stopped on request
	KindSpawn   ErrorKind = "spawn"   // it could not be started
	KindInput   ErrorKind = "input"   // the call itself was wrong
)

var errorKinds = []ErrorKind{KindExit, KindSignal, KindTimeout, KindAborted, KindSpawn, KindInput}

// ErrAborted and ErrTimeout are what a [ToolError] of that kind is, for [errors.Is].
var (
	ErrAborted = errors.New("tool call aborted")
	ErrTimeout = errors.New("tool call timed out")
)

// ToolError is how a tool call failed. It is an error, found with [errors.As] as a *ToolError.
type ToolError struct {
	Kind    ErrorKind `json:"kind"`
	Message string    `json:"message"` // one line, for a person or a log; the model's text says more
}

// Error returns the message, or the kind where there is none.
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

// errorOf is the error of a result with the given status: the given one, filled up from the status, or the status's own.
// Nil means that there is none. A kind that hides an abort or a time limit is refused: callers branch on it.
func errorOf(s Status, answer bool, given *ToolError) (*ToolError, error) {
	own := s.ToolError()
	if answer && s.excusable() {
		own = nil
	}
	if given == nil {
		return validError(own), nil
	}
	e := *given
	if own != nil {
		if e.Kind == "" {
			e.Kind = own.Kind
		}
		if e.Message == "" {
			e.Message = own.Message
		}
	}
	if !slices.Contains(errorKinds, e.Kind) {
		return nil, fmt.Errorf("unknown error kind %q: want exit, signal, timeout, aborted, spawn or input", e.Kind)
	}
	stopped := s.Aborted || s.Timeout != 0
	fits := s.Aborted && e.Kind == KindAborted || s.Timeout != 0 && e.Kind == KindTimeout
	switch {
	case stopped && !fits:
		return nil, fmt.Errorf("error kind %q contradicts the status, which says %q", e.Kind, own.Kind)
	case e.Kind == KindExit && s.OK():
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
