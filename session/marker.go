package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/result"
)

// TurnAborted says how a turn that didn't end by itself was ended, and what had been done until then. Calls that were refused
// as wrong, with an error of kind [result.KindInput], are in neither list: they did nothing.
type TurnAborted struct {
	Stop        StopReason // StopAborted, StopTimeout, or StopError for all else
	Reason      string     // the person's reason, or the error's text; may be empty
	Completed   []string   // the tools whose calls had completed, one name for each call, in order
	Interrupted []string   // the tools whose calls were under way: there is a part of their result, or none
}

// StopOf is how a turn ends that err ended: StopAborted and StopTimeout by what the error is, for [errors.Is], never by
// its words; StopError for any other. Nil is StopEnd.
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

// PartialInvocations is the number of calls that were interrupted.
func (a TurnAborted) PartialInvocations() int { return len(a.Interrupted) }

// Marker is the note to the model: one line, to be sent in the user's role.
func (a TurnAborted) Marker() string {
	var b strings.Builder
	b.WriteString("[turn-aborted] ")
	b.WriteString(a.cause())
	b.WriteString(". ")
	if len(a.Completed) == 0 {
		b.WriteString("No tool calls completed before the abort.")
	} else {
		fmt.Fprintf(&b, "%s completed before the abort: %s.", calls(len(a.Completed)), names(a.Completed))
	}
	if n := len(a.Interrupted); n > 0 {
		verb := "was"
		if n > 1 {
			verb = "were"
		}
		fmt.Fprintf(&b, " %s %s interrupted: %s.", calls(n), verb, names(a.Interrupted))
	}
	switch {
	case len(a.Completed) > 0 && len(a.Interrupted) > 0:
		b.WriteString(" Any side effects of completed calls have already happened, those of interrupted ones perhaps in part.")
	case len(a.Completed) > 0:
		b.WriteString(" Any side effects have already happened.")
	case len(a.Interrupted) > 0:
		b.WriteString(" Any side effects of interrupted calls may have already happened, in part or whole.")
	}
	b.WriteString(" Do NOT assume that nothing was done or that the work is finished: verify state before you go on.")
	return b.String()
}

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

func calls(n int) string {
	if n == 1 {
		return "1 tool call"
	}
	return fmt.Sprintf("%d tool calls", n)
}

// Limits of what the marker repeats, in characters. A name or a reason comes from a model or a server.
const (
	maxReason = 300
	maxName   = 64
)

// names are the names without repeats, in order.
func names(all []string) string {
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

// oneLine is s on one line, cut to n characters with a mark.
func oneLine(s string, n int) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7f && r < 0xa1 || r == 0x2028 || r == 0x2029
	}), " ")
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.TrimRight(s, ".")
	if utf8.RuneCountInString(s) > n {
		s = string([]rune(s)[:n]) + "…"
	}
	return s
}
