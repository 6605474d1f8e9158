// Package parallel spreads independent pieces of work over workers that have state of their own, such as a counter that
// can't be shared.
package parallel

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// watcher is the key of what [Watched] puts into a context.
type watcher struct{}

// Watched returns a context in which [Do] reports how many pieces are done after each of them, of how many. Several
// workers may call it at a time.
func Watched(ctx context.Context, tell func(done, total int)) context.Context {
	return context.WithValue(ctx, watcher{}, tell)
}

// Do calls work for each index below n, on jobs workers, at least one and no more than n. newWorker makes the function
// that one worker calls, one index after another.
//
// The first error ends it: no further piece is begun, the context of those under way is cancelled, and Do returns the
// error once they have returned. It returns the cause if ctx itself ends.
func Do(ctx context.Context, jobs, n int, newWorker func() (func(ctx context.Context, i int) error, error)) error {
	group, ctx := errgroup.WithContext(ctx)
	next := make(chan int)
	tell, _ := ctx.Value(watcher{}).(func(done, total int))
	var done atomic.Int64
	group.Go(func() error {
		defer close(next)
		return feed(ctx, next, n)
	})
	for range min(max(1, jobs), max(1, n)) {
		work, err := newWorker()
		if err != nil {
			group.Go(func() error { return err })
			break
		}
		group.Go(func() error {
			for i := range next {
				if err := work(ctx, i); err != nil {
					return err
				}
				if tell != nil {
					tell(int(done.Add(1)), n)
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// feed sends the indexes until ctx ends.
func feed(ctx context.Context, next chan<- int, n int) error {
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}
