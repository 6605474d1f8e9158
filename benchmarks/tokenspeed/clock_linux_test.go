package tokenspeed

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is the time that the processor has worked for the thread of the caller, who has locked it: what else
// the machine does, and the collector on other threads, doesn't count.
func processorTime() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		panic(err)
	}
	return time.Duration(now.Nano())
}

// lockThread makes processorTime the time of the test's goroutine.
func lockThread(t testing.TB) {
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
}
