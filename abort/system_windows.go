package abort

import (
	"io/fs"
	"os"
)

// markUsed has nothing to do: an open file can't be removed here.
func markUsed(*os.File) {}

// unused reports whether nobody has the file in use but us. The only way to know is to try.
func unused(f *os.File) bool {
	f.Close()
	return os.Remove(f.Name()) == nil
}

// tempName is the name of an entry that isn't marked yet. It is the final name: an open file is marked at
// once, and can't be renamed.
func tempName(id string) string { return id }

// alive reports whether there is a process of this number.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	p.Release()
	return true
}

// foreign reports false: files have no owner here that a number could name.
func foreign(string, fs.FileInfo) bool { return false }

// notDir reports false: such a path is reported as one that doesn't exist.
func notDir(error) bool { return false }
