package cli

import (
	"context"
	"errors"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/result"
)

// ending is the exit code for a result of a command. If the command was stopped by a request, it prints the reason to
// standard error. The error is that of a command that didn't start.
func (a *app) ending(r result.ToolResult, err error) (int, error) {
	code, known := r.ExitCode()
	if err != nil && !known {
		e := startFailure(err)
		return e.code, e.err
	}
	var request *abort.AbortError
	if errors.As(err, &request) {
		a.note("%v", err)
	}
	return code, nil
}

// rawEnding is the exit of a command that ran without us in between: its own.
func rawEnding(exit proc.Exit, err error) error {
	var timeout *proc.TimeoutError
	var signal *proc.SignalError
	var start *proc.StartError
	switch {
	case err == nil:
	case errors.As(err, &start):
		return startFailure(err)
	case errors.As(err, &timeout):
		return &exitError{exitTimeout, nil}
	case errors.As(err, &signal):
		return &exitError{128 + proc.SignalNumber(signal.Signal), nil}
	case exit.Duration == 0: // nothing was started
		return &exitError{exitInternal, err}
	case errors.Is(err, context.Canceled):
		return &exitError{exitAborted, nil}
	}
	return &exitError{exit.Code, err} // its streams failed
}

// startFailure is the exit for a command that couldn't be started.
func startFailure(err error) *exitError {
	switch {
	case errors.Is(err, proc.ErrNotFound):
		return &exitError{exitNotFound, err}
	case errors.Is(err, proc.ErrNotExecutable):
		return &exitError{exitNotExecutable, err}
	}
	return &exitError{exitInternal, err}
}
