//go:build unix

package proc

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// shell runs text files that have no "#!" line.
const shell = "/bin/sh"

// ownGroup makes the command the leader of a process group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// scarce reports whether the system lacked the means to start a process.
func scarce(err error) bool {
	return errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.ENOMEM) || errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE)
}

// step is a signal to the group and how long it has to obey.
type step struct {
	sig   syscall.Signal
	grace time.Duration
}

// stopSteps says how a command is stopped for a cause: another signal than SIGTERM is handed on first.
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

// groupPoll is how often it is asked whether a group that outlives its leader is still there: no event tells.
const groupPoll = 10 * time.Millisecond

// killWait is how long the group's end is awaited after SIGKILL.
const killWait = 100 * time.Millisecond

// stop sends the group one signal after the other until the command has ended and nobody is left in the group.
func stop(cmd *exec.Cmd, exited <-chan struct{}, cause error, grace time.Duration, force <-chan struct{}) {
	group := cmd.Process.Pid
	leader := exited
	var poll <-chan time.Time // once the command itself has ended
	for _, s := range stopSteps(cause, grace) {
		select {
		case <-force:
			s.sig = unix.SIGKILL
		default:
		}
		unix.Kill(-group, s.sig)
		unix.Kill(-group, unix.SIGCONT) // a suspended process only gets it when it goes on
		if s.sig == unix.SIGKILL {
			break
		}
		next := time.NewTimer(s.grace)
		for waiting := true; waiting; {
			select {
			case <-leader:
				ticker := time.NewTicker(groupPoll)
				defer ticker.Stop()
				leader, poll = nil, ticker.C
			case <-poll:
			case <-next.C:
				waiting = false
			case <-force:
				waiting = false
			}
			if leader == nil && !groupAlive(group) {
				next.Stop()
				return
			}
		}
		next.Stop()
	}
	<-exited
	for range killWait / groupPoll {
		if !groupAlive(group) {
			return
		}
		time.Sleep(groupPoll)
	}
}

// exitStatus is how the process ended.
func exitStatus(st *os.ProcessState) (code int, signal string) {
	if ws, ok := st.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal()), SignalName(ws.Signal())
	}
	return st.ExitCode(), ""
}

// StopSignals are the signals that ask a program to stop.
var StopSignals = []os.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT}

// SignalNumber is a signal's number, 0 if it has none.
func SignalNumber(sig os.Signal) int {
	s, _ := sig.(syscall.Signal)
	return int(s)
}

// SignalName is a signal's name as "SIGTERM".
func SignalName(sig os.Signal) string {
	if s, ok := sig.(syscall.Signal); ok {
		if name := unix.SignalName(s); name != "" {
			return name
		}
	}
	return sig.String()
}
