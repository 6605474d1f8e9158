package abort

import (
	"io/fs"
	"os"
)

// own has nothing to do: an open file can't be removed here.
func own(*os.File) {}

// unowned reports whether nobody has the file in use but us. The only way to know is to try.
func unowned(f *os.File) bool {
	f.Close()
	return os.Remove(f.Name()) == nil
}

// nameBefore is the name of an entry that isn't owned yet. There is no such time here, and an open file can't be
// renamed.
func nameBefore(id string) string { return id }

// alive reports whether there is such a process.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	p.Release()
	return true
}

// foreign is for systems with owners.
func foreign(string, fs.FileInfo) bool { return false }

func notDir(error) bool { return false }
