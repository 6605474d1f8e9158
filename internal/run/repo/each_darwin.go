package repo

import (
	"os"

	"golang.org/x/sys/unix"
)

// Each passes the names in the folder, and whether each is a folder itself, until use returns false. A name is valid
// until use returns.
func (d Dir) Each(_ []byte, use func(name []byte, isDir bool) bool) error {
	fd, err := unix.FcntlInt(uintptr(d.fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), ".")
	defer f.Close()
	return each(f, use)
}
