package tool

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/internal/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// ActiveVariable holds our process id in the environment of commands whose output is summarised: a toktee inside them
// passes everything through.
const ActiveVariable = "TOKTEE_ACTIVE"

// Command is a command to run.
type Command struct {
	Tool string          // the tool's name for it; "" is "exec"
	Argv []string        // the program and its arguments
	Line string          // the command line as the pipeline and the person know it; "" is that of Argv
	Args json.RawMessage // the call's arguments, where there are some
	Dir  string          // working folder; "" is the options' root
	Env  []string        // environment; nil is that of the options

	Stdin    io.Reader     // what it reads; nil is nothing
	Live     io.Writer     // gets what it prints, as it prints it, besides; nil is that of the options
	Timeout  time.Duration // time limit; 0 is none
	Terminal bool          // it shares our terminal, as under a shell
	Pty      bool          // it prints to a terminal of its own

	hidden bool // it is how a tool works, and no concern of the model's
}

// leftRunning is the warning of a result whose command has left something running.
const leftRunning = "a process that the command left running holds its output open: what it prints from now on is lost"

// Runner runs commands. Its methods are safe for concurrent use.
type Runner struct{ o Options }

// NewRunner makes a Runner. Of the options, it has no use for those that concern files, nor for the shell.
func NewRunner(o Options) *Runner {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Env == nil {
		o.Env = os.Environ()
	}
	if o.Deliver == nil {
		o.Deliver = host.Library(o.Warn).Deliver
	}
	return &Runner{o: o}
}

// Run runs a command and makes a result of what it prints. Where it was stopped, the error is the context's cause; where
// it couldn't be started, it wraps what [os/exec] says, and the result says so too. The result's exit code is the
// command's own, 124 where the time limit ended it, 128+n where signal n did or was handed on, and 2 where it was stopped
// on request.
func (s *Runner) Run(ctx context.Context, c Command) (result.ToolResult, error) {
	if c.Tool == "" {
		c.Tool = "exec"
	}
	if c.Line == "" && !c.hidden {
		c.Line = shell.Quote(c.Argv)
	}
	k := call{c.Tool, c.Args, s.o.Now()}
	req := summarize.Request{Command: c.Line}
	if ctx.Err() != nil {
		return s.stopped(ctx, k, req, nil)
	}
	if c.Live == nil && !c.hidden {
		c.Live = s.o.Live
	}
	sp := s.newSpool()
	defer sp.Remove()
	p := proc.Command{
		Argv: c.Argv, Dir: c.Dir, Env: s.environment(c), Stdin: c.Stdin,
		Stdout: live(sp.Stream(spool.Stdout), c.Live), Stderr: live(sp.Stream(spool.Stderr), c.Live),
		Timeout: c.Timeout, Force: s.o.Force, Terminal: c.Terminal, Adopt: s.o.Alone,
	}
	if p.Dir == "" {
		p.Dir = s.o.Root
	}
	if c.Pty {
		p.Pty = s.o.Pty
	}
	exit, err := proc.Run(ctx, p)
	var start *proc.StartError
	if errors.As(err, &start) {
		return s.failure(c.Tool, result.KindSpawn, err.Error()), err
	}
	var warnings []string
	if exit.Held {
		warnings = append(warnings, leftRunning)
	}
	var timeout *proc.TimeoutError
	switch {
	case err == nil:
		req.Status = result.Status{Known: true, Code: exit.Code, Signal: exit.Signal}
	case ctx.Err() == nil && !errors.As(err, &timeout) && exit.Duration == 0: // nothing was started
		return s.failure(c.Tool, result.KindSpawn, err.Error()), err
	case ctx.Err() == nil && !errors.As(err, &timeout): // its streams
		req.Status = result.Status{Known: true, Code: exit.Code, Signal: exit.Signal}
		warnings = append(warnings, s.warn(err))
		err = nil
	default:
		req.Status = stopStatus(err, exit.Duration)
		req.Status.Signal = exit.Signal
	}
	r, failed := s.deliver(k, req, sp, warnings...)
	if failed != nil {
		return r, failed
	}
	r = r.WithDuration(exit.Duration)
	return r, err
}

// environment is the command's environment.
func (s *Runner) environment(c Command) []string {
	env := c.Env
	if env == nil {
		env = s.o.Env
	}
	if s.o.Summarize.Enabled {
		env = append(slices.Clip(env), ActiveVariable+"="+strconv.Itoa(os.Getpid()))
	}
	return env
}

// live lets somebody look on while the output is kept.
func live(keep, look io.Writer) io.Writer {
	if look == nil {
		return keep
	}
	return &tee{keep, look}
}

// tee writes to both; who looks on may fail.
type tee struct{ keep, look io.Writer }

func (t *tee) Write(p []byte) (int, error) {
	n, err := t.keep.Write(p)
	t.look.Write(p)
	return n, err
}

// inShell is a command line as the shell is given it.
func (s *Set) inShell(line string) []string { return append(slices.Clip(s.o.Shell), line) }

// folder is the folder of a call: a path that is checked as any other.
func (s *Set) folder(path string) (string, error) {
	if path == "" {
		return s.files.dir, nil
	}
	name, err := s.files.name(path)
	if err != nil {
		return "", err
	}
	st, err := s.files.at.Stat(name)
	if err != nil {
		return "", badInput("dir %s: %w", path, reason(err))
	}
	if !st.IsDir() {
		return "", badInput("dir %s is not a folder", path)
	}
	if filepath.IsAbs(name) {
		return name, nil
	}
	return filepath.Join(s.files.dir, name), nil
}
