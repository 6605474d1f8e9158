package abort

import "context"

const (
	// All addresses all runs of a folder and of those below it.
	All = "all"
	// Variable is the environment variable with which a run passes its id to the programs that it starts.
	Variable = "TOKTEE_RUN_ID"
)

// unknownReason is the reason of a request that can't be read or is empty.
const unknownReason = "Unknown abort reason"

// AbortError is the cause with which a run's context ends when the run is asked to stop.
type AbortError struct {
	Reason string // of one that a run has read: on one line, without control characters, of at most 4 KiB
}

// Error returns the reason, after "aborted: ".
func (e *AbortError) Error() string { return "aborted: " + tidy(e.Reason) }

// Is reports that an abort is a cancellation, as [context.Canceled] is.
func (e *AbortError) Is(target error) bool { return target == context.Canceled }
