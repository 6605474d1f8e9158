// Package proc runs a command under a context and leaves nothing of it behind.
//
// The command gets a process group of its own, so that stopping it stops what it has started, and a session of its own
// unless it shares our terminal ([Command.Terminal]): it can't ask a person who sees no question. A context that ends is
// handed on as a signal: the one that a [SignalError] names, then SIGTERM. What is still there when the grace is over
// gets SIGKILL. What was printed until then has been written, and [Run] returns it with the context's cause as error.
//
// # Who belongs to a command
//
// A stop reaches the group and all descendants, those that made a session of their own (setsid) included. Of those that
// have also lost their parent, a program that runs one command alone is the new parent ([Command.Adopt]); any other
// program finds them by a mark in their environment, TOKTEE_CALL, where processes list theirs (Linux).
//
// A command that ends by itself, well or not, isn't swept: what it leaves running, such as a server, was meant to run. It
// keeps its pipes open, and Run does not wait for it: [Hold] after the command's own end it takes what is in the pipes,
// says so in [Exit.Held], and returns; that is not a failure. From then on a process that keeps nothing reads them, so
// that the server isn't ended by the first line that it prints.
//
// # Limits
//
// Without Adopt, a process survives a stop that has left the group, lost its parent and emptied its environment; on systems
// other than Linux and Windows, one that has lost its parent before. A process of another user can't be stopped. On
// Windows a command and all that comes of it are a job object; nobody reads what outlives it.
// A Stdin that is not a file and blocks keeps its goroutine until it is read.
//
// It costs what fork and exec cost: two goroutines and one pipe a stream, and none for a stream that is a file. A stop
// looks at all processes of the system, as often as it takes, every 5 to 40 ms.
package proc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

const (
	// DefaultGrace is the time between SIGTERM and SIGKILL.
	DefaultGrace = time.Second
	// Hold is how long output is awaited from processes that outlive the command.
	Hold = time.Second
)

// Command says what to run.
type Command struct {
	Argv []string // the program and its arguments
	Dir  string   // working folder; "" is our own
	Env  []string // environment; nil is our own
	// Stdin is what it reads; nil is nothing. A file is given to the command itself, which shares its position.
	Stdin io.Reader
	// Stdout and Stderr get what it prints; nil drops it. A file is given to the command itself. If both are the same
	// writer, both streams go through one pipe and keep their order. Otherwise the two are written at the same time, a line
	// whole where that can be had; two lines that are printed to both within a millisecond may change places, since two
	// pipes don't tell which was first.
	Stdout, Stderr io.Writer
	Timeout        time.Duration   // time limit; 0 is none
	Grace          time.Duration   // time between SIGTERM and SIGKILL; 0 is [DefaultGrace]
	Force          <-chan struct{} // closed: a stop is no longer given its grace; may be nil
	// Terminal shares the terminal with the command, as a shell does with its jobs: it can read from it and be suspended.
	// For a program that runs one command, since it changes how the program handles SIGTTOU and SIGCHLD meanwhile.
	Terminal bool
	// Adopt makes this process the parent of all that the command orphans, so that a stop misses nobody (Linux). For a
	// program that runs one command at a time: any other child that it starts then counts as the command's.
	Adopt bool
	// Pty opens a terminal for the command to print to, as in package pty; nil is pipes. Both streams are then one, which
	// goes to Stdout. What outlives the command gets SIGHUP.
	Pty func() (master, slave *os.File, err error)

	mark string // see setMark
}

// Exit says how a command ended.
type Exit struct {
	Code     int           // its exit code; 128+n when signal n ended it
	Signal   string        // the signal that ended it, such as "SIGKILL"; "" for none
	Duration time.Duration // from start to end
	Held     bool          // a process that it left behind still held its output open
	// PeakMemory is the most memory, in bytes, that it or one of its descendants had in use (on Windows: all of them
	// together); 0 where that isn't known. On Linux it is at least what this program had in use when it started it.
	PeakMemory int64
}

var (
	// ErrNotFound is the reason of a [StartError] when there is no such program.
	ErrNotFound = errors.New("command not found")
	// ErrNotExecutable is the reason of a [StartError] when there is one, but it can't be executed.
	ErrNotExecutable = errors.New("not executable")
)

// StartError says why a command didn't start. Nothing of it has run.
type StartError struct {
	Name string // the program, as it was given
	Err  error  // wraps [ErrNotFound] or [ErrNotExecutable] where it is one of these
}

func (e *StartError) Error() string { return e.Name + ": " + e.Err.Error() }
func (e *StartError) Unwrap() error { return e.Err }

// TimeoutError is the error when [Command.Timeout] ended the command.
type TimeoutError struct{ After time.Duration }

func (e *TimeoutError) Error() string { return fmt.Sprintf("command timed out after %v", e.After) }

// SignalError is the cause to cancel a context with when a signal asked for it: Run hands that signal on.
type SignalError struct{ Signal os.Signal }

func (e *SignalError) Error() string { return "stopped by " + SignalName(e.Signal) }

// Run runs the command and waits for its end. A command that ran to its end gives a nil error whatever its exit code is.
// The error is a [*StartError] if it didn't start, a [*TimeoutError] or the context's cause if it was stopped, else what
// went wrong with its streams; in the last two cases the Exit is valid too. If the context has already ended, nothing is
// started. A command that ends before it could be stopped keeps its own result.
func Run(ctx context.Context, c Command) (Exit, error) {
	if ctx.Err() != nil {
		return Exit{}, context.Cause(ctx)
	}
	if c.Grace <= 0 {
		c.Grace = DefaultGrace
	}
	reaper := adopt(c.Adopt)
	if reaper == nil {
		c.setMark()
	}
	begin := time.Now()
	cmd, in, out, term, err := c.launch()
	if err != nil {
		reaper.abandon()
		return Exit{}, err
	}
	j := c.begin(cmd, reaper)
	in.begin()
	out.begin()
	term.watch(cmd.Process.Pid)
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.Timeout, &TimeoutError{c.Timeout})
		defer cancel()
	}

	stopped := await(ctx, cmd, j, term, c)
	peak := j.end(cmd.ProcessState)
	term.restore()
	inErr := in.finish()
	delay := Hold
	if stopped {
		delay = 0
	}
	out.drains = !stopped && c.Pty == nil
	held, err := out.finish(delay, ctx.Done())
	e := Exit{Duration: time.Since(begin), Held: held && !stopped, PeakMemory: peak}
	e.Code, e.Signal = exitStatus(cmd.ProcessState)
	if stopped {
		return e, context.Cause(ctx)
	}
	if err != nil {
		return e, fmt.Errorf("passing on the command's output: %w", err)
	}
	if inErr != nil {
		return e, fmt.Errorf("passing on the command's input: %w", inErr)
	}
	return e, nil
}

// launch starts the command with its streams.
func (c *Command) launch() (cmd *exec.Cmd, in *input, out *output, term *terminal, err error) {
	if cmd, err = c.prepare(); err != nil {
		return
	}
	if in, err = feed(cmd, c.Stdin); err != nil {
		return
	}
	if out, err = c.connect(cmd); err != nil {
		in.abandon()
		return
	}
	if c.Terminal && c.Pty == nil {
		term = takeTerminal(cmd)
	}
	if cmd, err = start(cmd, c.Argv[0]); err != nil {
		in.abandon()
		out.abandon()
		term.restore()
	}
	return
}

// await waits for the command's end or, once the context has ended, stops it. It reports whether it was stopped.
func await(ctx context.Context, cmd *exec.Cmd, j *job, term *terminal, c Command) (stopped bool) {
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		cmd.Wait() // what its error says, the process state says too
	}()
	for {
		select {
		case <-exited:
			return false
		case <-term.stops():
			term.follow()
		case <-ctx.Done():
			select {
			case <-exited: // it ended first: its own result stands
				return false
			default:
			}
			j.stop(exited, context.Cause(ctx), c.Grace, c.Force)
			return true
		}
	}
}
