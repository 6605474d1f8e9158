package repo

import (
	"io/fs"
	"syscall"
)

// statsAll means that inode and change time are known, so that git's rule sees all edits.
const statsAll = true

func lstat(path string) (stat, error) {
	var st syscall.Stat_t
	if err := syscall.Lstat(path, &st); err != nil {
		return stat{}, err
	}
	return stat{
		size: st.Size, mtime: st.Mtimespec.Nano(), ctime: st.Ctimespec.Nano(), ino: uint32(st.Ino), dev: uint64(st.Dev),
		mode: modeOf(uint32(st.Mode)),
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
