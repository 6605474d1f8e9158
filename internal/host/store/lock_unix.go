//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package store

import (
	"errors"
	"os"
	"syscall"
)

// TryAlone locks a file until it is closed. It doesn't wait: it returns false if another process has the lock.
func TryAlone(f *os.File) (bool, error) { return lock(f, syscall.LOCK_EX) }

func tryShared(f *os.File) (bool, error) { return lock(f, syscall.LOCK_SH) }

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
