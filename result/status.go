package result

import (
	"fmt"
	"time"
)

// Status describes how a command ended. In the zero Status nothing is known. A command that was stopped often has
// several fields set: its time limit, the signal that enforced it, and an exit code.
type Status struct {
	Known   bool          // whether Code is known
	Code    int           // the exit code
	Signal  string        // the signal that ended the command, such as "SIGKILL"; "" for none
	Timeout time.Duration // the time limit that ended the command; 0 for none
	Aborted bool          // the command was stopped on request
	Reason  string        // why it was stopped; may be empty
	// Reported is the outcome of a tool without an exit code: Fail if it returned an error flag or an error value, Pass
	// if it returned without one.
	Reported Outcome
}

// OK reports whether the command is known to have ended well.
func (s Status) OK() bool {
	return (s.Known && s.Code == 0 || s.Reported == Pass) && !s.Bad()
}

// Bad reports whether the command is known to have ended badly.
func (s Status) Bad() bool {
	return s.Known && s.Code != 0 || s.Signal != "" || s.Timeout != 0 || s.Aborted || s.Reported == Fail
}

// toolError returns the error that the status implies, nil unless it is [Status.Bad]. Abort and time limit go before
// the signal that enforced them.
func (s Status) toolError() *ToolError {
	switch {
	case s.Aborted && s.Reason != "":
		return &ToolError{KindAborted, "command stopped on request: " + s.Reason}
	case s.Aborted:
		return &ToolError{KindAborted, "command stopped on request"}
	case s.Timeout != 0:
		return &ToolError{KindTimeout, fmt.Sprintf("command timed out after %v", s.Timeout)}
	case s.Signal != "":
		return &ToolError{KindSignal, "command ended by " + s.Signal}
	case s.Known && s.Code != 0:
		return &ToolError{KindExit, fmt.Sprintf("exit status %d", s.Code)}
	case s.Reported == Fail:
		return &ToolError{KindExit, "the tool failed"}
	}
	return nil
}

// hiddenBy reports whether an error of the kind would hide that the command was aborted or ran into its time limit.
// Callers branch on these two kinds.
func (s Status) hiddenBy(kind ErrorKind) bool {
	switch {
	case s.Aborted && kind == KindAborted, s.Timeout != 0 && kind == KindTimeout:
		return false
	}
	return s.Aborted || s.Timeout != 0
}

// excusable reports whether the exit code is all that is bad, so that it can be an answer.
func (s Status) excusable() bool {
	return s.Signal == "" && s.Timeout == 0 && !s.Aborted && s.Reported != Fail
}
