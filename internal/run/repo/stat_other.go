//go:build !(linux || darwin)

package repo

import (
	"os"
	"path/filepath"
)

// SeesAll is false: only size and time of modification are known.
const SeesAll = false

// Lstat reads a file's metadata. It doesn't follow a link.
func Lstat(path string) (Stat, error) {
	st, err := os.Lstat(path)
	if err != nil {
		return Stat{}, err
	}
	return Stat{Size: st.Size(), Mtime: st.ModTime().UnixNano(), Mode: st.Mode()}, nil
}

// A Dir is an open folder.
type Dir struct{ *os.File }

// OpenDir opens a folder.
func OpenDir(path string) (Dir, error) {
	f, err := os.Open(path)
	return Dir{f}, err
}

// OpenDir opens a folder of the folder.
func (d Dir) OpenDir(path string) (Dir, error) { return OpenDir(filepath.Join(d.Name(), path)) }

// Each passes the names in the folder, and whether each is a folder itself, until use returns false.
func (d Dir) Each(_ []byte, use func(name []byte, isDir bool) bool) error { return each(d.File, use) }

// Lstat is the function Lstat for a path in the folder.
func (d Dir) Lstat(path string) (Stat, error) { return Lstat(filepath.Join(d.Name(), path)) }
