package session

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// lock locks a file until it is closed. It doesn't wait, and reports false if another process holds the lock. Locked
// bytes can't be read here, so it locks one that no log reaches.
func lock(f *os.File) (bool, error) {
	at := &windows.Overlapped{Offset: math.MaxUint32, OffsetHigh: math.MaxInt32}
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}

// syncDir has nothing to do: folders can't be synced here.
func syncDir(string) error { return nil }

// truncate cuts a file that is open for appending. Such a handle may not cut on Windows, so another one does.
func truncate(f *os.File, size int64) error { return os.Truncate(f.Name(), size) }
