//go:build unix

package proc

import (
	"errors"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// forwarded are the signals that a followed program gets too, unless we ignore them.
var forwarded = append([]os.Signal{unix.SIGUSR1, unix.SIGUSR2}, StopSignals...)

// Follow runs a program as [Exec] does, but returns its exit code when it has ended: it has our streams, environment
// and process group. Signals that reach us are handed on. If a signal ended the program, the same signal ends us. On
// Linux, the program is killed if we are.
func Follow(argv []string) (code int, err error) {
	cmd, err := (&Command{Argv: argv}).prepare()
	if err != nil {
		return 0, err
	}
	attr := &syscall.SysProcAttr{}
	dieWithUs(attr)
	runtime.LockOSThread() // the system takes the end of this thread for ours
	defer runtime.UnlockOSThread()
	// os.StartProcess would first start another process, to learn whether the system has handles of processes.
	pid, err := syscall.ForkExec(cmd.Path, argv, &syscall.ProcAttr{
		Env: os.Environ(), Files: []uintptr{0, 1, 2}, Sys: attr,
	})
	if err != nil {
		return 0, startError(argv[0], cmd, err)
	}
	signals := make(chan os.Signal, 8)
	go forward(signals, pid)
	defer signal.Stop(signals)
	var st syscall.WaitStatus
	for {
		if _, err = syscall.Wait4(pid, &st, 0, nil); !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		return 0, err
	}
	if st.Signaled() {
		n := int(st.Signal())
		// A shell has no handlers as Go's runtime has, which would print stacks.
		return 0, Exec([]string{shell, "-c", "kill -" + strconv.Itoa(n) + " $$; exit " + strconv.Itoa(128+n)}, nil)
	}
	return st.ExitStatus(), nil
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
