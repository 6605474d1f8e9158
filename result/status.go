package result

import (
	"fmt"
	"time"
)

// Status is how a command ended. The zero Status says that nothing is known.
type Status struct {
	Known   bool          // the exit code is known
	Code    int           // the exit code
	Signal  string        // the signal that ended it, such as "SIGKILL"; "" for none
	Timeout time.Duration // the time limit that ended it; 0 for none
	Aborted bool          // it was stopped on request
	Reason  string        // why it was stopped; may be empty
	Failed  bool          // the tool says that it failed, without an exit code: an error flag, an error value
}

// OK reports whether the command is known to have ended well.
func (s Status) OK() bool {
	return s.Known && s.Code == 0 && s.Signal == "" && s.Timeout == 0 && !s.Aborted && !s.Failed
}

// Bad reports whether the command is known to have ended badly.
func (s Status) Bad() bool {
	return s.Known && s.Code != 0 || s.Signal != "" || s.Timeout != 0 || s.Aborted || s.Failed
}

// ToolError is the error that the status amounts to, nil unless it is [Status.Bad]. What stopped the command goes before
// what it died of: a command that ran into its time limit was ended by a signal too, and that is not the news.
func (s Status) ToolError() *ToolError {
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
	case s.Failed:
		return &ToolError{KindExit, "the tool failed"}
	}
	return nil
}

// excusable reports whether the exit code is all that is bad, so that it can be an answer.
func (s Status) excusable() bool {
	return s.Signal == "" && s.Timeout == 0 && !s.Aborted && !s.Failed
}
