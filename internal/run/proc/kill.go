package proc

import (
	"context"
	"sync"
	"time"
)

// WithKill returns a context for a program that has to exit at once, and the function that it calls before: no further
// command is started under the context. Commands that [Run] runs under it get SIGKILL with all their descendants, at
// any stage of a stop. kill returns when they are gone or the limit is over.
//
// A context that was detached from this one by [context.WithoutCancel] counts as this one.
func WithKill(parent context.Context) (ctx context.Context, kill func(limit time.Duration)) {
	k := &killer{now: make(chan struct{})}
	return context.WithValue(parent, killerKey{}, k), k.kill
}

type killerKey struct{}

// A killer knows the commands that run under a context. That of a context without one is nil, and never kills.
type killer struct {
	now chan struct{} // closed when commands have to be killed

	mu      sync.Mutex // a command enters before the kill, or not at all
	killed  bool
	running sync.WaitGroup
}

func killerOf(ctx context.Context) *killer {
	k, _ := ctx.Value(killerKey{}).(*killer)
	return k
}

// enter counts a command that is about to be started. It reports false if it must not be.
func (k *killer) enter() bool {
	if k == nil {
		return true
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.killed {
		k.running.Add(1)
	}
	return !k.killed
}

// leave records that no process of a command is left that could be killed.
func (k *killer) leave() {
	if k != nil {
		k.running.Done()
	}
}

// kills is closed when commands have to be killed.
func (k *killer) kills() <-chan struct{} {
	if k == nil {
		return nil
	}
	return k.now
}

func (k *killer) kill(limit time.Duration) {
	k.mu.Lock()
	if !k.killed {
		k.killed = true
		close(k.now)
	}
	k.mu.Unlock()
	gone := make(chan struct{})
	go func() {
		k.running.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-time.After(limit):
	}
}

// earliest is closed when one of two channels is, either of which may be nil, as long as ctx goes on.
func earliest(ctx context.Context, a, b <-chan struct{}) <-chan struct{} {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	both := make(chan struct{})
	go func() {
		select {
		case <-a:
		case <-b:
		case <-ctx.Done():
			return
		}
		close(both)
	}()
	return both
}
