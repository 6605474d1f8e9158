// Package abort lets a person, a script or a model ask runs to stop: a command under toktee, an agent.
//
// A request is a file whose text is the reason: .toktee/abort/ID for one run, .toktee/abort/all for all runs of a
// folder and of those below it. [Request] writes one; so does any editor. A run looks for requests in its working
// folder and in those above it, in one place ([Run.Watch]), which cancels the run's context with an [AbortError]:
// whatever is under way stops as it does for any other reason. Nothing that a command prints is a request.
//
// # Who sees which request
//
// A request to all is for the runs that are there when it is written. One that was there before a run isn't for it, and
// is removed by the next top-level run that finds nobody left to hear it; so are requests to runs that have ended. A
// run clears the request to itself when it ends, however that comes. A run inside another one neither hears nor removes
// anything: the outer one stops both.
//
// The runs that are alive stand in a register, a folder with a file for each; see [List]. Without a register, requests
// work all the same.
//
// # Limits and cost
//
// A request is heard within [Interval]. Each look costs two calls of the system a folder, from the working folder up. A
// run costs a file in the register, and nothing else where there are no requests. In a folder that everybody may write
// to, only one's own requests count. A .toktee or .toktee/abort that is a symbolic link holds no requests: nothing is
// read, written or removed behind it. Of a reason, 1 MiB is read.
package abort

import (
	"context"
	"strings"
)

const (
	// All addresses all runs of a folder.
	All = "all"
	// UnknownReason is the reason of a request that can't be read or is empty.
	UnknownReason = "Unknown abort reason"
	// Variable holds a run's id in the environment of what it starts.
	Variable = "TOKTEE_RUN_ID"
)

// AbortError is the cause with which a run's context ends on request.
type AbortError struct {
	Reason string // as it was given, which may be several lines
}

func (e *AbortError) Error() string { return "aborted: " + strings.TrimSpace(e.Reason) }

// Is reports that an abort is a cancellation, as [context.Canceled] is.
func (e *AbortError) Is(target error) bool { return target == context.Canceled }
