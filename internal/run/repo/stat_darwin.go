package repo

import "golang.org/x/sys/unix"

func lstatAt(dir int, path string) (Stat, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(dir, path, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return Stat{}, err
	}
	return Stat{
		Size: st.Size, Mtime: st.Mtim.Nano(), Ctime: st.Ctim.Nano(), Ino: uint32(st.Ino), dev: uint64(st.Dev),
		Mode: modeOf(uint32(st.Mode)),
	}, nil
}
