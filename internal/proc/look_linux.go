package proc

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// suspendedBy is the signal that has suspended the child since it was last asked, 0 for none. It leaves the child's end
// to whoever waits for it.
func suspendedBy(pid int) syscall.Signal {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, pid, &info, unix.WSTOPPED|unix.WNOHANG, nil)
	const stopped = 5 // CLD_STOPPED
	if err != nil || info.Signo != int32(unix.SIGCHLD) || info.Code != stopped {
		return 0
	}
	// si_status stands behind three numbers (signo, errno, code, padded to a word) and the sender (pid, uid); the type
	// has no field for it.
	const word = unsafe.Sizeof(uintptr(0))
	const status = (3*4+word-1)/word*word + 2*4
	return syscall.Signal(*(*int32)(unsafe.Add(unsafe.Pointer(&info), status)))
}

// groupAlive reports whether the group has a member that isn't dead. The dead count for kill as long as their parent
// doesn't ask for them, and there are containers whose init never does.
func groupAlive(group int) bool {
	if unix.Kill(-group, 0) == unix.ESRCH {
		return false
	}
	names, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(names) == 0 {
		return true
	}
	want := strconv.Itoa(group)
	for _, name := range names {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // it has just ended
		}
		// pid (name) state parent group ...; the name may hold anything
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) > 2 && string(fields[2]) == want && fields[0][0] != 'Z' && fields[0][0] != 'X' {
			return true
		}
	}
	return false
}
