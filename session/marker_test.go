package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
)

const doNotAssume = " Do NOT assume that nothing was done or that the work is finished: verify state before you go on."

func TestMarker(t *testing.T) {
	tests := []struct {
		name string
		a    TurnAborted
		want string
	}{
		{"cancel, none", TurnAborted{Stop: StopAborted},
			"[turn-aborted] The turn was cancelled. No tool calls completed before the abort." + doNotAssume},
		{"cancel, one", TurnAborted{Stop: StopAborted, Completed: []string{"read"}},
			"[turn-aborted] The turn was cancelled. 1 tool call completed before the abort: read. Any side effects have already happened." + doNotAssume},
		{"cancel, some", TurnAborted{Stop: StopAborted, Reason: "wrong branch.", Completed: []string{"read", "exec"}},
			"[turn-aborted] The turn was cancelled (wrong branch). 2 tool calls completed before the abort: read, exec. Any side effects have already happened." + doNotAssume},
		{"cancel, duplicates", TurnAborted{Stop: StopAborted, Completed: []string{"exec", "read", "exec", "exec"}},
			"[turn-aborted] The turn was cancelled. 4 tool calls completed before the abort: exec, read. Any side effects have already happened." + doNotAssume},
		{"cancel, interrupted", TurnAborted{Stop: StopAborted, Completed: []string{"read"}, Interrupted: []string{"exec"}},
			"[turn-aborted] The turn was cancelled. 1 tool call completed before the abort: read. 1 tool call was interrupted: exec. Any side effects of completed calls have already happened, those of interrupted ones perhaps in part." + doNotAssume},
		{"cancel, interrupted alone", TurnAborted{Stop: StopAborted, Interrupted: []string{"exec", "exec"}},
			"[turn-aborted] The turn was cancelled. No tool calls completed before the abort. 2 tool calls were interrupted: exec. Any side effects of interrupted calls may have already happened, in part or whole." + doNotAssume},
		{"error, none", TurnAborted{Stop: StopError, Reason: "529 overloaded"},
			"[turn-aborted] The turn was ended by an error (529 overloaded). No tool calls completed before the abort." + doNotAssume},
		{"error, some", TurnAborted{Stop: StopError, Reason: "read: the request was cancelled\nby the server", Completed: []string{"read", "exec"}},
			"[turn-aborted] The turn was ended by an error (read: the request was cancelled by the server). 2 tool calls completed before the abort: read, exec. Any side effects have already happened." + doNotAssume},
		{"error, duplicates", TurnAborted{Stop: StopError, Completed: []string{"exec", "exec"}},
			"[turn-aborted] The turn was ended by an error. 2 tool calls completed before the abort: exec. Any side effects have already happened." + doNotAssume},
		{"time limit", TurnAborted{Stop: StopTimeout, Reason: "5m0s", Completed: []string{"read"}},
			"[turn-aborted] The turn ran into its time limit (5m0s). 1 tool call completed before the abort: read. Any side effects have already happened." + doNotAssume},
		{"names that a model made up", TurnAborted{Stop: StopAborted, Completed: []string{"a\nb", "", strings.Repeat("é", 70)}},
			"[turn-aborted] The turn was cancelled. 3 tool calls completed before the abort: a b, unnamed, " + strings.Repeat("é", 64) + "…. Any side effects have already happened." + doNotAssume},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.a.Marker(); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestStopOf checks that errors are told apart by what they are: one whose text speaks of a cancel is an error.
func TestStopOf(t *testing.T) {
	cancelled, cancel := context.WithCancelCause(context.Background())
	cancel(&result.ToolError{Kind: result.KindAborted, Message: "wrong branch"})
	late, stop := context.WithTimeoutCause(context.Background(), 0, &result.ToolError{Kind: result.KindTimeout, Message: "5m"})
	defer stop()
	<-late.Done()
	tests := []struct {
		name string
		err  error
		want StopReason
	}{
		{"none", nil, StopEnd},
		{"context cancelled", fmt.Errorf("calling: %w", context.Canceled), StopAborted},
		{"cause of a cancel", context.Cause(cancelled), StopAborted},
		{"aborted", fmt.Errorf("calling: %w", result.ErrAborted), StopAborted},
		{"deadline", context.DeadlineExceeded, StopTimeout},
		{"cause of a deadline", context.Cause(late), StopTimeout},
		{"a server's words", errors.New("context canceled: turn-aborted by user, cancelled"), StopError},
		{"a tool's words", &result.ToolError{Kind: result.KindExit, Message: "aborted"}, StopError},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := StopOf(tt.err); got != tt.want {
				t.Errorf("StopOf(%v) = %q, want %q", tt.err, got, tt.want)
			}
		})
	}
}
