//go:build darwin || linux

package repo

import (
	"io/fs"
	"syscall"
)

// SeesAll means that inode and change time are known, so that git's rule sees all edits.
const SeesAll = true

// Lstat reads what is known of a file. It doesn't follow a link.
func Lstat(path string) (Stat, error) {
	var st syscall.Stat_t
	if err := syscall.Lstat(path, &st); err != nil {
		return Stat{}, err
	}
	return Stat{
		Size: st.Size, Mtime: mtime(&st), Ctime: ctime(&st), Ino: uint32(st.Ino), dev: uint64(st.Dev),
		Mode: modeOf(uint32(st.Mode)),
	}, nil
}

func modeOf(m uint32) fs.FileMode {
	mode := fs.FileMode(m & 0o777)
	switch m & syscall.S_IFMT {
	case syscall.S_IFREG:
	case syscall.S_IFDIR:
		mode |= fs.ModeDir
	case syscall.S_IFLNK:
		mode |= fs.ModeSymlink
	default:
		mode |= fs.ModeIrregular
	}
	return mode
}
