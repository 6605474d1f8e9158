package agent

import (
	"context"
	"errors"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/result"
)

// State is what became of one step of a run: one request to the model, and the calls in its answer.
type State struct {
	Step  int                `json:"step"` // from 1
	Stop  session.StopReason `json:"stop"`
	Items []session.Item     `json:"items"` // items that the step added to the log, in the log's order
	Usage model.Usage        `json:"usage"`
	Error string             `json:"error,omitempty"` // for the stop reasons aborted, timeout and error
}

// ErrMaxSteps is the error below a [StopError] when a run has used up its steps.
var ErrMaxSteps = errors.New("the limit of steps is reached")

// errLength means that the model's last answer ran into its limit of tokens. It becomes the stop reason length.
var errLength = errors.New("the answer ran into its limit of tokens")

// StopError is the reason why a run ended before the model had finished. With [errors.Is], an abort is
// [result.ErrAborted] and [context.Canceled], a time limit is [result.ErrTimeout] and [context.DeadlineExceeded], and
// each is what Err is too.
type StopError struct {
	Stop   session.StopReason // aborted, timeout, length or error
	Reason string             // for people and the model, on one line
	Err    error              // the context's cause, or what failed
}

// Error describes how the run ended and why.
func (e *StopError) Error() string {
	switch e.Stop {
	case session.StopAborted:
		return "run aborted: " + e.Reason
	case session.StopTimeout:
		return "run stopped by a time limit: " + e.Reason
	}
	return "run failed: " + e.Reason
}

// Unwrap returns the context's cause, or what failed.
func (e *StopError) Unwrap() error { return e.Err }

// Is implements [errors.Is].
func (e *StopError) Is(target error) bool {
	switch e.Stop {
	case session.StopAborted:
		return target == result.ErrAborted || target == context.Canceled
	case session.StopTimeout:
		return target == result.ErrTimeout || target == context.DeadlineExceeded
	}
	return false
}

// stopped is the one place at which the end of a context becomes a stop reason. While ctx goes on, err is a failure,
// whatever its text is and whatever it wraps.
func stopped(ctx context.Context, err error) *StopError {
	if ctx.Err() == nil {
		stop := session.StopError
		if errors.Is(err, errLength) {
			stop = session.StopLength
		}
		return &StopError{stop, err.Error(), err}
	}
	cause := context.Cause(ctx)
	if ctx.Err() == context.DeadlineExceeded || session.StopOf(cause) == session.StopTimeout {
		return &StopError{session.StopTimeout, reasonOf(cause), cause}
	}
	return &StopError{session.StopAborted, reasonOf(cause), cause}
}

// reasonOf returns a context's cause in words, for people and the model.
func reasonOf(cause error) string {
	switch cause {
	case context.Canceled:
		return "cancelled"
	case context.DeadlineExceeded:
		return "its time is over"
	}
	var asked *abort.AbortError
	if errors.As(cause, &asked) {
		return clean.Line(asked.Reason, maxReason)
	}
	return clean.Line(cause.Error(), maxReason)
}

// maxReason is the most bytes of a reason, which goes to people, the model and the log.
const maxReason = 4 << 10

// ExitCode returns the exit code of a program whose run ended with err: 0; 130 for SIGINT and 143 for SIGTERM; 2 for
// an abort on request; 124 for a time limit; else 1.
func ExitCode(err error) int {
	var sig *proc.SignalError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &sig):
		return signalCode(sig.Signal)
	case errors.Is(err, result.ErrTimeout):
		return 124
	case errors.Is(err, result.ErrAborted):
		return 2
	}
	return 1
}
