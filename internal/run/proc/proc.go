// Package proc runs a command under a context and leaves no process of it.
//
//	ctx, cancel := context.WithTimeout(ctx, time.Minute)
//	defer cancel()
//	exit, err := proc.Run(ctx, proc.Command{Argv: []string{"go", "test", "./..."}, Stdout: out, Stderr: out})
//
// # Stopping
//
// When the context ends, the command gets a signal: the one that a [SignalError] names, then SIGTERM. Processes still
// there after the grace get SIGKILL. The command's group is suspended while its descendants are looked for, so that it
// starts none meanwhile. Output until then has been written, and [Run] returns the context's cause as its error.
//
// The command gets its own process group, so that a stop reaches its children, and its own session unless it shares
// our terminal ([Command.Terminal]): then it can't ask for a password on a terminal on which no one sees the question.
//
// # Which processes belong to a command
//
// A stop reaches the group and all descendants, also those that made their own session (setsid). Descendants that have
// lost their parent as well are found in one of two ways. A program that runs one command alone becomes their new
// parent ([Command.Adopt]). Any other program finds them by a mark in their environment, TOKTEE_CALL, on systems that
// show the environment of processes (Linux).
//
// A program that must exit at once kills what still runs under a context: see [WithKill].
//
// If this process dies while the command runs, even by SIGKILL, so does the command with its group. On Unix a shell
// waits for that, in a session of its own: it kills the group when a pipe to it is closed. On Windows, the system ends
// the job object.
//
// A process that a command leaves running when it ends by itself, such as a server, stays: it was meant to run. It
// keeps the command's pipes open, and Run doesn't wait for it. [Hold] after the command's own end Run takes what is in
// the pipes, sets [Exit.Held], and returns; that is no failure. From then on a process that keeps nothing reads the
// pipes, so that the server doesn't die of the first line that it prints.
//
// # Limits
//
// Without Adopt, a process survives a stop if it has left the group, lost its parent and emptied its environment; on
// systems other than Linux and Windows, if it has left the group and lost its parent before the stop. A process of
// another user can't be stopped. On Windows a command and its descendants are a job object, and no one reads the pipes
// of what outlives it. A Stdin that isn't a file and blocks keeps its goroutine until it can be read.
//
// # Cost
//
// A run costs what fork and exec cost, a shell that is started before (0.5 ms), a thread of the operating system, and
// two goroutines and one pipe for each stream that isn't a file. A stop lists all processes of the system every 5 to
// 40 ms until it is done.
package proc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"
)

const (
	// defaultGrace is the time between SIGTERM and SIGKILL.
	defaultGrace = time.Second
	// Hold is how long output is awaited from processes that outlive the command.
	Hold = time.Second
)

// Command is what to run and how.
type Command struct {
	Argv []string // the program and its arguments
	Dir  string   // working folder; "" is our own
	Env  []string // environment; nil is our own
	// Stdin is the command's input; nil is empty. A file is passed to the command itself, which shares its position.
	Stdin io.Reader
	// Stdout and Stderr get the command's output; nil drops it. A file is passed to the command itself.
	//
	// If both are the same writer, both streams go through one pipe and keep their order. Otherwise the two writers
	// are called at the same time, with whole lines if possible. Two lines that the command prints to both streams
	// within a millisecond may change places, since two pipes don't show which line was first.
	Stdout, Stderr io.Writer
	Timeout        time.Duration   // time limit; 0 is none
	Grace          time.Duration   // time between SIGTERM and SIGKILL; 0 is one second
	Force          <-chan struct{} // once closed, a stop goes to SIGKILL without waiting for the grace; may be nil
	// Terminal shares the terminal with the command, as a shell does with its jobs: the command can read from it and be
	// suspended. It is for a program that runs one command, since it changes how the program handles SIGTTOU and
	// SIGCHLD meanwhile.
	Terminal bool
	// Adopt makes this process the parent of all processes that the command orphans, so that a stop misses none
	// (Linux). It is for a program that runs one command at a time: any other child that it starts meanwhile counts as
	// the command's.
	Adopt bool
	// Pty opens a terminal for the command to print to, as package pty does; nil is pipes. Both streams are then one,
	// which goes to Stdout. What outlives the command gets SIGHUP. With Terminal, and a Stdin that is a terminal, the
	// command also reads from the opened one: the function passes on the typed bytes.
	Pty func() (master, slave *os.File, err error)

	mark string // see setMark
}

// Exit is how a command ended.
type Exit struct {
	Code     int           // the exit code; 128+n if signal n ended the command
	Signal   string        // the signal that ended the command, such as "SIGKILL"; "" for none
	Duration time.Duration // from start to end
	// Processor is the processor time of the command and of those descendants that it waited for, all cores together.
	Processor time.Duration
	Held      bool // a process that the command left running still held its output open
}

var (
	// ErrNotFound is the reason of a [StartError] if there is no such program.
	ErrNotFound = errors.New("command not found")
	// ErrNotExecutable is the reason of a [StartError] if there is such a file, but it can't be executed.
	ErrNotExecutable = errors.New("not executable")
)

// StartError is why a command didn't start. Nothing of it has run.
type StartError struct {
	Name string // the program, as in Argv
	Err  error  // wraps [ErrNotFound] or [ErrNotExecutable] if it is one of these
}

func (e *StartError) Error() string { return e.Name + ": " + e.Err.Error() }
func (e *StartError) Unwrap() error { return e.Err }

// TimeoutError is the error of a command that ran into its [Command.Timeout].
type TimeoutError struct{ After time.Duration }

func (e *TimeoutError) Error() string { return fmt.Sprintf("command timed out after %v", e.After) }

// SignalError is the cause with which a program cancels the context when it got a signal: Run passes the signal on to
// the command.
type SignalError struct{ Signal os.Signal }

func (e *SignalError) Error() string { return "stopped by " + SignalName(e.Signal) }

// Run runs the command and waits for its end. If the context has already ended, nothing is started.
//
// A command that ran to its end gives a nil error whatever its exit code is, even if a stop came just too late. Else
// the error is
//
//   - a [*StartError] if the command didn't start;
//   - a [*TimeoutError] or the context's cause if it was stopped;
//   - what went wrong with its streams.
//
// In the last two cases the Exit is valid, too.
func Run(ctx context.Context, c Command) (Exit, error) {
	if ctx.Err() != nil {
		return Exit{}, context.Cause(ctx)
	}
	if c.Grace <= 0 {
		c.Grace = defaultGrace
	}
	k := killerOf(ctx)
	if !k.enter() {
		return Exit{}, causeOf(ctx)
	}
	defer k.leave()
	over, end := context.WithCancel(context.Background())
	defer end()
	c.Force = earliest(over, c.Force, k.kills())
	reaper := adopt(c.Adopt)
	if reaper == nil {
		c.setMark()
	}
	runtime.LockOSThread() // see dieWithUs
	defer runtime.UnlockOSThread()
	g := newGuard(reaper.spare)
	defer g.end() // at the latest
	begin := time.Now()
	r, err := c.launch()
	if err != nil {
		reaper.abandon()
		return Exit{}, err
	}
	started(ctx)
	g.watch(r.cmd.Process.Pid)
	r.job = c.begin(r.cmd, reaper)
	r.in.begin()
	r.out.begin()
	r.term.watch(r.cmd.Process.Pid)
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.Timeout, &TimeoutError{c.Timeout})
		defer cancel()
	}

	stopped := r.await(ctx, c, k.kills())
	g.end()
	r.job.end()
	r.term.restore()
	inErr := r.in.finish()
	delay := Hold
	if stopped {
		delay = 0
	}
	r.out.drains = !stopped && c.Pty == nil
	held, outErr := r.out.finish(delay, ctx.Done())
	e := Exit{Duration: time.Since(begin), Held: held && !stopped}
	e.Code, e.Signal = exitStatus(r.cmd.ProcessState)
	e.Processor = r.cmd.ProcessState.UserTime() + r.cmd.ProcessState.SystemTime()
	switch {
	case stopped:
		return e, causeOf(ctx)
	case outErr != nil:
		return e, fmt.Errorf("passing on the command's output: %w", outErr)
	case inErr != nil:
		return e, fmt.Errorf("passing on the command's input: %w", inErr)
	}
	return e, nil
}

// causeOf returns why a command was stopped: the context's cause, or that it was killed while its context went on.
func causeOf(ctx context.Context) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return context.Canceled
}

// running is a command that was started. The streams and the terminal are nil if they need nothing.
type running struct {
	cmd  *exec.Cmd
	in   *input
	out  *output
	term *terminal
	job  *job
}

func (c *Command) launch() (*running, error) {
	cmd, err := c.prepare()
	if err != nil {
		return nil, err
	}
	r := &running{cmd: cmd}
	if r.in, err = feed(cmd, c.Stdin); err != nil {
		return nil, err
	}
	if r.out, err = c.connect(cmd); err != nil {
		r.in.abandon()
		return nil, err
	}
	if c.Terminal && c.Pty == nil {
		r.term = takeTerminal(cmd)
	}
	if r.cmd, err = start(cmd, c.Argv[0]); err != nil {
		r.in.abandon()
		r.out.abandon()
		r.term.restore()
		return nil, err
	}
	return r, nil
}

// await waits for the command's end or stops it, once the context has ended or it has to be killed. It reports whether
// it stopped it.
func (r *running) await(ctx context.Context, c Command, kills <-chan struct{}) (stopped bool) {
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		r.cmd.Wait() // its error has no more than the process state
	}()
	for ended := false; !ended; {
		select {
		case <-exited:
			return false
		case <-r.term.stops():
			r.term.follow()
		case <-ctx.Done():
			ended = true
		case <-kills:
			ended = true
		}
	}
	select {
	case <-exited: // the command ended first: its own result counts
		return false
	default:
	}
	r.job.stop(exited, causeOf(ctx), c.Grace, c.Force)
	return true
}
