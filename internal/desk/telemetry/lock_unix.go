//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package telemetry

import (
	"errors"
	"os"
	"syscall"
)

// lockAlone locks a file until it is closed. It doesn't wait: false means that another process has the lock.
func lockAlone(f *os.File) (bool, error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
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
