package cli

import (
	"context"
	"errors"
	"io"
	"os"

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
	argv, session := run.Argv, run.Session
	// A text that isn't sent is no repeat.
	h, err := a.openWith(host.Options{Earlier: true, Record: true, Piped: true, Integration: "shim"})
	if err != nil {
		return a.runRaw(context.Background(), argv, 0)
	}
	cfg := h.Config()
	if s := h.Settings(); s.NoStore || !cfg.Enabled || cfg.Tools[toolExec].Disabled || h.IsControl(session) {
		return a.runRaw(context.Background(), argv, 0)
	}
	sp := spool.New(spool.Options{Dir: h.SpoolDir(), MaxFile: h.SpoolMax()})
	defer sp.Remove()
	sp.Hurry(pipedDigest)
	pipe, _ := a.stdout.(*os.File)
	out := &tee{a.stdout, sp.Stream(spool.Stdout), nil}
	stderr := a.stderr
	if isSameFile(a.stdout, a.stderr) {
		stderr = out
	}
	ctx, sig := a.catchSignals(context.Background())
	exit, err := proc.Run(proc.WhenStarted(ctx, h.Warm), proc.Command{
		Argv: argv, Stdin: a.stdin, Stdout: out, Stderr: stderr, Force: sig.force, Terminal: true, Adopt: true,
		Through: pipe,
	})
	sig.stop()
	var start *proc.StartError
	if errors.As(err, &start) {
		return startFailure(err)
	}
	if pipe != nil {
		pipe.Close() // its reader goes on while we keep the output
		if stderr == out {
			a.stderr.(*os.File).Close()
		}
	}
	status := result.Status{Known: true, Code: exit.Code}
	if out.failed != nil || exit.Signal != "" || err != nil {
		status = result.Status{} // the reader or someone else has ended it: that is no failure
	}
	r, failure := h.Deliver(context.Background(), cfg, summarize.Request{
		Tool: toolExec, Command: shell.Quote(argv), Session: session, Status: status, Source: sp,
	})
	if failure == nil {
		h.NotePassThrough(session, r)
		h.NotePiped(r, run)
	}
	if brokenPipe(err) {
		err = nil
	}
	if err == nil {
		return &exitError{exit.Code, nil}
	}
	return rawEnding(exit, err)
}

// A tee writes to a pipe, and records all that it gets.
type tee struct {
	pipe, record io.Writer
	failed       error // of the pipe
}

func (t *tee) Write(b []byte) (int, error) {
	if t.failed == nil {
		_, t.failed = t.pipe.Write(b)
	}
	_, _ = t.record.Write(b) // its own failure is the recording's
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
