package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
)

const (
	happened    = " Any side effects have already happened."
	doNotAssume = " Do NOT assume that nothing was done or that the work is finished: verify state before you go on," +
		" and confirm with the user if uncertain."
)

func TestMarker(t *testing.T) {
	tests := []struct {
		name string
		a    TurnAborted
		want string // without what every marker starts and ends with
	}{
		{"cancel, none", TurnAborted{Stop: StopAborted},
			"The turn was cancelled. No tool calls completed before the abort."},
		{"cancel, one", TurnAborted{Stop: StopAborted, Completed: []string{"read"}},
			"The turn was cancelled. 1 tool call completed before the abort: read." + happened},
		{"cancel, some", TurnAborted{Stop: StopAborted, Reason: "wrong branch.", Completed: []string{"read", "exec"}},
			"The turn was cancelled (wrong branch). 2 tool calls completed before the abort: read, exec." + happened},
		{"cancel, duplicates", TurnAborted{Stop: StopAborted, Completed: []string{"exec", "read", "exec", "exec"}},
			"The turn was cancelled. 4 tool calls completed before the abort: exec, read." + happened},
		{"cancel, interrupted",
			TurnAborted{Stop: StopAborted, Completed: []string{"read"}, Interrupted: []string{"exec"}},
			"The turn was cancelled. 1 tool call completed before the abort: read. 1 tool call was interrupted: exec." +
				" Any side effects of completed calls have already happened;" +
				" those of interrupted calls may have happened, in part or whole."},
		{"cancel, interrupted alone", TurnAborted{Stop: StopAborted, Interrupted: []string{"exec", "exec"}},
			"The turn was cancelled. No tool calls completed before the abort. 2 tool calls were interrupted: exec." +
				" Side effects of interrupted calls may have happened, in part or whole."},
		{"cancel, not run",
			TurnAborted{Stop: StopAborted, Completed: []string{"read"}, NotRun: []string{"exec", "write", "exec"}},
			"The turn was cancelled. 1 tool call completed before the abort: read." +
				" 3 tool calls were not run: exec, write." + happened},
		{"cancel, not run alone", TurnAborted{Stop: StopAborted, NotRun: []string{"exec"}},
			"The turn was cancelled. No tool calls completed before the abort. 1 tool call was not run: exec."},
		{"cancel, some of each",
			TurnAborted{StopAborted, "", []string{"read"}, []string{"exec"}, []string{"write"}},
			"The turn was cancelled. 1 tool call completed before the abort: read. 1 tool call was interrupted: exec." +
				" 1 tool call was not run: write. Any side effects of completed calls have already happened;" +
				" those of interrupted calls may have happened, in part or whole."},
		{"error, none", TurnAborted{Stop: StopError, Reason: "529 overloaded"},
			"The turn was ended by an error (529 overloaded). No tool calls completed before the abort."},
		{"error, some",
			TurnAborted{Stop: StopError, Reason: "read: the request was cancelled\nby the server",
				Completed: []string{"read", "exec"}},
			"The turn was ended by an error (read: the request was cancelled by the server)." +
				" 2 tool calls completed before the abort: read, exec." + happened},
		{"error, duplicates", TurnAborted{Stop: StopError, Completed: []string{"exec", "exec"}},
			"The turn was ended by an error. 2 tool calls completed before the abort: exec." + happened},
		{"time limit", TurnAborted{Stop: StopTimeout, Reason: "5m0s", Completed: []string{"read"}},
			"The turn ran into its time limit (5m0s). 1 tool call completed before the abort: read." + happened},
		{"names that a model made up",
			TurnAborted{Stop: StopAborted, Completed: []string{"a\nb", "", strings.Repeat("é", 70)}},
			"The turn was cancelled. 3 tool calls completed before the abort: a b, unnamed, " +
				strings.Repeat("é", 64) + "…." + happened},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := tt.a.Marker(), "[turn-aborted] "+tt.want+doNotAssume; got != want {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

// TestStopOf checks that errors are classified by what they are: one whose text only mentions a cancel is an error.
func TestStopOf(t *testing.T) {
	cancelled, cancel := context.WithCancelCause(context.Background())
	cancel(&result.ToolError{Kind: result.KindAborted, Message: "wrong branch"})
	limit := &result.ToolError{Kind: result.KindTimeout, Message: "5m"}
	late, stop := context.WithTimeoutCause(context.Background(), 0, limit)
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
