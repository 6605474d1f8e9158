package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

// run is one turn of the person.
type run struct {
	a      *Agent
	before []session.Item // the conversation until this turn
	turn   *session.Turn
	states []State
	usage  model.Usage
	used   map[string]bool // ids of responses and calls that are taken
	warned map[string]bool // tools that the person was warned of
	calls  []*pending      // the turn's calls, in source order
	cut    []string        // calls that the model didn't finish writing
	over   bool            // the last event has been emitted; guarded by a.on
}

// Run takes what the person says and works on it until the model has finished. It returns a state for each step and, if
// the run ended in any other way, a [*StopError] besides: the last state says the same. A context that has ended
// already leaves no trace.
//
// An error before the first state means that nothing has been done: the agent is busy, or the log can't be read or
// written.
func (a *Agent) Run(ctx context.Context, text string) ([]State, error) {
	if !a.busy.TryLock() {
		return nil, ErrBusy
	}
	defer a.busy.Unlock()
	if ctx.Err() != nil {
		stop := stopped(ctx, nil)
		a.emit(Aborted{Stop: stop.Stop, Reason: stop.Reason, Completed: []Invocation{}, Refused: []Invocation{}, PartialInvocations: []Invocation{}, Cut: []string{}})
		return []State{{Step: 1, Stop: stop.Stop, Error: stop.Reason}}, stop
	}
	r := &run{a: a, used: map[string]bool{}, warned: map[string]bool{}}
	old, err := a.cfg.Log.LoadEpoch()
	if err != nil {
		return nil, fmt.Errorf("starting a run: %w", err)
	}
	r.before = old.Items
	for _, it := range old.Items {
		r.used[it.Response] = true
		if it.Call != nil {
			r.used[it.Call.ID] = true
		}
	}
	if r.turn, err = a.cfg.Log.Begin(text); err != nil {
		return nil, fmt.Errorf("starting a run: %w", err)
	}
	a.emit(TurnStarted{r.turn.Number(), text})
	return r.end(ctx, r.steps(ctx))
}

// steps asks the model until it has finished. What it returns says why the run ends: nil, the context's cause, or a
// failure.
func (r *run) steps(ctx context.Context) error {
	for step := 1; ; step++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if step > r.a.cfg.MaxSteps {
			return fmt.Errorf("%w: %d", ErrMaxSteps, r.a.cfg.MaxSteps)
		}
		r.a.emit(StepStarted{step})
		from := len(r.turn.Items())
		stop, usage, err := r.step(ctx, step)
		r.usage = sum(r.usage, usage)
		r.states = append(r.states, State{Step: step, Stop: stop, Items: r.turn.Items()[from:], Usage: usage})
		if err != nil {
			return err
		}
		r.a.emit(StepEnded{r.states[len(r.states)-1]})
		if stop != session.StopToolUse {
			return nil
		}
	}
}

// end closes the turn: the marker and the end are on disk before anybody is told.
func (r *run) end(ctx context.Context, err error) ([]State, error) {
	if err == nil {
		saved := r.close(ctx, session.StopEnd, "")
		if saved == nil {
			r.a.emitLast(&r.over, TurnEnded{session.StopEnd, len(r.states), r.usage})
			return r.states, nil
		}
		err = saved
	}
	stop := stopped(ctx, err)
	last := len(r.states) - 1
	if last < 0 || r.states[last].Stop != "" && stop.Stop != session.StopLength { // the last step was whole
		r.states = append(r.states, State{Step: last + 2})
		last++
	}
	r.states[last].Stop, r.states[last].Error = stop.Stop, stop.Reason
	saved := r.close(ctx, stop.Stop, stop.Reason)
	if saved != nil {
		stop = &StopError{stop.Stop, stop.Reason, errors.Join(stop.Err, saved)}
	}
	if stop.Stop != session.StopLength {
		e := r.aborted(stop)
		if saved != nil {
			e.Error = saved.Error()
		}
		r.a.emit(e)
	}
	r.a.emitLast(&r.over, TurnEnded{stop.Stop, len(r.states), r.usage})
	return r.states, stop
}

// close ends the turn in the log. The context may have ended: this goes on, for as long as cleaning up may take.
func (r *run) close(ctx context.Context, stop session.StopReason, reason string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.a.cfg.CleanUp)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		_, err := r.turn.End(stop, reason)
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("saving the end of the turn: %w", err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("saving the end of the turn: the disk took more than %v", r.a.cfg.CleanUp)
	}
}

// aborted is the event for a run that was stopped.
func (r *run) aborted(stop *StopError) Aborted {
	e := Aborted{Stop: stop.Stop, Reason: stop.Reason, Completed: []Invocation{}, Refused: []Invocation{}, PartialInvocations: []Invocation{}, Cut: append([]string{}, r.cut...)}
	for _, p := range r.calls {
		in := Invocation{p.call.ID, p.call.Name, p.settled()}
		switch in.State {
		case CallCompleted:
			e.Completed = append(e.Completed, in)
		case CallRefused:
			e.Refused = append(e.Refused, in)
		default:
			e.PartialInvocations = append(e.PartialInvocations, in)
		}
	}
	e.PartialInvocationCount = len(e.PartialInvocations)
	return e
}

// request is what the model is asked: the conversation until now, repaired, and nothing that isn't for it.
func (r *run) request() model.Request {
	c := &r.a.cfg
	items := append(append([]session.Item{}, r.before...), r.turn.Items()...)
	return model.Request{
		Model: c.Model, System: c.System, Effort: c.Effort, MaxTokens: c.MaxTokens, Tools: c.Tools,
		View: session.NewView(items, &session.ViewOptions{Mask: c.Mask, Model: c.Model}),
	}
}

func since(now func() time.Time, from time.Time) time.Duration { return max(now().Sub(from), 0) }

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
