//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package diskfile

import (
	"os"
	"time"
)

// LockShared does nothing: these systems have no file locks here.
func LockShared(*os.File) (bool, error) { return true, nil }

// Lock does nothing either.
func Lock(*os.File) (bool, error) { return true, nil }

// Own does nothing: an open file can't be renamed here.
func Own(string) (release func()) { return func() {} }

// Abandoned goes by the file's age.
func Abandoned(path string) bool {
	info, err := os.Stat(path)
	return err == nil && time.Since(info.ModTime()) > 24*time.Hour
}
