package abort

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// markUsed has nothing to do: an open file can't be removed here.
func markUsed(*os.File) {}

// unused reports whether no other process has the file in use. The only way to know is to try.
func unused(f *os.File) bool {
	f.Close()
	return os.Remove(f.Name()) == nil
}

// tempName returns the name of an entry that isn't marked yet. It is the final name: an open file is marked at once,
// and can't be renamed.
func tempName(id string) string { return id }

// errLocked is the error of [tryLock] if another process has locked the file.
const errLocked = windows.ERROR_LOCK_VIOLATION

// tryLock takes an exclusive lock of a file, which ends when the file is closed.
func tryLock(f *os.File) error {
	const now = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), now, 0, 1, 0, new(windows.Overlapped))
}

// writable can't check this here: creating the first file finds out.
func writable(string) bool { return true }

// private reports whether a folder is ours. Temporary folders belong to one user here.
func private(string) bool { return true }

// foreign reports false: files have no owner here that a number could name.
func foreign(string, fs.FileInfo) bool { return false }

// notDir reports false: such a path is reported as one that doesn't exist.
func notDir(error) bool { return false }
