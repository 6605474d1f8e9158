//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package session

import "os"

// lock does nothing: files can't be locked here, so the caller must see to it that a log has one writer.
func lock(*os.File) (bool, error) { return true, nil }

// syncDir has nothing to do.
func syncDir(string) error { return nil }

// truncate cuts a file that is open for appending.
func truncate(f *os.File, size int64) error { return f.Truncate(size) }
