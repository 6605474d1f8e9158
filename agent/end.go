package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toktee/toktee/agent/session"
)

// end closes the turn. The marker and the end of the turn are on disk before the last events are sent. err is nil if
// the model has finished.
func (r *run) end(ctx context.Context, err error) ([]State, error) {
	if err == nil {
		if err = r.save(session.StopEnd, ""); err == nil {
			r.emitLast(TurnEnded{session.StopEnd, len(r.states), r.usage})
			return r.states, nil
		}
	}
	stop := stopped(ctx, err)
	r.stateOf(stop)
	saved := r.save(stop.Stop, stop.Reason)
	if saved != nil {
		stop = &StopError{stop.Stop, stop.Reason, errors.Join(stop.Err, saved)}
	}
	if stop.Stop != session.StopLength {
		e := r.aborted(stop)
		if saved != nil {
			e.Error = saved.Error()
		}
		r.emit(e)
	}
	r.emitLast(TurnEnded{stop.Stop, len(r.states), r.usage})
	return r.states, stop
}

// stateOf writes the stop into the state of the step that it ended. If the last step was whole, the stop came between
// two steps and has a state of its own.
func (r *run) stateOf(stop *StopError) {
	last := len(r.states) - 1
	whole := last >= 0 && r.states[last].Stop != "" && stop.Stop != session.StopLength
	if last < 0 || whole {
		last++
		r.states = append(r.states, State{Step: last + 1})
	}
	r.states[last].Stop, r.states[last].Error = stop.Stop, stop.Reason
}

// save ends the turn in the log. It waits no longer than cleaning up may take: the disk may hang.
func (r *run) save(stop session.StopReason, reason string) error {
	done := make(chan error, 1)
	go func() {
		_, err := r.turn.End(stop, reason)
		done <- err
	}()
	limit := time.NewTimer(r.a.cfg.CleanUp)
	defer limit.Stop()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("saving the end of the turn: %w", err)
		}
		return nil
	case <-limit.C:
		return fmt.Errorf("saving the end of the turn: the disk took more than %v", r.a.cfg.CleanUp)
	}
}

// aborted returns the event for a run that was stopped. Its lists are never nil: in JSON they are empty lists.
func (r *run) aborted(stop *StopError) Aborted {
	e := Aborted{
		Stop: stop.Stop, Reason: stop.Reason,
		Completed: []Invocation{}, Interrupted: []Invocation{}, NotRun: []Invocation{}, Refused: []Invocation{},
		Cut: append([]string{}, r.cut...),
	}
	for _, p := range r.calls {
		in := Invocation{p.call.ID, p.call.Name, p.settled()}
		switch in.State {
		case CallCompleted:
			e.Completed = append(e.Completed, in)
		case CallRefused:
			e.Refused = append(e.Refused, in)
		case CallNotRun:
			e.NotRun = append(e.NotRun, in)
		default:
			e.Interrupted = append(e.Interrupted, in)
		}
	}
	e.InvocationCounts = session.InvocationCounts{
		PartialInvocationCount: len(e.Completed),
		InterruptedCount:       len(e.Interrupted),
		NotRunCount:            len(e.NotRun),
	}
	return e
}
