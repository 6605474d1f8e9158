//go:build linux && cgo && !notreesitter

package syntax

import (
	"syscall"
	"time"
)

// rusageThread is Linux's RUSAGE_THREAD, which package syscall leaves out.
const rusageThread = 1

// threadTime is the processor time that the current thread has used.
func threadTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(rusageThread, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
