package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/result"
)

// crashed is why a turn is ended that has no end in the log.
const crashed = "the program stopped before the turn had ended"

// errEnded says that a turn has ended.
var errEnded = errors.New("the turn has ended")

// Turn appends what happens in one turn of the person, each thing as soon as it is complete, whether the turn will end
// well or not. Its methods are safe for concurrent use, so that calls may end in any order.
type Turn struct {
	l     *Log
	n     int
	ended bool   // guarded by l.mu, as is items
	items []Item // what was appended
}

// Begin starts a turn with what the person said. If the turn before has no end, because the program was killed, it is
// ended first, with a marker.
func (l *Log) Begin(text string) (*Turn, error) {
	if blank(text) {
		return nil, fmt.Errorf("beginning a turn: the text is empty")
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
	return t, l.boundary()
}

// boundary waits for the disk where a turn begins or ends.
func (l *Log) boundary() error {
	if l.policy == SyncNever {
		return nil
	}
	return l.settle(false)
}

// Number is the turn's number, from 1.
func (t *Turn) Number() int { return t.n }

// Items are the items that were appended so far, also those which ended the turn before.
func (t *Turn) Items() []Item {
	t.l.mu.Lock()
	defer t.l.mu.Unlock()
	return slices.Clone(t.items)
}

// User appends what the person said while the turn went on.
func (t *Turn) User(text string) error {
	if blank(text) {
		return nil
	}
	return t.add(Item{Kind: KindUser, Text: text})
}

// Text appends a complete text of the model, or the part of one that had come when it was aborted. A blank text is left
// out. All that the model said in one response has the same response id.
func (t *Turn) Text(response, text string) error {
	if blank(text) {
		return nil
	}
	return t.add(Item{Kind: KindText, Response: response, Text: text})
}

// Reasoning appends a thought of the model. One that is cut off has no signature, and is kept for the person alone.
func (t *Turn) Reasoning(response string, r Reasoning) error {
	if r.Text == "" && r.Signature == "" && r.Encrypted == "" {
		return nil
	}
	return t.add(Item{Kind: KindReasoning, Response: response, Thought: &r})
}

// Call appends a complete call of the model. Append it before it runs, so that a crash can't hide it. One whose arguments
// were cut off is left out; those of a complete call that aren't a JSON object go through [Arguments] first.
func (t *Turn) Call(response string, c Call) error {
	if _, ok := object(c.Arguments); !ok {
		return fmt.Errorf("appending call %q: arguments %.80q are not a JSON object", c.ID, c.Arguments)
	}
	if c.ID == "" {
		return fmt.Errorf("appending call of %q: it has no id", c.Name)
	}
	return t.add(Item{Kind: KindCall, Response: response, Call: &c})
}

// Result appends what became of a call. That may come after the end of the turn.
func (t *Turn) Result(callID string, r result.ToolResult) error {
	if callID == "" {
		return fmt.Errorf("appending result of %q: it has no call id", r.ToolName())
	}
	return t.add(Item{Kind: KindResult, Result: &Result{CallID: callID, Tool: r}})
}

// End ends the turn. If it didn't end by itself, a marker comes first. When End has returned, all of the turn has reached
// the disk, so that front ends may be told; with [SyncNever], the system. What it returns says what was done and what was
// interrupted; it is zero for a turn that ended by itself, or that has ended before.
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
	return a, t.l.boundary()
}

func (t *Turn) end(stop StopReason, reason string) (TurnAborted, error) {
	var a TurnAborted
	switch stop {
	case StopEnd, StopLength, StopToolUse:
	case StopAborted, StopTimeout, StopError:
		a = t.l.state.aborted(stop, reason)
		if err := t.append(Item{Kind: KindMarker, Text: a.Marker()}); err != nil {
			return a, err
		}
	default:
		return a, fmt.Errorf("ending a turn: unknown stop reason %q: want stop, length, tool_use, error, timeout or aborted", stop)
	}
	if err := t.append(Item{Kind: KindEnd, Stop: stop, Error: reason}); err != nil {
		return a, err
	}
	t.ended = true
	return a, nil
}

func (t *Turn) add(it Item) error {
	t.l.mu.Lock()
	defer t.l.mu.Unlock()
	if t.ended && it.Kind != KindResult {
		return fmt.Errorf("appending %s: %w", it.Kind, errEnded)
	}
	if err := t.append(it); err != nil {
		return err
	}
	if t.l.policy == SyncAlways || t.l.policy == SyncTurns && bounds(it.Kind) {
		return t.l.settle(false)
	}
	return nil
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

func blank(s string) bool { return strings.TrimSpace(s) == "" }
