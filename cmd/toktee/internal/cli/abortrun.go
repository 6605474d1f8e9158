package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/toktee/toktee/abort"
)

// A running run is one that can be asked to stop.
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
		Dir: dir, Register: a.register(), What: what, Outer: outer,
		Warn: a.warn,
	})}
	ctx, r.stop = r.run.Watch(ctx)
	return ctx, r
}

// env is the environment of the commands that the run starts.
func (r *running) env() []string { return append(os.Environ(), abort.Variable+"="+r.run.ID()) }

// end ends the run.
func (r *running) end() {
	r.stop()
	r.run.End()
}

// register is the folder of the register of runs, "" if there is no place for it. It is a folder that the system
// empties when it starts, since no run survives that.
func (a *app) register() string {
	if dir, _ := a.getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) && writable(dir) == nil {
		return filepath.Join(dir, "toktee", "runs")
	}
	dir := filepath.Join(os.TempDir(), "toktee-"+strconv.Itoa(os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) || !private(dir) {
		return ""
	}
	return filepath.Join(dir, "runs")
}
