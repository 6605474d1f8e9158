//go:build darwin || linux

package repo

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// SeesAll means that inode and change time are known, so that git's rule sees all edits.
const SeesAll = true

// Lstat reads a file's metadata. It doesn't follow a link.
func Lstat(path string) (Stat, error) { return lstatAt(unix.AT_FDCWD, path) }

// A Dir is an open folder.
type Dir struct{ fd int }

// OpenDir opens a folder. Unlike [os.Open], it doesn't try to wait for a folder as for a pipe.
func OpenDir(path string) (Dir, error) { return Dir{unix.AT_FDCWD}.OpenDir(path) }

// OpenDir opens a folder of the folder.
func (d Dir) OpenDir(path string) (Dir, error) {
	fd, err := unix.Openat(d.fd, path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return Dir{}, err
	}
	return Dir{fd}, nil
}

// Close closes the folder.
func (d Dir) Close() error { return unix.Close(d.fd) }

// Lstat is the function Lstat for a path in the folder. The folders above aren't looked at again.
func (d Dir) Lstat(path string) (Stat, error) { return lstatAt(d.fd, path) }

func modeOf(m uint32) fs.FileMode {
	mode := fs.FileMode(m & 0o777)
	switch m & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		mode |= fs.ModeDir
	case unix.S_IFLNK:
		mode |= fs.ModeSymlink
	default:
		mode |= fs.ModeIrregular
	}
	return mode
}
