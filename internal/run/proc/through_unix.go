//go:build unix

package proc

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// readerCheck is how often the reader of a pipe is looked for.
const readerCheck = 20 * time.Millisecond

// endOfReader returns a channel that is closed if a pipe has no reader any more. It looks until over is closed.
func endOfReader(pipe *os.File, over <-chan struct{}) <-chan struct{} {
	gone := make(chan struct{})
	go func() {
		tick := time.NewTicker(readerCheck)
		defer tick.Stop()
		for hasReader(pipe) {
			select {
			case <-over:
				return
			case <-tick.C:
			}
		}
		close(gone)
	}()
	return gone
}

func hasReader(pipe *os.File) bool {
	conn, err := pipe.SyscallConn()
	if err != nil {
		return true
	}
	has := true
	_ = conn.Control(func(fd uintptr) {
		list := []unix.PollFd{{Fd: int32(fd)}}
		n, err := unix.Poll(list, 0)
		has = err != nil || n == 0 || list[0].Revents&(unix.POLLERR|unix.POLLHUP) == 0
	})
	return has
}
