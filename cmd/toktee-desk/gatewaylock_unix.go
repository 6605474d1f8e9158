//go:build unix

package main

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// A gatewayLock is a file without a name, which all processes of an agent's gateway inherit. The supervisor that serves
// holds it: a process locks it for itself alone, and the system unlocks it when that process ends, however it ends.
type gatewayLock struct{ file *os.File }

// newGatewayLock makes the file. Without a folder for temporary files, it is the socket, which Linux can lock as well.
func newGatewayLock(socket *os.File) gatewayLock {
	f, err := os.CreateTemp("", "toktee-gateway-")
	if err != nil {
		return gatewayLock{socket}
	}
	_ = os.Remove(f.Name())
	return gatewayLock{f}
}

// take locks the file. It returns false if another process holds it, and true on systems that can't lock this file.
func (l gatewayLock) take() bool {
	err := unix.FcntlFlock(l.file.Fd(), unix.F_SETLK, wholeFile(unix.F_WRLCK))
	return !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EACCES)
}

// drop unlocks it.
func (l gatewayLock) drop() { _ = unix.FcntlFlock(l.file.Fd(), unix.F_SETLK, wholeFile(unix.F_UNLCK)) }

// taken reports whether another process holds it.
func (l gatewayLock) taken() bool {
	held := wholeFile(unix.F_WRLCK)
	err := unix.FcntlFlock(l.file.Fd(), unix.F_GETLK, held)
	return err == nil && held.Type != unix.F_UNLCK
}

// wholeFile is the lock of a file from its beginning to its end.
func wholeFile(kind int16) *unix.Flock_t { return &unix.Flock_t{Type: kind, Whence: io.SeekStart} }
