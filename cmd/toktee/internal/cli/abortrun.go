package cli

import (
	"context"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/abort"
)

// A running run is one that can be asked to stop. The zero value is none.
type running struct {
	run  *abort.Run
	stop func()
}

// begin begins a run: from now on, a request to stop ends the context. A run inside another one leaves that to the
// outer one, which stops both.
func (a *app) begin(ctx context.Context, what string) (context.Context, *running) {
	outer, _ := a.getenv(abort.Variable)
	dir, err := os.Getwd()
	if err != nil {
		dir = string(filepath.Separator) // nobody can write a request into a folder that was deleted
	}
	r := &running{run: abort.Begin(abort.Options{
		Dir: dir, What: what, Outer: outer, Warn: a.warn,
	})}
	ctx, r.stop = r.run.Watch(ctx)
	return ctx, r
}

// env is the environment of the commands that the run starts, nil for our own.
func (r *running) env() []string {
	if r.run == nil {
		return nil
	}
	return append(os.Environ(), abort.Variable+"="+r.run.ID())
}

// end ends the run.
func (r *running) end() {
	if r.run != nil {
		r.stop()
		r.run.End()
	}
}
