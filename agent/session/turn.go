package session

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toktee/toktee/result"
)

// crashed is the reason why a turn is ended that has no end in the log.
const crashed = "the program stopped before the turn had ended"

// errEnded is the error for an item of a turn that has ended.
var errEnded = errors.New("the turn has ended")

// A Turn appends what happens in one turn of the user, each thing as soon as it is complete, whether or not the turn
// will end well. [Log.Begin] returns one. Its methods are safe for concurrent use, so calls may end in any order.
//
// An error of its methods means that the item isn't in the log, unless waiting for the disk was what failed. Nothing
// may be done then that a later turn must know of: a call that couldn't be appended may not be run.
type Turn struct {
	l     *Log
	n     int
	ended bool   // guarded by l.mu, as is items
	items []Item // the appended items
}

// Begin starts a turn with the user's text, which may not be blank. If the turn before has no end, because the program
// was killed, that turn is ended first, with a marker.
func (l *Log) Begin(text string) (*Turn, error) {
	if blank(text) {
		return nil, errors.New("beginning a turn: the text is empty")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &Turn{l: l, n: l.state.turn + 1}
	if l.state.turn > 0 && !l.state.ended {
		before := &Turn{l: l, n: l.state.turn}
		if _, err := before.end(StopError, crashed); err != nil {
			return nil, err
		}
		t.items = before.items
	}
	if err := t.append(Item{Kind: KindUser, Text: text}); err != nil {
		return nil, err
	}
	return t, l.settleBoundary()
}

// Number returns the turn's number, from 1.
func (t *Turn) Number() int { return t.n }

// Items returns the items that were appended so far, also those that ended the turn before.
func (t *Turn) Items() []Item {
	t.l.mu.Lock()
	defer t.l.mu.Unlock()
	return slices.Clone(t.items)
}

// Text appends a complete text of the model, or what had come of it when it was aborted. A blank text is left out. All
// texts of one response have the same response id.
func (t *Turn) Text(response, text string) error {
	if blank(text) {
		return nil
	}
	return t.add(Item{Kind: KindText, Response: response, Text: text})
}

// Reasoning appends reasoning of the model. Reasoning that was cut off has no signature, and is kept for the user
// alone.
func (t *Turn) Reasoning(response string, r Reasoning) error {
	if r.Text == "" && !r.isSendable() {
		return nil
	}
	return t.add(Item{Kind: KindReasoning, Response: response, Thought: &r})
}

// Call appends a complete call of the model. Append it before the call runs, so that a crash can't hide it. Its
// arguments must be a JSON object: [Arguments] makes one of whatever the model sent. A call whose arguments were cut
// off while they were streamed isn't appended at all.
func (t *Turn) Call(response string, c Call) error {
	if _, ok := compactObject(c.Arguments); !ok {
		return fmt.Errorf("appending call %q: arguments %.80q are not a JSON object", c.ID, c.Arguments)
	}
	if c.ID == "" {
		return fmt.Errorf("appending call of %q: it has no id", c.Name)
	}
	return t.add(Item{Kind: KindCall, Response: response, Call: &c})
}

// Result appends the result of a call. It may come after the end of the turn.
func (t *Turn) Result(callID string, r result.ToolResult) error {
	return t.result(Result{CallID: callID, Tool: r})
}

// NotRun appends the result of a call that never began and won't: r is the text for the model. The marker of the turn
// then lists the call as not run. A call without any result counts as interrupted, since its effects are unknown.
func (t *Turn) NotRun(callID string, r result.ToolResult) error {
	return t.result(Result{CallID: callID, Tool: r, NotRun: true})
}

func (t *Turn) result(r Result) error {
	if r.CallID == "" {
		return fmt.Errorf("appending result of %q: it has no call id", r.Tool.ToolName())
	}
	return t.add(Item{Kind: KindResult, Result: &r})
}

// End ends the turn. If the turn didn't end by itself, a marker is appended first. When End has returned, all of the
// turn is on the disk (with [Options].NoSync, it is with the system), so front ends may announce it.
//
// End returns the completed and the interrupted calls and those that never began. That is zero for a turn that ended
// by itself, and for one that has ended before: End then does nothing.
func (t *Turn) End(stop StopReason, reason string) (TurnAborted, error) {
	t.l.mu.Lock()
	defer t.l.mu.Unlock()
	if t.ended {
		return TurnAborted{}, nil
	}
	a, err := t.end(stop, reason)
	if err != nil {
		return a, err
	}
	return a, t.l.settleBoundary()
}

// end does what End does without waiting for the disk.
func (t *Turn) end(stop StopReason, reason string) (TurnAborted, error) {
	var a TurnAborted
	end := Item{Kind: KindEnd, Stop: stop, Error: reason}
	switch stop {
	case StopEnd, StopLength, StopToolUse:
	case StopAborted, StopTimeout, StopError:
		a = t.l.state.aborted(stop, reason)
		end.Calls = a.counts()
		if err := t.append(Item{Kind: KindMarker, Text: a.Marker()}); err != nil {
			return a, err
		}
	default:
		const want = "want stop, length, tool_use, error, timeout or aborted"
		return a, fmt.Errorf("ending a turn: unknown stop reason %q: %s", stop, want)
	}
	if err := t.append(end); err != nil {
		return a, err
	}
	t.ended = true
	return a, nil
}

// add writes an item of the turn and waits for the disk if the log's options want that.
func (t *Turn) add(it Item) error {
	t.l.mu.Lock()
	defer t.l.mu.Unlock()
	if t.ended && it.Kind != KindResult {
		return fmt.Errorf("appending %s: %w", it.Kind, errEnded)
	}
	if err := t.append(it); err != nil {
		return err
	}
	return t.l.settleAfter(it.Kind)
}

// append writes an item of the turn without waiting for the disk.
func (t *Turn) append(it Item) error {
	it.Turn = t.n
	it, err := t.l.append(it)
	if err != nil {
		return err
	}
	t.items = append(t.items, it)
	return nil
}
