package repo

import "golang.org/x/sys/unix"

// Dates reports how far the times of the folder's file system can be trusted, as it does on Linux.
func (d Dir) Dates() (changes, moves bool) {
	var st unix.Statfs_t
	if unix.Fstatfs(d.fd, &st) != nil {
		return false, false
	}
	name := unix.ByteSliceToString(st.Fstypename[:])
	return name == "apfs" || name == "hfs", false
}
