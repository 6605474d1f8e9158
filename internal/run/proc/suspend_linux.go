package proc

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// dieWithUs has the system kill the command when we die, before the guard has started. The thread that starts the
// command counts as us, so it must not end before.
func dieWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = unix.SIGKILL }

// suspendedBy returns the signal that has suspended the child since the last call, 0 for none. It doesn't wait for the
// child's end.
func suspendedBy(pid int) syscall.Signal {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, pid, &info, unix.WSTOPPED|unix.WNOHANG, nil)
	const stopped = 5 // CLD_STOPPED
	if err != nil || info.Signo != int32(unix.SIGCHLD) || info.Code != stopped {
		return 0
	}
	_, _, status := childInfo(&info)
	return syscall.Signal(status)
}

// childInfo returns the part of a siginfo that describes a child. It comes after three numbers (signo, errno, code,
// padded to a word); the type has no fields for it.
func childInfo(info *unix.Siginfo) (pid, uid, status int32) {
	const word = unsafe.Sizeof(uintptr(0))
	const at = (3*4 + word - 1) / word * word
	a := (*[3]int32)(unsafe.Add(unsafe.Pointer(info), at))
	return a[0], a[1], a[2]
}
