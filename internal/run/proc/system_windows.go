package proc

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// StopSignals are the signals that ask a program to stop.
var StopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}

// SignalNumber returns a signal's number, 0 if it has none.
func SignalNumber(sig os.Signal) int {
	s, _ := sig.(syscall.Signal)
	return int(s)
}

// SignalName returns a signal's name.
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

// Columns returns the width of a console, 0 if it isn't known.
func Columns(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}

// Exec returns [errors.ErrUnsupported]: Windows can't replace a process.
func Exec(argv, env []string) error { return errors.ErrUnsupported }

// find returns a process with its start. It has no parent: the pid that Windows keeps may belong to another process by
// now.
func find(pid int) (process, bool) {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return process{}, false
	}
	defer windows.CloseHandle(h)
	var start, end, kernel, user windows.Filetime
	var code uint32
	if windows.GetProcessTimes(h, &start, &end, &kernel, &user) != nil || windows.GetExitCodeProcess(h, &code) != nil {
		return process{}, false
	}
	const running = 259 // STILL_ACTIVE
	begin := uint64(start.HighDateTime)<<32 | uint64(start.LowDateTime)
	return process{pid: pid, parent: -1, start: begin, dead: code != running}, true
}
