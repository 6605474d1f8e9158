package agent

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
)

// A run works on one turn of the person.
type run struct {
	a      *Agent
	before []session.Item // the conversation until this turn
	turn   *session.Turn
	states []State
	usage  model.Usage
	used   map[string]bool // ids of responses and calls that the conversation has
	calls  []*pending      // the turn's calls, in the model's order
	cut    []string        // tools whose calls the model didn't finish writing

	// Guarded by a.events.

	warned map[string]bool // tools that the person was warned of
	over   bool            // the last event has been sent
}

// Run takes the person's text and works on it until the model has finished. It returns a state for each step. If the
// run ended in any other way it also returns a [*StopError], and the last state has the same stop reason. If the
// context has ended already, nothing is done and nothing is logged.
//
// An error without any state means that nothing was done: the agent is busy, or the log can't be read or written.
func (a *Agent) Run(ctx context.Context, text string) ([]State, error) {
	if !a.running.TryLock() {
		return nil, ErrBusy
	}
	defer a.running.Unlock()
	r := &run{a: a, used: map[string]bool{}, warned: map[string]bool{}}
	if ctx.Err() != nil {
		stop := stopped(ctx, nil)
		r.emit(r.aborted(stop))
		return []State{{Step: 1, Stop: stop.Stop, Error: stop.Reason}}, stop
	}
	if err := r.begin(text); err != nil {
		return nil, fmt.Errorf("starting a run: %w", err)
	}
	ctx, halts := context.WithCancelCause(ctx)
	defer halts(nil)
	ctx = tool.WithAbort(ctx, halts)
	return r.end(ctx, r.steps(ctx))
}

// begin reads the conversation and begins a turn in the log.
func (r *run) begin(text string) error {
	old, err := r.a.cfg.Log.LoadEpoch()
	if err != nil {
		return err
	}
	r.before = old.Items
	for _, it := range old.Items {
		r.used[it.Response] = true
		if it.Call != nil {
			r.used[it.Call.ID] = true
		}
	}
	if r.turn, err = r.a.cfg.Log.Begin(text); err != nil {
		return err
	}
	r.emit(TurnStarted{r.turn.Number(), text})
	return nil
}

// steps asks the model until it has finished. The error is the reason of any other end: the context's cause, or a
// failure.
func (r *run) steps(ctx context.Context) error {
	for step := 1; ; step++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if step > r.a.cfg.MaxSteps {
			return fmt.Errorf("%w: %d", ErrMaxSteps, r.a.cfg.MaxSteps)
		}
		r.emit(StepStarted{step})
		from := len(r.turn.Items())
		stop, usage, err := r.step(ctx, step)
		r.usage = sum(r.usage, usage)
		r.states = append(r.states, State{Step: step, Stop: stop, Items: r.turn.Items()[from:], Usage: usage})
		if err != nil {
			return err
		}
		r.emit(StepEnded{r.states[len(r.states)-1]})
		if stop != session.StopToolUse {
			return nil
		}
	}
}

// sum adds the tokens of a step to those of the run.
func sum(a, b model.Usage) model.Usage {
	return model.Usage{
		Input:      a.Input + b.Input,
		CacheRead:  a.CacheRead + b.CacheRead,
		CacheWrite: a.CacheWrite + b.CacheWrite,
		Output:     a.Output + b.Output,
		Reasoning:  a.Reasoning + b.Reasoning,
	}
}
