package repo

import "golang.org/x/sys/unix"

// DatesMoves reports whether the folder's file system gives a file that is moved the time of the move, also one that
// changes places with another. ext4, btrfs and tmpfs do; XFS doesn't always.
func (d Dir) DatesMoves() bool {
	var st unix.Statfs_t
	if unix.Fstatfs(d.fd, &st) != nil {
		return false
	}
	return st.Type == unix.EXT4_SUPER_MAGIC || st.Type == unix.BTRFS_SUPER_MAGIC || st.Type == unix.TMPFS_MAGIC
}
