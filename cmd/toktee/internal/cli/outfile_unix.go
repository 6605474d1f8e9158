//go:build unix

package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// outFile returns standard output or standard error under another number. A write to a closed pipe at the numbers 1 and
// 2 ends a program in Go; at any other number it fails with EPIPE. Catching the signal would also help, but takes as
// long as the start of a thread. ok is false if the file isn't open.
func outFile(f *os.File) (own *os.File, ok bool) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return f, false
	}
	return os.NewFile(uintptr(fd), f.Name()), true
}
