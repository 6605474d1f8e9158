package repo

import "golang.org/x/sys/unix"

func lstatAt(dir int, path string) (Stat, error) {
	var st unix.Statx_t
	const follow = unix.AT_SYMLINK_NOFOLLOW | unix.AT_NO_AUTOMOUNT
	if err := unix.Statx(dir, path, follow, unix.STATX_BASIC_STATS|unix.STATX_MNT_ID, &st); err != nil {
		return Stat{}, err
	}
	out := Stat{
		Size: int64(st.Size), Mtime: nanoseconds(st.Mtime), Ctime: nanoseconds(st.Ctime), Ino: uint32(st.Ino),
		Mode: modeOf(uint32(st.Mode)), dev: uint64(st.Dev_major)<<32 | uint64(st.Dev_minor),
	}
	if st.Mask&unix.STATX_MNT_ID != 0 { // since Linux 5.8
		out.mount = st.Mnt_id
	}
	return out, nil
}

func nanoseconds(t unix.StatxTimestamp) int64 { return t.Sec*1e9 + int64(t.Nsec) }
