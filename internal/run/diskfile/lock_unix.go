//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package diskfile

import (
	"errors"
	"os"
	"syscall"
	"time"
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

// Own marks a temporary file as in use until release is called or the process ends, see [Abandoned]. The file is still
// empty. If files can't be locked, nothing is lost but the mark.
func Own(path string) (release func()) {
	f, err := os.Open(path)
	if err != nil {
		return func() {}
	}
	_, _ = LockShared(f)
	return func() { f.Close() }
}

// starting is the time within which a process that has made an empty file owns it.
const starting = time.Minute

// Abandoned reports whether the process that owned a temporary file has ended without removing it. On systems without
// file locks, that is a file to which nothing was written for a day.
func Abandoned(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() == 0 && time.Since(info.ModTime()) < starting {
		return false
	}
	unowned, err := Lock(f)
	return err == nil && unowned
}
