//go:build unix

package abort

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// markUsed marks a file as in use, until it is closed or the process ends.
func markUsed(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) }

// unused reports whether nobody has the file in use.
func unused(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// tempName is the name of an entry that isn't marked yet.
func tempName(id string) string { return ".new-" + id }

// alive reports whether there is a process of this number. One of another user counts too.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return pid > 0 && (err == nil || errors.Is(err, syscall.EPERM))
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

// notDir reports whether an error says that a part of a path is no folder: then there is nothing at the path.
func notDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
