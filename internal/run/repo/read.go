package repo

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// The largest sizes of files that are read.
const (
	maxSmall  = 4 << 10 // HEAD, a reference, a ".git" file
	maxConfig = 1 << 20
	maxPacked = 32 << 20 // 400,000 references
)

// read returns the content of a regular file of a bounded size. It never waits for another process, as for a writer of
// a pipe.
func read(path string, most int64) ([]byte, error) {
	f, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > most {
		return nil, fmt.Errorf("%s: %d bytes, want at most %d", path, size, most)
	}
	b := make([]byte, size+1) // it ends at the end of the file unless that grows
	n, err := io.ReadFull(f, b)
	if err == nil {
		return nil, fmt.Errorf("%s: it grows", path)
	}
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return b[:n], nil
}

func openRegular(path string) (*os.File, int64, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	st, err := f.Stat()
	if err == nil && !st.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file", path)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, st.Size(), nil
}

// isMissing reports whether a file doesn't exist, as when a part of its path is a file.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// A Stat has what git compares of a file.
type Stat struct {
	Size         int64
	Mtime, Ctime int64 // of the last modification and the last change, in ns
	Ino          uint32
	Mode         fs.FileMode
	dev          uint64
	mount        uint64 // of the mounted file system that shows the file; 0 if it isn't known
}

// Append appends all that git compares, in a form of a fixed size.
func (st Stat) Append(b []byte) []byte {
	for _, n := range [...]int64{st.Size, st.Mtime, st.Ctime, int64(st.Ino), int64(st.Mode)} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return b
}

// Newest returns the later one of its two times.
func (st Stat) Newest() int64 { return max(st.Mtime, st.Ctime) }

// IsMountOf reports whether a file or a folder below another one belongs to another mounted file system, or whether it
// is bound there from elsewhere in the same one.
func (st Stat) IsMountOf(above Stat) bool {
	if st.mount != 0 && above.mount != 0 {
		return st.mount != above.mount
	}
	return st.Mode.IsDir() && st.dev != above.dev // on an overlay, files may have devices of their own
}

// Place names the device and the inode: another folder that was moved or mounted to the same path has another one.
func (st Stat) Place() string { return fmt.Sprintf("%x:%x", st.dev, st.Ino) }
