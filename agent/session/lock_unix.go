//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package session

import (
	"os"

	"github.com/toktee/toktee/internal/run/diskfile"
)

// lock locks a log until it is closed.
func lock(f *os.File) (bool, error) { return diskfile.Lock(f) }

// syncDir waits until the names in a folder would survive a power failure.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// truncate cuts a file that is open for appending.
func truncate(f *os.File, size int64) error { return f.Truncate(size) }
