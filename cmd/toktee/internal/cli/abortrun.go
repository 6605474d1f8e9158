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

// running is a run that can be asked to stop.
type running struct {
	run  *abort.Run
	stop func()
}

// begin begins a run: from now on, the context ends when somebody asks for that. A run inside another one is that
// one's.
func (a *app) begin(ctx context.Context, what string) (context.Context, *running) {
	outer, _ := a.getenv(abort.Variable)
	dir, err := os.Getwd()
	if err != nil {
		dir = string(filepath.Separator) // a folder that was deleted has no requests
	}
	r := &running{run: abort.Begin(abort.Options{
		Dir: dir, Register: a.register(), What: what, Outer: outer,
		Warn: a.warn,
	})}
	ctx, r.stop = r.run.Watch(ctx)
	return ctx, r
}

// env is the environment for what the run starts.
func (r *running) env() []string { return append(os.Environ(), abort.Variable+"="+r.run.ID()) }

// end ends the run.
func (r *running) end() {
	r.stop()
	r.run.End()
}

// register is the folder of the register of runs, "" if there is no place for it. It is gone with the next start of the
// system, as the runs are.
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
