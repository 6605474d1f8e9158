package agent

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
	"github.com/toktee/toktee/tool"
)

// runCalls runs the calls of a response at the same time and waits for all. If the context ends, those that haven't
// begun don't, and the others get the time for cleaning up. An error is the context's cause, or that the log can't be
// written.
func (r *run) runCalls(ctx context.Context, calls []*pending) error {
	parent := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	room := make(chan struct{}, r.a.cfg.Parallel)
	errs := make([]error, len(calls)) // each goroutine has its own place
	over := make(chan struct{})
	go func() {
		defer close(over)
		var wg sync.WaitGroup
		defer wg.Wait()
		for i, p := range calls { // in order: with room for one, they run one after another
			select {
			case room <- struct{}{}:
			case <-ctx.Done():
				return
			}
			wg.Go(func() {
				defer func() { <-room }()
				if errs[i] = r.runCall(ctx, p); errs[i] != nil {
					cancel(errs[i])
				}
			})
		}
	}()
	if err := r.await(ctx, over, calls); err != nil {
		return err
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	if parent.Err() != nil {
		return r.skip(parent, calls, context.Cause(parent))
	}
	return nil
}

// await waits until the calls are over, and once the context has ended no longer than cleaning up may take.
func (r *run) await(ctx context.Context, over <-chan struct{}, calls []*pending) error {
	select {
	case <-over:
		return nil
	case <-ctx.Done():
	}
	for _, p := range calls {
		if t, ok := r.a.tools[p.call.Name]; ok && !t.Cancellable && p.settled() == CallLeft {
			r.a.emit(Warning{fmt.Sprintf("%s can't be cancelled: waiting up to %v for its end", p.call.Name, r.a.cfg.CleanUp)})
		}
	}
	limit := time.NewTimer(r.a.cfg.CleanUp)
	defer limit.Stop()
	select {
	case <-over:
		return nil
	case <-limit.C:
	}
	for _, p := range calls {
		if p.settled() == CallLeft {
			r.a.emit(Warning{fmt.Sprintf("%s has not returned %v after the stop: it may still be running", p.call.Name, r.a.cfg.CleanUp)})
		}
	}
	return r.skip(ctx, calls, context.Cause(ctx))
}

// runCall runs one call and logs its result. An error is that the log can't be written.
func (r *run) runCall(ctx context.Context, p *pending) error {
	if ctx.Err() != nil {
		return nil
	}
	t, refusal := r.accept(p)
	if refusal != "" {
		return r.answer(p, refused(p.call, refusal), CallRefused, 0)
	}
	if !t.Cancellable {
		r.warn(t.Name)
	}
	r.a.emit(CallStarted{p.call, t.Cancellable})
	if ctx.Err() != nil || !p.start() { // the front end may have stopped it just now
		return nil
	}
	from := r.a.cfg.Now()
	res, err := invoke(ctx, t, p.call)
	state := CallCompleted
	if err != nil {
		if ctx.Err() != nil {
			state = CallInterrupted
			res = interrupted(p.call, res, stopped(ctx, err).Reason)
		} else {
			res = broken(p.call, res, err)
		}
	} else if e := res.Error(); e != nil && e.Kind == result.KindAborted {
		state = CallInterrupted // by somebody else than us
	} else if e != nil && e.Kind == result.KindInput {
		state = CallRefused // by the tool itself
	}
	return r.answer(p, res, state, since(r.a.cfg.Now, from))
}

// accept finds the call's tool, or says why the call isn't run.
func (r *run) accept(p *pending) (tool.Tool, string) {
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

func (r *run) warn(name string) {
	r.a.on.Lock()
	known := r.warned[name]
	r.warned[name] = true
	r.a.on.Unlock()
	if !known {
		r.a.emit(Warning{name + " can't be cancelled: a stop waits for its end"})
	}
}

// invoke calls the tool. A panic is its error.
func invoke(ctx context.Context, t tool.Tool, c session.Call) (res result.ToolResult, err error) {
	defer func() {
		if p := recover(); p != nil {
			res, err = result.ToolResult{}, fmt.Errorf("the tool panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return t.Run(ctx, slices.Clone(c.Arguments))
}

// answer logs a call's result and tells it.
func (r *run) answer(p *pending, res result.ToolResult, s CallState, d time.Duration) error {
	res = res.WithCallID(p.call.ID)
	err := r.turn.Result(p.call.ID, res)
	if errors.Is(err, session.ErrTooLarge) { // a tool's fault isn't the run's
		res = told(p.call, result.KindExit, fmt.Sprintf("%s has run, but its result can't be kept: %v", p.call.Name, errors.Unwrap(err)))
		res = res.WithCallID(p.call.ID)
		err = r.turn.Result(p.call.ID, res)
	}
	if err != nil {
		return err
	}
	p.settle(s)
	r.a.emitUnless(&r.over, CallEnded{p.call, res, s, d})
	return nil
}

// skip answers the calls that haven't begun, and returns why they don't.
func (r *run) skip(ctx context.Context, calls []*pending, why error) error {
	text := "Not run: the model's response broke off."
	if ctx.Err() != nil {
		text = "Interrupted by user: this call was not run."
		if stopped(ctx, why).Stop == session.StopTimeout {
			text = "Interrupted by a time limit: this call was not run."
		}
	}
	for _, p := range calls {
		if !p.skip() {
			continue
		}
		if err := r.answer(p, notRun(p.call, text), CallNotRun, 0); err != nil {
			return err
		}
	}
	return why
}

// refuse answers calls that are complete but aren't run.
func (r *run) refuse(calls []*pending, text string) error {
	for _, p := range calls {
		if err := r.answer(p, refused(p.call, text), CallRefused, 0); err != nil {
			return err
		}
	}
	return nil
}
