//go:build unix

package abort

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// markUsed marks a file as in use, until it is closed or the process ends.
func markUsed(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) }

// unused reports whether no process has the file in use.
func unused(f *os.File) bool { return tryLock(f) == nil }

// tempName returns the name of an entry that isn't marked yet.
func tempName(id string) string { return draft + id }

// errLocked is the error of [tryLock] if another process has locked the file.
const errLocked = syscall.EWOULDBLOCK

// tryLock takes an exclusive lock of a file, which ends when the file is closed.
func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// writable reports whether files can be created in a folder.
func writable(dir string) bool { return unix.Access(dir, unix.W_OK|unix.X_OK) == nil }

// private reports whether a folder belongs to us and no other user may enter it.
func private(dir string) bool {
	st, err := os.Lstat(dir)
	if err != nil || !st.IsDir() || st.Mode().Perm()&0o077 != 0 {
		return false
	}
	owner, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(owner.Uid) == os.Geteuid()
}

// foreign reports whether a file in dir is of another user, who needed no permission of ours: everybody may write to
// dir.
func foreign(dir string, file fs.FileInfo) bool {
	st, ok := file.Sys().(*syscall.Stat_t)
	if !ok || int(st.Uid) == os.Geteuid() {
		return false
	}
	parent, err := os.Stat(dir)
	const everybody = 0o002
	return err != nil || parent.Mode().Perm()&everybody != 0
}

// notDir reports whether an error means that a part of a path is no folder: then there is nothing at the path.
func notDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
