package cli

import (
	"context"
	"errors"

	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/result"
)

// ending is how a command ended, for the result and for us. The error is for the person: nil where the result tells.
func ending(exit proc.Exit, err error) (result.Status, int, error) {
	st := result.Status{Known: true, Code: exit.Code, Signal: exit.Signal}
	var timeout *proc.TimeoutError
	var signal *proc.SignalError
	var start *proc.StartError
	switch {
	case err == nil:
	case errors.As(err, &start):
		e := startFailure(err)
		return result.Status{}, e.code, e.err
	case errors.As(err, &timeout):
		st.Timeout, st.Code = timeout.After, exitTimeout
	case errors.As(err, &signal):
		st.Aborted, st.Reason, st.Code = true, proc.SignalName(signal.Signal), 128+proc.SignalNumber(signal.Signal)
	case exit.Duration == 0: // nothing was started
		return result.Status{}, exitInternal, err
	case errors.Is(err, context.Canceled):
		st.Aborted, st.Reason, st.Code = true, err.Error(), exitAborted
	default:
		return st, st.Code, err // its streams
	}
	return st, st.Code, nil
}

// startFailure is the end of a command that couldn't be started.
func startFailure(err error) *exitError {
	switch {
	case errors.Is(err, proc.ErrNotFound):
		return &exitError{exitNotFound, err}
	case errors.Is(err, proc.ErrNotExecutable):
		return &exitError{exitNotExecutable, err}
	}
	return &exitError{exitInternal, err}
}
