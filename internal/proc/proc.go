// Package proc runs a command under a context and leaves nothing of it behind.
//
// The command gets a process group of its own, so that stopping it stops what it has started. A context that ends is
// handed on as a signal: the one that a [SignalError] names, or SIGTERM. What is still there when the grace is over
// gets SIGKILL. What was printed until then has been written, and [Run] returns it with the context's cause as error.
//
// A process that the command leaves running on purpose, such as a server, keeps its pipes open. Run does not wait for it:
// [Hold] after the command's own end it takes what is in the pipes, says so in [Exit.Held], and returns; that is not a
// failure.
//
// Limits: a descendant that makes a session of its own (setsid) leaves the group and survives a stop. A process that is
// left running loses its pipes, and dies of SIGPIPE if it prints to them. On Windows a stop kills the command alone.
// A Stdin that is not a file and blocks keeps its goroutine until it is read.
//
// It costs what fork and exec cost: two goroutines and one pipe a stream, and none for a stream that is a file.
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
	// writer, both streams go through one pipe and keep their order. Otherwise the two are written at the same time.
	Stdout, Stderr io.Writer
	Timeout        time.Duration   // time limit; 0 is none
	Grace          time.Duration   // time between SIGTERM and SIGKILL; 0 is [DefaultGrace]
	Force          <-chan struct{} // closed: a stop is no longer given its grace; may be nil
	// Terminal shares the terminal with the command, as a shell does with its jobs: it can read from it and be suspended.
	// For a program that runs one command, since it changes how the program handles SIGTTOU and SIGCHLD meanwhile.
	Terminal bool
}

// Exit says how a command ended.
type Exit struct {
	Code     int           // its exit code; 128+n when signal n ended it
	Signal   string        // the signal that ended it, such as "SIGKILL"; "" for none
	Duration time.Duration // from start to end
	Held     bool          // a process that it left behind still held its output open
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
	cmd, err := c.prepare()
	if err != nil {
		return Exit{}, err
	}
	in, err := feed(cmd, c.Stdin)
	if err != nil {
		return Exit{}, err
	}
	out, err := connect(cmd, c.Stdout, c.Stderr)
	if err != nil {
		in.abandon()
		return Exit{}, err
	}
	var term *terminal
	if c.Terminal {
		term = takeTerminal(cmd)
	}
	begin := time.Now()
	if cmd, err = start(cmd, c.Argv[0]); err != nil {
		in.abandon()
		out.abandon()
		term.restore()
		return Exit{}, err
	}
	in.begin()
	out.begin()
	term.watch(cmd.Process.Pid)
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.Timeout, &TimeoutError{c.Timeout})
		defer cancel()
	}

	stopped := await(ctx, cmd, term, c)
	term.restore()
	inErr := in.finish()
	delay := Hold
	if stopped {
		delay = 0
	}
	held, err := out.finish(delay, ctx.Done())
	e := Exit{Duration: time.Since(begin), Held: held && !stopped}
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

// await waits for the command's end or, once the context has ended, stops it. It reports whether it was stopped.
func await(ctx context.Context, cmd *exec.Cmd, term *terminal, c Command) (stopped bool) {
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
			stop(cmd, exited, context.Cause(ctx), c.Grace, c.Force)
			return true
		}
	}
}
