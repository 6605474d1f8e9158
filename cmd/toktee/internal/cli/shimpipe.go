package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// pipedDigest is how many bytes of an output before a pipe are digested: the pipeline waits for that.
const pipedDigest = 2 << 20

// runPiped runs the program of a shim whose output goes through a pipe of an agent's shell. The pipe gets every byte as
// it is, and the program ends as it would without us. Its output is kept with its exit status, and a failure is noted
// for the text of the shell's command, which may not show it. run names the program, the shell and the agent.
func (a *app) runPiped(run store.Piped) error {
	pipe, ok := a.stdout.(*os.File)
	if !ok {
		return a.runRaw(context.Background(), run.Argv, 0)
	}
	opened := sync.OnceValue(func() *pipedOutput { return a.openPiped(run.Session) })
	out, isBoth := &tee{pipe: pipe, opened: opened}, isSameFile(a.stdout, a.stderr)
	started := time.Now()
	exit, err := proc.FollowPiped(proc.Piped{
		Argv: run.Argv, Pipe: pipe, Both: isBoth, Out: out,
		Started: func() {
			if k := opened(); k != nil {
				k.h.Warm()
			}
		},
	})
	var start *proc.StartError
	if errors.As(err, &start) {
		return startFailure(err)
	}
	pipe.Close() // its reader goes on while we keep the output
	if isBoth {
		a.stderr.(*os.File).Close()
	}
	status := result.Status{Known: true, Code: exit.Code}
	if out.failed != nil || exit.Signal != "" || err != nil {
		status = result.Status{} // the reader or someone else has ended it: that is no failure
	}
	if k := opened(); k != nil {
		k.keep(run, status, started)
	}
	if err != nil && !brokenPipe(err) {
		return rawEnding(exit, err)
	}
	if exit.Signal != "" {
		_ = proc.EndBy(exit.Code) // a shell ends its loop then
	}
	return &exitError{exit.Code, nil}
}

// A pipedOutput is the recording of what goes through a pipe, and its host.
type pipedOutput struct {
	h      *host.Host
	sp     *spool.Spool
	stream io.Writer
}

// keep keeps the output, and notes how the program ended.
func (k *pipedOutput) keep(run store.Piped, status result.Status, started time.Time) {
	defer k.sp.Remove()
	r, err := k.h.Deliver(context.Background(), k.h.Config(), summarize.Request{
		Tool: toolExec, Command: shell.Quote(run.Argv), Session: run.Session, Status: status, Source: k.sp,
		Started: started,
	})
	if err == nil {
		k.h.NotePassThrough(run.Session, r)
		k.h.NotePiped(r, run)
	}
}

// openPiped opens the recording of a program before a pipe, nil if its output isn't kept. The program runs meanwhile.
func (a *app) openPiped(session string) *pipedOutput {
	if a.isWayBackRefused() {
		return nil
	}
	// A text that isn't sent is no repeat.
	h, err := a.openWith(host.Options{Earlier: true, Record: true, Piped: true, Integration: "shim"})
	if err != nil {
		return nil
	}
	cfg := h.Config()
	if s := h.Settings(); s.NoStore || !cfg.Enabled || cfg.Tools[toolExec].Disabled || h.IsControl(session) {
		return nil
	}
	sp := spool.New(spool.Options{Dir: h.SpoolDir(), MaxFile: h.SpoolMax()})
	sp.Hurry(pipedDigest)
	return &pipedOutput{h, sp, sp.Stream(spool.Stdout)}
}

// A tee writes to a pipe, and records all that it gets.
type tee struct {
	pipe   io.Writer
	opened func() *pipedOutput
	failed error // of the pipe
}

func (t *tee) Write(b []byte) (int, error) {
	if t.failed == nil {
		_, t.failed = t.pipe.Write(b)
	}
	if k := t.opened(); k != nil {
		_, _ = k.stream.Write(b) // its own failure is the recording's
	}
	return len(b), t.failed
}

// isSameFile reports whether two streams are the same file or pipe.
func isSameFile(a, b io.Writer) bool {
	f, ok := a.(*os.File)
	g, same := b.(*os.File)
	if !ok || !same {
		return false
	}
	x, errX := f.Stat()
	y, errY := g.Stat()
	return errX == nil && errY == nil && os.SameFile(x, y)
}
