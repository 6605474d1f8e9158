package tool

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A staged file is new content on disk in the file's folder, which a rename puts in the file's place. So a file always
// has the old content or the new one, even after a failure. A change of several files writes all contents before it
// changes the first one.
type staged struct {
	at   place
	temp string // its name; "" when it is in its place
	name string // the file's
}

// target returns the name of the file that a change is for, with symbolic links resolved: a rename to a link's name
// would replace the link. Links may lead through 40 others, as in Linux, and not out of the root.
func (f *files) target(name string) (string, error) {
	for range 40 {
		st, err := f.at.Lstat(name)
		if err != nil || st.Mode()&fs.ModeSymlink == 0 {
			return name, nil // if it is bad, opening it fails
		}
		to, err := f.at.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		if name, err = f.name(to); err != nil {
			return "", errors.New("a symbolic link on it leads out of the root")
		}
	}
	return "", errors.New("too many symbolic links")
}

// realName returns a name without symbolic links to the folders on it, as far as they exist: two names of a file have
// the same.
func (f *files) realName(name string) string {
	dir := filepath.Dir(name)
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(f.dir, dir)
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir
	}
	return filepath.Join(real, filepath.Base(name))
}

// stage writes a file's new content to ".NAME.new-XXXXXXXX" in its folder. The mode and the owner of a file that
// exists stay; a new one gets those of like, or if that is nil, mode less the process's mask. Missing folders are
// made, and stay if the change fails.
func (f *files) stage(name, content string, mode fs.FileMode, like fs.FileInfo) (*staged, error) {
	name, err := f.target(name)
	if err != nil {
		return nil, err
	}
	if err := f.mayAccess(name, true); err != nil {
		return nil, err
	}
	old, err := f.at.Stat(name)
	switch {
	case err == nil && !old.Mode().IsRegular():
		return nil, fmt.Errorf("it is %s, not a file", modeName(old.Mode()))
	case err == nil:
		// Whether we may write the file has to be tried: a rename asks for no permission on it.
		w, err := f.at.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		w.Close()
		like = old
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	default:
		if err := f.at.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return nil, err
		}
	}
	s := &staged{at: f.at, name: name, temp: tempName(name)}
	if err := s.fill(content, mode, like); err != nil {
		f.at.Remove(s.temp)
		return nil, err
	}
	return s, nil
}

// tempName returns the name of a temporary file in a file's folder, as a rename can't leave a file system.
func tempName(name string) string {
	return filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".new-"+rand.Text()[:8])
}

// fill writes the content to disk, with the mode and the owner of old, the file that it replaces or that gets its name.
// If there is none, the content gets mode.
func (s *staged) fill(content string, mode fs.FileMode, old fs.FileInfo) error {
	if old != nil {
		mode = 0o600 // until it has the old file's mode: other users may not read it meanwhile
	}
	w, err := s.at.OpenFile(s.temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode.Perm())
	if err != nil {
		return err
	}
	_, err = w.WriteString(content)
	if err == nil && old != nil {
		keepOwner(w, old)
		const special = fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
		err = w.Chmod(old.Mode() & (fs.ModePerm | special))
	}
	if err == nil {
		err = w.Sync()
	}
	if e := w.Close(); err == nil {
		err = e
	}
	return err
}

// commit puts the new content in its place.
func (s *staged) commit() error {
	err := s.at.Rename(s.temp, s.name)
	if err == nil {
		s.temp = ""
	}
	return err
}

// drop removes new content that isn't in its place.
func (s *staged) drop() {
	if s.temp != "" {
		s.at.Remove(s.temp)
	}
}

// replace writes one file: mode is that of a new one.
func (f *files) replace(name, content string, mode fs.FileMode) error {
	s, err := f.stage(name, content, mode, nil)
	if err != nil {
		return err
	}
	defer s.drop()
	return s.commit()
}
