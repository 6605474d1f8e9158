//go:build unix

package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// outFile is standard output or standard error under another number. A write to the numbers 1 and 2 ends a program in
// Go when nobody reads from the pipe any more; a write to any other number fails with EPIPE. To catch the signal would
// do that too, and take as long as the start of a thread. ok is false where the file isn't open.
func outFile(f *os.File) (own *os.File, ok bool) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return f, false
	}
	return os.NewFile(uintptr(fd), f.Name()), true
}
