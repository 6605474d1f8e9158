package proc

import (
	"time"

	"golang.org/x/sys/unix"
)

// Booted returns when the system started, by the present clock: if that changes, the clock was set. The zero time means
// that it isn't known.
func Booted() time.Time {
	var up unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &up) != nil {
		return time.Time{}
	}
	return time.Now().Add(-time.Duration(up.Nano()))
}
