package proc

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// StopSignals are the signals that ask a program to stop.
var StopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}

// SignalNumber is a signal's number, 0 if it has none.
func SignalNumber(sig os.Signal) int {
	s, _ := sig.(syscall.Signal)
	return int(s)
}

// SignalName is a signal's name.
func SignalName(sig os.Signal) string { return sig.String() }

// terminal does nothing on Windows: all processes that are attached to a console share it.
type terminal struct{}

func takeTerminal(*exec.Cmd) *terminal    { return nil }
func (*terminal) watch(int)               {}
func (*terminal) stops() <-chan os.Signal { return nil }
func (*terminal) follow()                 {}
func (*terminal) restore()                {}

// IsTerminal reports whether the file is a console.
func IsTerminal(f *os.File) bool {
	st, err := f.Stat()
	if err != nil || st.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	var mode uint32
	return syscall.GetConsoleMode(syscall.Handle(f.Fd()), &mode) == nil
}

// Exec returns [errors.ErrUnsupported]: Windows can't replace a process.
func Exec(argv, env []string) error { return errors.ErrUnsupported }

// Alive reports whether there is such a process.
func Alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	p.Release()
	return true
}
