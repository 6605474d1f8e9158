package repo

import (
	"bytes"
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// Each passes the names in the folder, and whether each is a folder itself, until use returns false. The buffer is
// for the entries that the system returns at once. A name is valid until use returns.
func (d Dir) Each(buf []byte, use func(name []byte, isDir bool) bool) error {
	const lengthAt, typeAt, nameAt = 16, 18, 19 // of an entry: the kernel's linux_dirent64
	for {
		n, err := unix.ReadDirent(d.fd, buf)
		if n <= 0 || err != nil {
			return err
		}
		for b := buf[:n]; len(b) > nameAt; {
			entry := b[:binary.NativeEndian.Uint16(b[lengthAt:])]
			b = b[len(entry):]
			name := entry[nameAt:]
			name = name[:bytes.IndexByte(name, 0)]
			isDir := entry[typeAt] == unix.DT_DIR
			if entry[typeAt] == unix.DT_UNKNOWN {
				st, err := d.Lstat(string(name))
				isDir = err == nil && st.Mode.IsDir()
			}
			if string(name) != "." && string(name) != ".." && !use(name, isDir) {
				return nil
			}
		}
	}
}
