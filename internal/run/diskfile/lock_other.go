//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package diskfile

import "os"

// LockShared does nothing: these systems have no file locks here.
func LockShared(*os.File) (bool, error) { return true, nil }

// Lock does nothing either.
func Lock(*os.File) (bool, error) { return true, nil }
