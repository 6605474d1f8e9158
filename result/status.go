package result

import "time"

// Status is how a command ended. The zero Status says that nothing is known.
type Status struct {
	Known   bool          // the exit code is known
	Code    int           // the exit code
	Signal  string        // the signal that ended it, such as "SIGKILL"; "" for none
	Timeout time.Duration // the time limit that ended it; 0 for none
	Aborted bool          // it was stopped on request
	Reason  string        // why it was stopped; may be empty
}

// OK reports whether the command is known to have ended well.
func (s Status) OK() bool {
	return s.Known && s.Code == 0 && s.Signal == "" && s.Timeout == 0 && !s.Aborted
}

// Bad reports whether the command is known to have ended badly.
func (s Status) Bad() bool {
	return s.Known && s.Code != 0 || s.Signal != "" || s.Timeout != 0 || s.Aborted
}
