package repo

import "golang.org/x/sys/unix"

const (
	zfsMagic      = 0x2fc12fc1
	bcachefsMagic = 0xca451a4e
)

// Dates reports how far the times of the folder's file system can be trusted. changes means that each write, and each
// change of a name or a mode, gives a file a time that no program can set. FAT has no such time, and caches of network
// file systems may be late. moves means that a file that is moved gets the time of the move, also one that changes
// places with another. XFS doesn't always give it.
func (d Dir) Dates() (changes, moves bool) {
	var st unix.Statfs_t
	if unix.Fstatfs(d.fd, &st) != nil {
		return false, false
	}
	switch uint32(st.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC:
		return true, true
	case unix.XFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC, unix.OVERLAYFS_SUPER_MAGIC, zfsMagic, bcachefsMagic:
		return true, false
	}
	return false, false
}
