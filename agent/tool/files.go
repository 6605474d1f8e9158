package tool

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A place holds files: a root that paths can't leave ([os.Root]), or the whole file system.
type place interface {
	Open(name string) (*os.File, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	MkdirAll(name string, perm fs.FileMode) error
	Rename(from, to string) error
	Remove(name string) error
}

// anywhere is the place without a root: it takes absolute names.
type anywhere struct{}

func (anywhere) Open(name string) (*os.File, error)           { return os.Open(name) }
func (anywhere) Stat(name string) (fs.FileInfo, error)        { return os.Stat(name) }
func (anywhere) Lstat(name string) (fs.FileInfo, error)       { return os.Lstat(name) }
func (anywhere) Readlink(name string) (string, error)         { return os.Readlink(name) }
func (anywhere) MkdirAll(name string, perm fs.FileMode) error { return os.MkdirAll(name, perm) }
func (anywhere) Rename(from, to string) error                 { return os.Rename(from, to) }
func (anywhere) Remove(name string) error                     { return os.Remove(name) }
func (anywhere) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// files are the files that tools may read and change.
type files struct {
	dir  string   // the root
	real string   // the root without symbolic links
	root *os.Root // nil if paths aren't confined
	at   place

	refuse func(Access) error // nil refuses nothing
}

// openFiles opens a root. Unconfined, paths are relative to it and may leave it.
func openFiles(dir string, unconfined bool) (*files, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	f := &files{dir: dir, real: real}
	if st, err := os.Stat(dir); err != nil {
		return nil, err
	} else if !st.IsDir() {
		return nil, errors.New("it is not a folder")
	}
	if unconfined {
		f.at = anywhere{}
		return f, nil
	}
	if f.root, err = os.OpenRoot(dir); err != nil {
		return nil, err
	}
	f.at = f.root
	return f, nil
}

// close closes the root; files that are open stay open.
func (f *files) close() error {
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

// name returns a path as the place takes it: relative to the root, or absolute if paths aren't confined. A path that
// leaves the root is a bad input.
func (f *files) name(path string) (string, error) {
	if path == "" {
		return "", badInput("no path: want a file's path, relative to %s", f.dir)
	}
	if strings.ContainsRune(path, 0) {
		return "", badInput("path %q has a zero byte", path)
	}
	if f.root == nil {
		if filepath.IsAbs(path) {
			return filepath.Clean(path), nil
		}
		return filepath.Join(f.dir, path), nil
	}
	name := filepath.Clean(path)
	if filepath.IsAbs(path) {
		for _, dir := range []string{f.dir, f.real} {
			if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
				return rel, nil
			}
		}
		return "", badInput("path %s is outside of the root %s", path, f.dir)
	}
	if !filepath.IsLocal(name) {
		return "", badInput("path %s is outside of the root %s", path, f.dir)
	}
	return name, nil
}

// shown returns a name as the model and the person see it: relative to the root, with slashes.
func (f *files) shown(name string) string {
	if filepath.IsAbs(name) {
		rel, err := filepath.Rel(f.dir, name)
		if err != nil || !filepath.IsLocal(rel) {
			return filepath.ToSlash(name)
		}
		name = rel
	}
	return filepath.ToSlash(name)
}

// reason returns an error without the path and the system call: of "openat a.txt: permission denied" it leaves
// "permission denied". The caller puts the path as the model wrote it before that.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no such file or folder%w", silent{fs.ErrNotExist})
	case strings.Contains(err.Error(), "escapes"):
		return errors.New("a symbolic link on it leads out of the root")
	}
	return err
}

// silent is an error that [errors.Is] finds and that adds nothing to a message.
type silent struct{ error }

func (silent) Error() string   { return "" }
func (s silent) Unwrap() error { return s.error }

// openFile opens a regular file, and returns its name as the place takes it. Anything else is refused: a named pipe
// might block, and a device never end.
func (f *files) openFile(path string) (*os.File, string, error) {
	name, err := f.name(path)
	if err != nil {
		return nil, "", err
	}
	st, err := f.at.Stat(name)
	if err != nil {
		return nil, "", badInput("%s: %w", path, reason(err))
	}
	if !st.Mode().IsRegular() {
		return nil, "", badInput("%s is %s, not a file", path, modeName(st.Mode()))
	}
	file, err := f.at.Open(name)
	if err != nil {
		return nil, "", badInput("%s: %w", path, reason(err))
	}
	return file, name, nil
}

// modeName names the kind of an entry that isn't a file.
func modeName(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}

// maxEdit is the largest file that is edited, in bytes: it is held in memory several times over.
const maxEdit = 64 << 20

// readAll reads a file that is to be changed, whole. It also returns its name as the place takes it, and its mode.
func (f *files) readAll(path string) (content, name string, mode fs.FileMode, err error) {
	file, name, err := f.openFile(path)
	if err != nil {
		return "", "", 0, err
	}
	defer file.Close()
	st, err := file.Stat()
	if err != nil {
		return "", "", 0, badInput("%s: %w", path, reason(err))
	}
	if st.Size() > maxEdit {
		return "", "", 0, badInput("%s has %d bytes: files of up to %d are edited", path, st.Size(), maxEdit)
	}
	b, err := io.ReadAll(file)
	if err != nil {
		return "", "", 0, badInput("%s: %w", path, reason(err))
	}
	return string(b), name, st.Mode(), nil
}
