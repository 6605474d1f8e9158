//go:build unix

package setup

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// writable returns why files can't be created in a folder, nil if they can.
func writable(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }

// names returns the number of names that a file has.
func names(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink) //nolint:unconvert // its type depends on the system
	}
	return 1
}

// keepsOwner reports whether a file that replaces this one can have the same owner.
func keepsOwner(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return !ok || os.Geteuid() == 0 || int(st.Uid) == os.Geteuid()
}

// setOwner gives a new file the owner and the group of another.
func setOwner(f *os.File, like fs.FileInfo) error {
	want, ok := like.Sys().(*syscall.Stat_t)
	info, err := f.Stat()
	if err != nil || !ok {
		return err
	}
	if have, ok := info.Sys().(*syscall.Stat_t); ok && have.Uid == want.Uid && have.Gid == want.Gid {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}
