//go:build unix

package cli

import "golang.org/x/sys/unix"

// descriptorFlags are the flags that a file was opened with.
func descriptorFlags(fd uintptr) (int, error) { return unix.FcntlInt(fd, unix.F_GETFL, 0) }
