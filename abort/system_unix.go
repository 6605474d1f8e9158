//go:build unix

package abort

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// own marks a file as in use, until it is closed or the process ends.
func own(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) }

// unowned reports whether nobody has the file in use.
func unowned(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// nameBefore is the name of an entry that isn't owned yet.
func nameBefore(id string) string { return ".new-" + id }

// alive reports whether there is such a process.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return pid > 0 && (err == nil || errors.Is(err, syscall.EPERM))
}

// foreign reports whether somebody else has put a file where everybody may.
func foreign(dir string, file fs.FileInfo) bool {
	st, ok := file.Sys().(*syscall.Stat_t)
	if !ok || int(st.Uid) == os.Geteuid() {
		return false
	}
	parent, err := os.Stat(dir)
	const everybody = 0o002
	return err != nil || parent.Mode().Perm()&everybody != 0
}

// notDir reports whether a part of a path is no folder, so that there is nothing at the path.
func notDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
