package agent

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// runCalls runs the calls of a response at the same time and waits for all of them. If the context ends, calls that
// haven't begun don't begin, and the others have the time for cleaning up. The error is the context's cause, or
// reports that the log can't be written.
func (r *run) runCalls(ctx context.Context, calls []*pending) error {
	parent := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	errs := make([]error, len(calls)) // each goroutine writes its own element
	over := make(chan struct{})
	go func() {
		defer close(over)
		r.startCalls(ctx, calls, func(i int, err error) {
			if errs[i] = err; err != nil {
				cancel(err)
			}
		})
	}()
	if !r.await(ctx, over, calls) {
		return r.skip(ctx, calls, context.Cause(ctx))
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

// abortTool is the built-in tool that ends the run. The calls after it wait, since they must not be made then.
const abortTool = "abort"

// startCalls starts the calls in their order, as many at a time as the config allows, and returns when all have ended.
// With room for one, they run one after another. ended gets the error of each call that was started, at any time.
func (r *run) startCalls(ctx context.Context, calls []*pending, ended func(i int, err error)) {
	room := make(chan struct{}, r.a.cfg.Parallel)
	var wg sync.WaitGroup
	defer wg.Wait()
	for i, p := range calls {
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
			return
		}
		over := make(chan struct{})
		wg.Go(func() {
			defer close(over)
			defer func() { <-room }()
			ended(i, r.runCall(ctx, p))
		})
		if p.call.Name == abortTool {
			<-over
		}
	}
}

// await waits until the calls are over; once the context has ended, no longer than cleaning up may take. It reports
// whether they are over.
func (r *run) await(ctx context.Context, over <-chan struct{}, calls []*pending) bool {
	select {
	case <-over:
		return true
	case <-ctx.Done():
	}
	for _, p := range calls {
		if t, ok := r.a.tools[p.call.Name]; ok && !t.Cancellable && p.settled() == CallLeft {
			r.emit(Warning{fmt.Sprintf("%s can't be cancelled: waiting up to %v for its end", t.Name, r.a.cfg.CleanUp)})
		}
	}
	limit := time.NewTimer(r.a.cfg.CleanUp)
	defer limit.Stop()
	select {
	case <-over:
		return true
	case <-limit.C:
	}
	for _, p := range calls {
		if p.settled() == CallLeft {
			r.emit(Warning{fmt.Sprintf("%s has not returned %v after the stop: it may still be running",
				p.call.Name, r.a.cfg.CleanUp)})
		}
	}
	return false
}
