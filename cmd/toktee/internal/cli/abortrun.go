package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/internal/run/live"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A running run is one that can be asked to stop. The zero value is none.
type running struct {
	run   *abort.Run
	outer string // the run that this one is a part of, "" for none
	spool string // the folder in which others may ask for its output
	stop  func()
	ended sync.Once
}

// begin starts a run: from now on, a request to stop ends the context. A run inside another one leaves that to the
// outer one, which stops both. spool is the folder for recordings, "" if nothing is kept; others may ask there for the
// output so far.
func (a *app) begin(ctx context.Context, what, spool string) (context.Context, *running) {
	outer, _ := a.getenv(abort.Variable)
	dir, err := os.Getwd()
	if err != nil {
		dir = string(filepath.Separator) // a deleted folder gets no requests
	}
	if spool != "" {
		if spool, err = filepath.Abs(spool); err != nil {
			spool = ""
		}
	}
	r := &running{outer: outer, spool: spool, run: abort.Prepare(abort.Options{
		Dir: dir, What: what, Output: spool, Outer: outer, Warn: a.warn,
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

// watch lets a person look on while a command of the run prints.
func (r *running) watch() func(tap func(io.Writer) error) (stop func()) {
	if r.run == nil || r.run.ID() == r.outer {
		return nil
	}
	return func(tap func(io.Writer) error) (stop func()) { return live.Offer(r.spool, r.run.ID(), tap) }
}

// end ends the run, once.
func (r *running) end() {
	r.ended.Do(func() {
		if r.run != nil {
			r.stop()
			r.run.End()
		}
	})
}

// A delivery makes a result of an output, and keeps it.
type delivery = func(
	context.Context, summarize.Config, summarize.Request, ...string,
) (result.ToolResult, error)

// endsBeside returns a delivery during which the run ends: its output is complete, so nothing is left to stop.
func (r *running) endsBeside(deliver delivery) delivery {
	return func(
		ctx context.Context, cfg summarize.Config, req summarize.Request, warnings ...string,
	) (result.ToolResult, error) {
		var ending sync.WaitGroup
		ending.Go(r.end)
		defer ending.Wait()
		return deliver(ctx, cfg, req, warnings...)
	}
}
