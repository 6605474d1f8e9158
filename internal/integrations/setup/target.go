package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A target is the file that a path leads to. Two paths may lead to one file, by links or by folders that are mounted
// twice.
type target struct {
	path string      // without links
	info fs.FileInfo // nil: there is no such file
	dir  fs.FileInfo // the nearest folder above it that exists, and the path below that
	rest string
	near string // the path of dir
}

// targetOf follows the links in a path. It is an error if one of them leads to nothing.
func targetOf(path string) (t target, err error) {
	real, err := filepath.EvalSymlinks(path)
	switch {
	case err == nil:
		t.path = real
		if t.info, err = os.Stat(real); err != nil {
			return t, err
		}
		t.near, t.rest = filepath.Dir(real), filepath.Base(real)
		t.dir, err = os.Stat(t.near)
		return t, err
	case !errors.Is(err, fs.ErrNotExist):
		return t, err
	}
	if _, err := os.Lstat(path); err == nil {
		return t, errors.New("it is a link to a file that isn't there")
	}
	above, err := targetOf(filepath.Dir(path))
	if err != nil {
		return t, err
	}
	t = target{path: filepath.Join(above.path, filepath.Base(path)), dir: above.info, near: above.path}
	if above.info == nil {
		t.dir, t.near = above.dir, above.near
	}
	t.rest, err = filepath.Rel(t.near, t.path)
	return t, err
}

// is reports whether both are one file.
func (t target) is(other target) bool {
	switch {
	case t.path == other.path:
		return true
	case t.info != nil && other.info != nil:
		return os.SameFile(t.info, other.info)
	}
	return t.info == nil && other.info == nil && t.rest == other.rest && os.SameFile(t.dir, other.dir)
}

// replaceable returns why the file can't be replaced by another of the same owner, mode and name, nil if it can.
func (t target) replaceable() error {
	switch {
	case t.info == nil:
	case t.info.Mode()&0o200 == 0:
		return errors.New("it is read-only")
	case names(t.info) > 1:
		return errors.New("it is a hard link: the file has another name, which would keep the old text")
	case !keepsOwner(t.info):
		return errors.New("it belongs to another user")
	}
	if t.dir.Mode()&0o200 == 0 || writable(t.near) != nil {
		return errors.New("its folder " + t.near + " is read-only")
	}
	return nil
}
