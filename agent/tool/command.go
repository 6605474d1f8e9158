package tool

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// ActiveVariable names our process, by its id and its start, in the environment of commands whose output is summarised:
// a toktee inside them passes everything through.
const ActiveVariable = "TOKTEE_ACTIVE"

// A Command is a command to run. Only Argv is required.
type Command struct {
	Tool string          // the name of the tool that runs it; "" is "exec"
	Argv []string        // the program and its arguments
	Line string          // the command line, from which the pipeline chooses a strategy; "" is Argv quoted for a shell
	Args json.RawMessage // the call's arguments, if a model has called
	Dir  string          // working folder; "" is the options' root
	Env  []string        // environment, as it is; nil is that of the options, without what looks like a secret

	Stdin    io.Reader     // standard input; nil is empty
	Timeout  time.Duration // time limit; 0 is none
	Terminal bool          // it shares our terminal, as under a shell
	Pty      bool          // it prints to a terminal that the options open for it; with Terminal, it reads there, too

	hidden  bool      // it is how a tool works, such as the rg of grep: the model is shown no command line
	confine *confiner // it is rg, and only its output about files in the root counts
}

// hurried is how many bytes of a large output are digested if the command was stopped or has a time limit: half of them
// from its start. It takes a fifth of a second, or half a second if the lines are empty.
const hurried = 4 << 20

// leftRunning is the warning of a result whose command has left something running.
const leftRunning = "a process that the command left running holds its output open: what it prints from now on is lost"

// A Runner runs commands and makes results of their output. Its methods are safe for concurrent use.
type Runner struct {
	o   Options
	env func() []string // of commands that have none of their own
}

// NewRunner makes a Runner. It ignores the options that concern files, and the shell.
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
	return &Runner{o, sync.OnceValue(func() []string {
		kept, left := harmless(o.Env, o.PassEnv)
		if len(left) > 0 && o.Warn != nil {
			o.Warn(fmt.Errorf("commands don't get %s, whose value has a secret: see --pass-env",
				strings.Join(left, ", ")))
		}
		return kept
	})}
}

// Run runs a command and makes a result of its output. The result's exit code is the command's own; 124 if the time
// limit ended it; 128+n if signal n did or was handed on; 2 if it was stopped on request.
//
// The error is the context's cause if the command was stopped. If it couldn't be started, the error wraps that of
// [os/exec], and the result reports it too.
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
	sp := spool.New(spool.Options{Dir: s.o.SpoolDir, MaxFile: s.o.SpoolMax, Terminal: c.Pty})
	defer sp.Remove()
	stop := s.watch(sp)
	req.Started = s.o.Now()
	exit, err := proc.Run(ctx, s.process(c, sp))
	stop()
	if notStarted(ctx, exit, err) {
		return s.failure(c.Tool, result.KindSpawn, err.Error()), err
	}
	if c.confine != nil {
		exit.Code = c.confine.end(exit.Code)
	}
	var warnings []string
	if exit.Held {
		warnings = append(warnings, leftRunning)
	}
	req.Status = result.Status{Known: true, Code: exit.Code, Signal: exit.Signal}
	req.Took = exit.Duration
	if c.Timeout > 0 {
		sp.Hurry(hurried) // the limit bounds the answer, not only the command
	}
	req.AtEnd = req.Status.Code == 0 && !c.hidden && readsWhole(c.Line, cmp.Or(c.Dir, s.o.Root))
	switch {
	case err == nil:
	case wasStopped(ctx, err):
		sp.Hurry(hurried)
		req.Status = stopStatus(err, exit.Duration)
		req.Status.Signal = exit.Signal
	default: // its streams
		warnings = append(warnings, s.warn(err))
		err = nil
	}
	r, failed := s.deliver(k, req, sp, warnings...)
	if failed != nil {
		return r, failed
	}
	return r, err
}

func (s *Runner) watch(sp *spool.Spool) (stop func()) {
	if s.o.Watch == nil {
		return func() {}
	}
	return s.o.Watch(sp.Tap)
}

// wasStopped reports whether an error of [proc.Run] means that the command was stopped: by the context, or by its time
// limit.
func wasStopped(ctx context.Context, err error) bool {
	var timeout *proc.TimeoutError
	return ctx.Err() != nil || errors.As(err, &timeout)
}

// notStarted reports whether an error of [proc.Run] means that nothing was started.
func notStarted(ctx context.Context, exit proc.Exit, err error) bool {
	var start *proc.StartError
	if err == nil || errors.As(err, &start) {
		return err != nil
	}
	return exit.Duration == 0 && !wasStopped(ctx, err)
}

// process describes the process of a command, whose output goes to sp.
func (s *Runner) process(c Command, sp *spool.Spool) proc.Command {
	observer := s.o.Live
	if c.hidden {
		observer = nil
	}
	p := proc.Command{
		Argv: c.Argv, Dir: c.Dir, Env: s.environment(c), Stdin: c.Stdin,
		Stdout: observed(sp.Stream(spool.Stdout), observer), Stderr: observed(sp.Stream(spool.Stderr), observer),
		Timeout: c.Timeout, Force: s.o.Force, Terminal: c.Terminal, Adopt: s.o.Alone,
	}
	if c.confine != nil {
		c.confine.out, c.confine.messages = p.Stdout, messages{files: c.confine.files, out: p.Stderr}
		p.Stdout, p.Stderr = c.confine, &c.confine.messages
	}
	if p.Dir == "" {
		p.Dir = s.o.Root
	}
	if c.Pty {
		p.Pty = s.o.Pty
	}
	return p
}

// environment returns the command's environment, which names us if its output is summarised.
func (s *Runner) environment(c Command) []string {
	env := c.Env
	if env == nil {
		env = s.env()
	}
	if s.o.Summarize.Enabled {
		env = append(slices.Clip(env), ActiveVariable+"="+proc.Self())
	}
	return env
}

// observed returns a writer that also writes to an observer, if there is one.
func observed(recording, observer io.Writer) io.Writer {
	if observer == nil {
		return recording
	}
	return &tee{recording, observer}
}

// A tee writes to the recording and to an observer. Errors of the observer are ignored: a closed terminal must not lose
// output.
type tee struct{ recording, observer io.Writer }

func (t *tee) Write(p []byte) (int, error) {
	n, err := t.recording.Write(p)
	t.observer.Write(p)
	return n, err
}

// inShell returns the shell's command line for a line.
func (s *Set) inShell(line string) []string { return append(slices.Clip(s.o.Shell), line) }

// folder returns the absolute path of a call's working folder, which is checked as any other path.
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
