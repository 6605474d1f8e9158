//go:build unix

package proc

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// shell runs text files that have no "#!" line.
const shell = "/bin/sh"

// ownGroup makes the command the leader of a new process group, and of a new session unless it shares our terminal.
// Without the session a command that opens the terminal by its name, to ask for a password, would be suspended for
// ever; now opening it fails.
func ownGroup(cmd *exec.Cmd, shared bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: shared, Setsid: !shared}
	dieWithUs(cmd.SysProcAttr)
}

// Detach puts a command into a session of its own: no signal of our terminal reaches it.
func Detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// ownTerminal makes the command the leader of a new session whose terminal is the command's standard output.
func ownTerminal(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	dieWithUs(cmd.SysProcAttr)
}

// scarce reports whether the system lacked the means to start a process.
func scarce(err error) bool {
	return slices.ContainsFunc([]error{unix.EAGAIN, unix.ENOMEM, unix.EMFILE, unix.ENFILE}, func(lack error) bool {
		return errors.Is(err, lack)
	})
}

// step is a signal and the time that the command has to obey it.
type step struct {
	sig   syscall.Signal
	grace time.Duration
}

// stopSteps returns the signals that stop a command: SIGTERM and SIGKILL, and before them the signal that the cause
// names.
func stopSteps(cause error, grace time.Duration) []step {
	steps := []step{{unix.SIGTERM, grace}, {unix.SIGKILL, 0}}
	var s *SignalError
	if errors.As(cause, &s) {
		if sig, ok := s.Signal.(syscall.Signal); ok && sig != unix.SIGTERM {
			steps = append([]step{{sig, grace / 2}}, steps...)
		}
	}
	return steps
}

// job is a running command with the data to stop it.
type job struct {
	family *family
	reaper *reaper
}

// begin takes charge of a command that was just started.
func (c *Command) begin(cmd *exec.Cmd, r *reaper) *job {
	pid := cmd.Process.Pid
	r.watch(pid)
	return &job{newFamily(pid, c.mark, r), r}
}

// stop ends the command and its descendants, and returns when the command has ended.
func (j *job) stop(exited <-chan struct{}, cause error, grace time.Duration, force <-chan struct{}) {
	j.family.stop(exited, stopSteps(cause, grace), force)
}

// end is called once the command has ended.
func (j *job) end() { j.reaper.stop() }

// exitStatus returns the exit code of a process, and the name of the signal that ended it.
func exitStatus(st *os.ProcessState) (code int, signal string) {
	if ws, ok := st.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal()), SignalName(ws.Signal())
	}
	return st.ExitCode(), ""
}

// StopSignals are the signals that ask a program to stop.
var StopSignals = []os.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT}

// SignalNumber returns a signal's number, 0 if it has none.
func SignalNumber(sig os.Signal) int {
	s, _ := sig.(syscall.Signal)
	return int(s)
}

// SignalName returns a signal's name, such as "SIGTERM".
func SignalName(sig os.Signal) string {
	if s, ok := sig.(syscall.Signal); ok {
		if name := unix.SignalName(s); name != "" {
			return name
		}
	}
	return sig.String()
}
