package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/run/diskfile"
)

// Files keeps each blob in a file of a folder that only the user can read. It doesn't sync: after a power failure the
// last blobs may be gone or damaged.
type Files struct {
	Dir string // the folder, for nothing else; the caller of Put makes it
	Tmp string // a folder on the same file system for files that are being written
	Ext string // the end of the files' names, after the key
}

// Path returns the path of a blob's file.
func (f *Files) Path(key string) string { return filepath.Join(f.Dir, key+f.Ext) }

// Put implements [Blobs]. The folders must be there.
func (f *Files) Put(ctx context.Context, key string, fill func(io.Writer) error) error {
	if err := check(ctx, key); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(f.Tmp, "put-*") // 0600, O_EXCL
	if err != nil {
		return err
	}
	defer diskfile.Own(tmp.Name())()
	err = fill(Until(ctx, tmp))
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = os.Rename(tmp.Name(), f.Path(key))
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// Adopt turns an existing file into the blob: it calls rename with the blob's path. If that fails, the old blob stays,
// and the caller can still Put.
func (f *Files) Adopt(key string, rename func(to string) error) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	return rename(f.Path(key))
}

// Get implements [Blobs].
func (f *Files) Get(ctx context.Context, key string, from, length int64) (io.ReadCloser, error) {
	if err := errors.Join(CheckRange(from, length), check(ctx, key)); err != nil {
		return nil, err
	}
	file, err := os.Open(f.Path(key))
	if err != nil {
		return nil, found(err)
	}
	if info, err := file.Stat(); err == nil && info.Mode().Perm()&0o077 != 0 {
		file.Chmod(0o600) // if it fails, the file is another user's, who decides
	}
	if from > 0 {
		if _, err := file.Seek(from, io.SeekStart); err != nil {
			file.Close()
			return nil, err
		}
	}
	if length == All {
		return file, nil
	}
	return part{io.LimitReader(file, length), file}, nil
}

// A part reads some bytes of a file.
type part struct {
	io.Reader
	io.Closer
}

// Stat implements [Blobs].
func (f *Files) Stat(ctx context.Context, key string) (Info, error) {
	if err := check(ctx, key); err != nil {
		return Info{}, err
	}
	info, err := os.Lstat(f.Path(key))
	if err != nil {
		return Info{}, found(err)
	}
	return Info{key, info.Size(), info.ModTime()}, nil
}

// List implements [Blobs]. Files with other names are left out. On the way, a file that others can read is closed to
// them.
func (f *Files) List(ctx context.Context) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		files, err := os.ReadDir(f.Dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			yield(Info{}, err)
			return
		}
		for _, file := range files {
			if err := ctx.Err(); err != nil {
				yield(Info{}, err)
				return
			}
			key, ok := strings.CutSuffix(file.Name(), f.Ext)
			if !ok || !IsKey(key) {
				continue
			}
			info, err := file.Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				yield(Info{}, err)
				return
			}
			if info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
				os.Chmod(f.Path(key), 0o600)
			}
			if !yield(Info{key, info.Size(), info.ModTime()}, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Info{}, err)
		}
	}
}

// Delete implements [Blobs].
func (f *Files) Delete(ctx context.Context, key string) error {
	if err := check(ctx, key); err != nil {
		return err
	}
	if err := os.Remove(f.Path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// check returns the error of a context that has ended, or of a bad key.
func check(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return CheckKey(key)
}

// found turns an error of the file system into one of this package.
func found(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return err
}
