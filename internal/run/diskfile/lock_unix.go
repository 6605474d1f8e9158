//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package diskfile

import (
	"errors"
	"os"
	"syscall"
)

// LockShared and Lock lock a file until it is closed. They don't wait: they return false if another process has the
// lock. On systems other than these, they do nothing and return true.
func LockShared(f *os.File) (bool, error) { return lock(f, syscall.LOCK_SH) }

// Lock locks a file for one process.
func Lock(f *os.File) (bool, error) { return lock(f, syscall.LOCK_EX) }

func lock(f *os.File, how int) (bool, error) {
	for {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, err
		}
	}
}
