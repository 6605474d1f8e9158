package abort_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/abort"
)

// subfolders are where the runs of the property tests work, below one folder.
var subfolders = []string{"", "", "a", "a/b", "c"}

// TestProperty asks for 1,000 random aborts, many at a time. In each round two to five runs work in one folder and
// below, begin and end at any time, and one of them or all are asked to stop meanwhile. Every run that is addressed
// stops with the reason, and no other one does.
func TestProperty(t *testing.T) {
	aborts, atOnce := int64(1000), 24
	if testing.Short() {
		aborts = 150
	}
	var asked, heard atomic.Int64
	var wg sync.WaitGroup
	for worker := range atOnce {
		wg.Go(func() {
			box := newBox(t) // used again, so that there are requests from before
			for n := uint64(0); asked.Load() < aborts && !t.Failed(); n++ {
				r := &round{t: t, box: box, rand: rand.New(rand.NewPCG(uint64(worker), n))}
				r.play()
				asked.Add(1)
				heard.Add(r.heard)
			}
		})
	}
	wg.Wait()
	t.Logf("%d requests, %d runs stopped", asked.Load(), heard.Load())
	if heard.Load() < asked.Load() {
		t.Errorf("%d requests have stopped only %d runs", asked.Load(), heard.Load())
	}
}

// A round is one request and the runs around it.
type round struct {
	t    *testing.T
	box  *box
	rand *rand.Rand

	runs      []*actor
	addressed func(*actor) bool
	request   struct {
		path     string
		from, to time.Time // when it was written
	}
	heard int64 // how many runs have stopped
}

// An actor is a run: it begins after a while, and ends when it is asked to, or by itself, or at the end of the round.
type actor struct {
	dir      string
	delay    time.Duration // before it begins
	patience time.Duration // until it ends by itself; 0 is never
	begun    chan struct{} // closed when Begin has returned
	from, to time.Time     // when Begin was called, and when it had returned
	run      *abort.Run
	left     bool   // it has ended by itself
	reason   string // why it stopped, "" if it didn't
}

// wasThere reports whether the actor had begun when the request was written, and whether it may have: where it began
// meanwhile, both is right.
func (a *actor) wasThere(r *round) (surely, perhaps bool) {
	return a.to.Before(r.request.from), a.from.Before(r.request.to)
}

// play plays the round and checks who has stopped.
func (r *round) play() {
	over := make(chan struct{}) // all that had to stop have stopped
	var stopped, all sync.WaitGroup
	for range 2 + r.rand.IntN(4) {
		a := &actor{dir: subfolders[r.rand.IntN(len(subfolders))], begun: make(chan struct{})}
		if len(r.runs) > 0 && r.rand.IntN(3) == 0 {
			a.delay = time.Duration(r.rand.IntN(30)) * time.Millisecond
		}
		if len(r.runs) > 0 && r.rand.IntN(4) == 0 {
			a.patience = time.Duration(1+r.rand.IntN(150)) * time.Millisecond
		}
		r.runs = append(r.runs, a)
	}
	why := fmt.Sprintf("round %d", r.rand.Uint64())
	waits := make([]func(), len(r.runs))
	for i, a := range r.runs {
		done := make(chan struct{})
		waits[i] = func() { <-done }
		all.Go(func() { r.act(a, done, over) })
	}
	<-r.runs[0].begun
	time.Sleep(time.Duration(r.rand.IntN(20)) * time.Millisecond)
	r.ask(why)
	for _, a := range r.runs {
		<-a.begun
	}
	for i, a := range r.runs {
		if surely, _ := a.wasThere(r); surely && r.addressed(a) {
			stopped.Go(waits[i])
		}
	}
	stopped.Wait()
	close(over)
	all.Wait()
	r.check(why)
}

// ask writes the request: to the first run, which is there, or to all of a folder.
func (r *round) ask(why string) {
	first := r.runs[0]
	id, dir := first.run.ID(), filepath.Join(r.box.dir, first.dir)
	r.addressed = func(a *actor) bool { return a == first }
	if r.rand.IntN(2) == 0 {
		id, dir = abort.All, filepath.Join(r.box.dir, subfolders[r.rand.IntN(3)])
		r.addressed = func(a *actor) bool {
			rel, err := filepath.Rel(dir, filepath.Join(r.box.dir, a.dir))
			return err == nil && filepath.IsLocal(rel)
		}
	}
	r.request.path = filepath.Join(dir, ".toktee", "abort", id)
	r.request.from = time.Now()
	if r.rand.IntN(2) == 0 { // as a shell does
		err := os.MkdirAll(filepath.Dir(r.request.path), 0o700)
		if err = errors.Join(err, os.WriteFile(r.request.path, []byte(why+"\n"), 0o600)); err != nil {
			r.t.Error(err)
		}
	} else if _, err := abort.Request(dir, id, why); err != nil {
		r.t.Error(err)
	}
	r.request.to = time.Now()
}

// act is the life of a run. done is closed when it has stopped watching.
func (r *round) act(a *actor, done chan<- struct{}, over <-chan struct{}) {
	time.Sleep(a.delay)
	dir := filepath.Join(r.box.dir, a.dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		r.t.Error(err)
	}
	a.from = time.Now()
	a.run = abort.Begin(abort.Options{
		Dir: dir, Register: r.box.register, Warn: func(err error) { r.t.Errorf("a warning: %v", err) },
	})
	a.to = time.Now()
	close(a.begun)
	defer a.run.End()
	defer close(done)
	ctx, stop := a.run.Watch(r.t.Context())
	defer stop()
	var leaves <-chan time.Time
	if a.patience > 0 {
		leaves = time.After(a.patience)
	}
	select {
	case <-ctx.Done():
	case <-leaves:
		a.left = true
	case <-over:
	case <-time.After(2 * time.Minute):
	}
	var asked *abort.AbortError
	if err := a.run.Check(); errors.As(context.Cause(ctx), &asked) || errors.As(err, &asked) {
		a.reason = asked.Reason
	}
}

// check compares who has stopped with who had to.
func (r *round) check(why string) {
	for i, a := range r.runs {
		surely, perhaps := a.wasThere(r)
		switch {
		case r.addressed(a) && surely && !a.left && a.reason != why:
			r.t.Errorf("run %d in %q: hears %q; want %q", i, a.dir, a.reason, why)
		case !(r.addressed(a) && perhaps) && a.reason != "":
			r.t.Errorf("run %d in %q: hears %q, which isn't for it", i, a.dir, a.reason)
		case a.reason != "":
			r.heard++
		}
	}
	if _, err := os.Lstat(r.request.path); r.heard > 0 && err == nil {
		r.t.Errorf("the request %s outlives the runs that have heard it", r.request.path)
	}
}
