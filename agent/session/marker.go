package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
)

// StopOf returns how a turn ends that an error has ended: [StopAborted] and [StopTimeout] for what [errors.Is] finds
// to be a cancellation or a deadline, whatever its text is; [StopError] for any other error; [StopEnd] for nil.
func StopOf(err error) StopReason {
	switch {
	case err == nil:
		return StopEnd
	case errors.Is(err, result.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return StopTimeout
	case errors.Is(err, result.ErrAborted), errors.Is(err, context.Canceled):
		return StopAborted
	}
	return StopError
}

// TurnAborted describes how a turn was ended that didn't end by itself, and its calls until then. Calls that were
// refused as wrong, with an error of kind [result.KindInput], are in no list: they did nothing.
type TurnAborted struct {
	Stop        StopReason // StopAborted, StopTimeout, or StopError for all else
	Reason      string     // the user's reason, or the text of the error; may be empty
	Completed   []string   // the tools whose calls had completed: a name for each call, in their order
	Interrupted []string   // the tools whose calls were under way, which have part of a result or none
	NotRun      []string   // the tools whose calls never began, by [Turn.NotRun]
}

// InvocationCounts counts the calls of a turn that didn't end by itself, as its marker does. The record of the turn's
// end has them.
type InvocationCounts struct {
	PartialInvocationCount int `json:"partial_invocation_count"` // calls that had completed, whose results are kept
	InterruptedCount       int `json:"interrupted_count"`        // calls under way, which may have done anything
	NotRunCount            int `json:"not_run_count"`            // calls that never began
}

// counts returns how many calls are in each list.
func (a TurnAborted) counts() *InvocationCounts {
	return &InvocationCounts{len(a.Completed), len(a.Interrupted), len(a.NotRun)}
}

// Marker returns the note to the model: one line, to be sent in the user's role, such as
//
//	[turn-aborted] The turn was cancelled (wrong branch). 1 tool call completed before the abort: exec. Any side
//	effects have already happened. Do NOT assume that nothing was done or that the work is finished: verify state
//	before you go on, and confirm with the user if uncertain.
//
// [Turn.End] appends it to the log.
func (a TurnAborted) Marker() string {
	var b strings.Builder
	b.WriteString("[turn-aborted] ")
	b.WriteString(a.cause())
	b.WriteString(". ")
	if len(a.Completed) == 0 {
		b.WriteString("No tool calls completed before the abort.")
	} else {
		fmt.Fprintf(&b, "%s completed before the abort: %s.", countCalls(len(a.Completed)), toolNames(a.Completed))
	}
	if n := len(a.Interrupted); n > 0 {
		fmt.Fprintf(&b, " %s interrupted: %s.", callsWere(n), toolNames(a.Interrupted))
	}
	if n := len(a.NotRun); n > 0 {
		fmt.Fprintf(&b, " %s not run: %s.", callsWere(n), toolNames(a.NotRun))
	}
	b.WriteString(a.sideEffects())
	b.WriteString(" Do NOT assume that nothing was done or that the work is finished: verify state before you go on," +
		" and confirm with the user if uncertain.")
	return b.String()
}

// cause returns the marker's words for why the turn ended.
func (a TurnAborted) cause() string {
	var s string
	switch a.Stop {
	case StopAborted:
		s = "The turn was cancelled"
	case StopTimeout:
		s = "The turn ran into its time limit"
	default:
		s = "The turn was ended by an error"
	}
	if r := oneLine(a.Reason, maxReason); r != "" {
		s += " (" + r + ")"
	}
	return s
}

// sideEffects returns the marker's sentence about side effects of the calls, after a space; "" if there were none.
func (a TurnAborted) sideEffects() string {
	completed, interrupted := len(a.Completed) > 0, len(a.Interrupted) > 0
	switch {
	case completed && interrupted:
		return " Any side effects of completed calls have already happened;" +
			" those of interrupted calls may have happened, in part or whole."
	case completed:
		return " Any side effects have already happened."
	case interrupted:
		return " Side effects of interrupted calls may have happened, in part or whole."
	}
	return ""
}

// countCalls returns "1 tool call" or "2 tool calls".
func countCalls(n int) string {
	if n == 1 {
		return "1 tool call"
	}
	return fmt.Sprintf("%d tool calls", n)
}

// callsWere returns "1 tool call was" or "2 tool calls were".
func callsWere(n int) string {
	if n == 1 {
		return "1 tool call was"
	}
	return countCalls(n) + " were"
}

// Limits of texts that a marker repeats, in characters: a reason may be a server's text, a name may be made up by a
// model.
const (
	maxReason = 300
	maxName   = 64
)

// toolNames returns the names of tools, each once, in their order.
func toolNames(all []string) string {
	var out []string
	for _, n := range all {
		if n = oneLine(n, maxName); n == "" {
			n = "unnamed"
		}
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return strings.Join(out, ", ")
}

// oneLine returns s on one line, without full stops at its end. Of a longer text it has n characters and a mark.
func oneLine(s string, n int) string { return words.Cut(strings.TrimRight(words.OneLine(s), "."), n+1) }
