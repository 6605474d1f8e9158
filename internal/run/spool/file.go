package spool

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/toktee/toktee/internal/run/diskfile"
)

// file is the file of a spool. It stays open as long as the spool exists: its lock shows that it isn't left over from a
// crash, and readers need no path.
type file struct {
	f       *os.File
	path    string // "" if it has no name any more
	folder  string // the private folder that was made for it, "" for none
	size    int64  // bytes that are written
	parts   []part // of the file, one for each zstd frame
	adopted bool   // it was renamed and belongs to the new owner

	encoder *zstd.Encoder
	buf     []byte
}

// create creates a file in dir, or in a private folder inside.
func create(dir string) (*file, error) {
	folder, err := private(dir)
	if err != nil {
		return nil, err
	}
	sp := &file{folder: folder}
	if folder == "" {
		folder = dir
	}
	sp.encoder, err = newEncoder()
	if err == nil {
		sp.f, err = os.CreateTemp(folder, "spool-*.zst") // 0600, O_EXCL
	}
	if err != nil {
		if sp.folder != "" {
			os.Remove(sp.folder)
		}
		return nil, err
	}
	sp.path = sp.f.Name()
	if dir == "" && os.Remove(sp.path) == nil { // nobody needs its name, and a crash leaves nothing
		sp.removeFolder()
		sp.path = ""
	}
	_, _ = diskfile.LockShared(sp.f) // so that it counts as in use, see diskfile.Abandoned
	return sp, nil
}

// private makes sure that dir exists and that no other user can enter it. If others can, it doesn't change dir, which
// may be shared, but makes a folder inside and returns that.
func private(dir string) (string, error) {
	if dir == "" {
		return os.MkdirTemp("", "toktee-") // 0700
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o077 == 0 {
		return "", nil
	}
	return os.MkdirTemp(dir, "spool-")
}

// A part is a zstd frame of a file.
type part struct {
	at  int64 // where it begins in the file
	raw int64 // bytes that it decompresses to
	lf  int64 // line feeds among them
}

// add appends b as one zstd frame. After an error the file is as before.
func (sp *file) add(b []byte) error {
	sp.buf = sp.encoder.EncodeAll(b, sp.buf[:0])
	return sp.append(sp.buf, int64(len(b)), int64(bytes.Count(b, []byte{'\n'})))
}

// append appends a zstd frame of raw bytes with lf line feeds.
func (sp *file) append(frame []byte, raw, lf int64) error {
	if _, err := sp.f.WriteAt(frame, sp.size); err != nil {
		sp.f.Truncate(sp.size)
		return err
	}
	sp.parts = append(sp.parts, part{sp.size, raw, lf})
	sp.size += int64(len(frame))
	return nil
}

// raw returns the number of bytes that the parts decompress to.
func (sp *file) raw() (n int64) {
	for _, p := range sp.parts {
		n += p.raw
	}
	return n
}

// end returns where a part ends in the file.
func (sp *file) end(i int) int64 {
	if i+1 < len(sp.parts) {
		return sp.parts[i+1].at
	}
	return sp.size
}

// part returns a part as it is in the file, and decompressed.
func (sp *file) part(i int) (frame, raw []byte, err error) {
	frame = make([]byte, sp.end(i)-sp.parts[i].at)
	if _, err := sp.f.ReadAt(frame, sp.parts[i].at); err != nil {
		return nil, nil, err
	}
	r, err := newOwnReader(bytes.NewReader(frame))
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	raw, err = io.ReadAll(r)
	return frame, raw, err
}

// remove closes the file and, unless it was adopted, deletes it.
func (sp *file) remove() error {
	var err error
	if !sp.adopted && sp.path != "" {
		err = os.Remove(sp.path)
		sp.removeFolder()
	}
	sp.f.Close()
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("removing a spool: %w", err)
	}
	return nil
}

// removeFolder deletes the private folder, if there is one.
func (sp *file) removeFolder() {
	if sp.folder != "" {
		os.Remove(sp.folder)
	}
}

// adopt renames the file, which belongs to the caller from then on.
func (sp *file) adopt(to string) error {
	if err := os.Rename(sp.path, to); err != nil {
		return fmt.Errorf("adopting a spool: %w", err)
	}
	sp.adopted = true
	sp.path = filepath.Clean(to)
	sp.removeFolder()
	return nil
}
