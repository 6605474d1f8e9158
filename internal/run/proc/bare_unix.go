//go:build unix && !darwin

package proc

import (
	"errors"
	"syscall"
)

// bare returns a process of which only the pid is known, if there is one. One of another user counts too.
func bare(pid int) (process, bool) {
	err := syscall.Kill(pid, 0)
	return process{pid: pid, parent: -1}, pid > 0 && (err == nil || errors.Is(err, syscall.EPERM))
}
