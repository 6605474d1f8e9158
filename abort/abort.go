package abort

import (
	"context"
	"strings"
)

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
	Reason string // as it was written, perhaps in several lines
}

// Error returns the reason, after "aborted: ".
func (e *AbortError) Error() string { return "aborted: " + strings.TrimSpace(e.Reason) }

// Is reports that an abort is a cancellation, as [context.Canceled] is.
func (e *AbortError) Is(target error) bool { return target == context.Canceled }
