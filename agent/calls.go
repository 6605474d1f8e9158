package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/result"
)

// runCall runs one call and logs its result. It does nothing once the context has ended. An error means that the log
// can't be written.
func (r *run) runCall(ctx context.Context, p *pending) error {
	if ctx.Err() != nil {
		return nil
	}
	t, refusal := r.accept(p)
	if refusal != "" {
		return r.answer(p, refusedResult(p.call, refusal), CallRefused, 0)
	}
	if !t.Cancellable {
		r.emitOnce(t.Name, Warning{t.Name + " can't be cancelled: a stop waits for its end"})
	}
	r.emit(CallStarted{p.call, t.Cancellable})
	if ctx.Err() != nil || !p.claimRun() { // the front end may have stopped the run just now
		return nil
	}
	from := r.a.cfg.Now()
	res, state := outcome(ctx, t, p.call)
	return r.answer(p, res, state, max(r.a.cfg.Now().Sub(from), 0))
}

// accept finds the call's tool. refusal is the model's text if the call isn't run, "" if it is.
func (r *run) accept(p *pending) (t tool.Tool, refusal string) {
	t, ok := r.a.tools[p.call.Name]
	switch {
	case !ok:
		names := make([]string, 0, len(r.a.cfg.Tools))
		for _, t := range r.a.cfg.Tools {
			names = append(names, t.Name)
		}
		return t, fmt.Sprintf("There is no tool %q. There are: %s.", p.call.Name, strings.Join(names, ", "))
	case p.malformed != "":
		return t, fmt.Sprintf("The call of %s was not run: %s. Send it again.", p.call.Name, p.malformed)
	}
	if wrong := checkArguments(t.Schema, p.call.Arguments); wrong != "" {
		return t, fmt.Sprintf("The call of %s was not run: %s.", p.call.Name, wrong)
	}
	return t, ""
}

// outcome runs the tool and finds what became of the call. An error of the tool counts as an interruption if the
// context has ended, whatever the error is; a crash is always the tool's failure.
func outcome(ctx context.Context, t tool.Tool, c session.Call) (result.ToolResult, CallState) {
	res, err := invoke(ctx, t, c)
	var crashed *crash.Error
	switch {
	case errors.As(err, &crashed):
		return crashedResult(c, crashed), CallCompleted
	case err != nil && ctx.Err() != nil:
		return interruptedResult(c, res, stopped(ctx, err).Reason), CallInterrupted
	case err != nil:
		return brokenResult(c, res, err), CallCompleted
	case isAborted(res): // stopped from outside
		return res, CallInterrupted
	case isRefused(res): // by the tool itself
		return res, CallRefused
	}
	return res, CallCompleted
}

// invoke calls the tool. If the tool panics or ends its goroutine, the error is a [*crash.Error].
func invoke(ctx context.Context, t tool.Tool, c session.Call) (res result.ToolResult, err error) {
	err = crash.Guard(func() (err error) {
		res, err = t.Run(ctx, slices.Clone(c.Arguments))
		return err
	})
	return res, err
}

// answer logs a call's result, and then sends the event. A result that is too large for the log is the tool's fault,
// not the run's: an error takes its place.
func (r *run) answer(p *pending, res result.ToolResult, s CallState, d time.Duration) error {
	res = res.WithCallID(p.call.ID)
	keep := r.turn.Result
	if s == CallNotRun {
		keep = r.turn.NotRun
	}
	err := keep(p.call.ID, res)
	if errors.Is(err, session.ErrTooLarge) {
		text := fmt.Sprintf("%s has run, but its result can't be kept: %v", p.call.Name, errors.Unwrap(err))
		res = failedResult(p.call, result.KindExit, text).WithCallID(p.call.ID)
		err = r.turn.Result(p.call.ID, res)
	}
	if err != nil {
		return err
	}
	p.settle(s)
	r.emit(CallEnded{p.call, res, s, d})
	return nil
}

// skip answers the calls that haven't begun and won't, and returns why, unless the log can't be written.
func (r *run) skip(ctx context.Context, calls []*pending, why error) error {
	text := "Not run: the model's response broke off."
	if ctx.Err() != nil {
		text = "Interrupted by user: this call was not run."
		if stopped(ctx, why).Stop == session.StopTimeout {
			text = "Interrupted by a time limit: this call was not run."
		}
	}
	for _, p := range calls {
		if !p.claimSkip() {
			continue
		}
		if err := r.answer(p, notRunResult(p.call, text), CallNotRun, 0); err != nil {
			return err
		}
	}
	return why
}

// refuse answers calls that are complete and aren't run.
func (r *run) refuse(calls []*pending, text string) error {
	for _, p := range calls {
		if err := r.answer(p, refusedResult(p.call, text), CallRefused, 0); err != nil {
			return err
		}
	}
	return nil
}
