//go:build unix

package proc

import (
	"cmp"
	"errors"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// forwarded are the signals that a followed program gets too, unless we ignore them.
var forwarded = append([]os.Signal{unix.SIGUSR1, unix.SIGUSR2}, StopSignals...)

// Follow runs a program as [Exec] does, but returns its exit code when it has ended: it has our streams, environment
// and process group. Signals that reach us are handed on. If a signal ended the program, the same signal ends us. On
// Linux, the program is killed if we are.
func Follow(argv []string) (code int, err error) {
	runtime.LockOSThread() // the system takes the end of this thread for ours
	defer runtime.UnlockOSThread()
	f, err := follow(argv, []uintptr{0, 1, 2})
	if err != nil {
		return 0, err
	}
	st, err := f.wait()
	if err != nil {
		return 0, err
	}
	if st.Signaled() {
		return 0, EndBy(128 + int(st.Signal()))
	}
	return st.ExitStatus(), nil
}

// EndBy ends this process by a signal, given as shells do: 130 is SIGINT. It returns only if that fails.
func EndBy(code int) error {
	// A shell has no handlers as Go's runtime has, which would print stacks.
	return Exec([]string{shell, "-c", "kill -" + strconv.Itoa(code-128) + " $$; exit " + strconv.Itoa(code)}, nil)
}

// A Piped is a program that runs before a pipe of ours.
type Piped struct {
	Argv []string
	Pipe *os.File  // our standard output
	Both bool      // the program's standard error goes there, too
	Out  io.Writer // gets the output, and passes it on to the pipe
	// Started is called once the program has started, in a goroutine of its own.
	Started func()
}

// FollowPiped runs a program as [Follow] does, but its output goes to a writer. Once that fails with EPIPE, the program
// writes to a closed pipe: at most a pipe's contents later than it would have without us. FollowPiped waits for the end
// of the output, however long a process that the program has left running holds it open, or for the end of the pipe's
// reader. If a signal ended the program, that is in the Exit.
//
// The program stays in the process group, and we leave it: a signal to the group reaches the program once, and we hand
// on those that are sent to us alone. If we lead the group, or have a terminal, whose shell could not stop us then, we
// stay, and the program gets such a signal twice.
func FollowPiped(p Piped) (Exit, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r, w, err := os.Pipe()
	if err != nil {
		return Exit{}, err
	}
	out := &output{
		pipes: []*pipe{{r: r, w: w, dst: p.Out, ends: true}}, ended: make(chan *pipe, 1), through: p.Pipe, drains: true,
	}
	begin, fds := time.Now(), []uintptr{0, w.Fd(), 2}
	if p.Both {
		fds[2] = fds[1]
	}
	f, err := follow(p.Argv, fds)
	if err != nil {
		out.abandon()
		return Exit{}, err
	}
	if !hasTerminal() {
		_ = syscall.Setpgid(0, 0)
	}
	go p.Started()
	out.begin()
	st, err := f.wait()
	over := make(chan struct{})
	defer close(over)
	held, outErr := out.finish(math.MaxInt64, endOfReader(p.Pipe, over))
	e := Exit{Code: st.ExitStatus(), Duration: time.Since(begin), Held: held}
	if st.Signaled() {
		e.Code, e.Signal = 128+int(st.Signal()), SignalName(st.Signal())
	}
	return e, cmp.Or(err, outErr)
}

// hasTerminal reports whether this process has a controlling terminal.
func hasTerminal() bool {
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	_ = tty.Close()
	return true
}

// A followed is a program that has started.
type followed struct {
	pid     int
	signals chan os.Signal
}

// follow starts a program with files as its first descriptors. A text file without a "#!" line is run by the shell.
func follow(argv []string, files []uintptr) (*followed, error) {
	cmd, err := (&Command{Argv: argv}).prepare()
	if err != nil {
		return nil, err
	}
	attr := &syscall.ProcAttr{Env: os.Environ(), Files: files, Sys: &syscall.SysProcAttr{}}
	dieWithUs(attr.Sys)
	endSlack()
	// os.StartProcess would first start another process, to learn whether the system has handles of processes.
	pid, err := syscall.ForkExec(cmd.Path, argv, attr)
	if errors.Is(err, syscall.ENOEXEC) {
		pid, err = syscall.ForkExec(shell, append([]string{shell, cmd.Path}, argv[1:]...), attr)
	}
	if err != nil {
		return nil, startError(argv[0], cmd, err)
	}
	f := &followed{pid, make(chan os.Signal, 8)}
	go forward(f.signals, pid)
	return f, nil
}

// wait waits for the program's end.
func (f *followed) wait() (st syscall.WaitStatus, err error) {
	defer signal.Stop(f.signals)
	for {
		if _, err = syscall.Wait4(f.pid, &st, 0, nil); !errors.Is(err, syscall.EINTR) {
			return st, err
		}
	}
}

// forward hands signals on to a process.
func forward(signals chan os.Signal, pid int) {
	for _, sig := range forwarded {
		if !signal.Ignored(sig) {
			signal.Notify(signals, sig)
		}
	}
	for sig := range signals {
		if s, ok := sig.(syscall.Signal); ok {
			_ = syscall.Kill(pid, s) // it may have ended
		}
	}
}
