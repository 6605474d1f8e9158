package setup

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Apply makes all changes or none: every file gets its new text beside it first, and only then all are put in their
// places, with the owner and the mode they had. If one can't be, those before become again what they were. What the
// files were is kept, until nothing of toktee's is in them. A process that is killed meanwhile leaves what [Uninstall]
// takes back.
func (plan *Plan) Apply() error {
	for i := range plan.Changes {
		c := &plan.Changes[i]
		now, _, err := readSettings(c.target.path)
		if err == nil && !equal(now, c.Before) {
			err = errors.New("it has changed in the meantime")
		}
		if err != nil {
			return fmt.Errorf("%s: %w: nothing is written", c.Path, err)
		}
	}
	var back []func() error // takes back the finished changes, the last first
	err := plan.write(&back)
	if err == nil {
		return plan.forget()
	}
	err = fmt.Errorf("%w: nothing is changed", err)
	for _, f := range slices.Backward(back) {
		err = errors.Join(err, f())
	}
	return err
}

// write writes the files, and adds to back what takes each step back.
func (plan *Plan) write(back *[]func() error) error {
	staged := make([]string, len(plan.Changes))
	for i := range plan.Changes {
		c := &plan.Changes[i]
		if !plan.undo {
			if err := plan.journal.keep(c, back); err != nil {
				return fmt.Errorf("%s: keeping what it was: %w", c.Path, err)
			}
		}
		if c.After == nil {
			continue
		}
		var err error
		made := missing(filepath.Dir(c.target.path))
		*back = append(*back, func() error { removeEmpty(made); return nil })
		if staged[i], err = stage(c.target.path, c.After, c.mode, c.target.info); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
		*back = append(*back, func() error {
			os.Remove(staged[i]) // once it is in its place, there is nothing of that name
			return nil
		})
	}
	for i := range plan.Changes {
		c := &plan.Changes[i]
		if plan.step != nil {
			if err := plan.step(); err != nil {
				return fmt.Errorf("%s: %w", c.Path, err)
			}
		}
		var err error
		if c.After == nil {
			err = os.Remove(c.target.path)
		} else {
			err = os.Rename(staged[i], c.target.path)
		}
		if err != nil {
			return err
		}
		*back = append(*back, c.restore)
	}
	return nil
}

// restore takes back a change of a file.
func (c *Change) restore() error {
	if c.Before == nil {
		return os.Remove(c.target.path)
	}
	return replace(c.target.path, c.Before, c.mode, c.target.info)
}

// forget drops what is kept of files without anything of toktee's.
func (plan *Plan) forget() error {
	keys := plan.clean
	for _, c := range plan.Changes {
		if plan.undo && c.forgets {
			keys = append(keys, c.key)
		}
	}
	return plan.journal.forget(keys)
}

// missing returns the folders of a path that aren't there, the innermost first.
func missing(dir string) (list []string) {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			return list
		}
		list = append(list, dir)
	}
}

// removeEmpty removes folders, but for those that aren't empty.
func removeEmpty(dirs []string) {
	slices.SortFunc(dirs, func(a, b string) int { return cmp.Compare(len(b), len(a)) }) // those inside others first
	for _, dir := range dirs {
		os.Remove(dir)
	}
}

// replace writes a file at once. Others may enter a folder made for one that they may read.
func replace(path string, b []byte, mode fs.FileMode, like fs.FileInfo) error {
	name, err := stage(path, b, mode, like)
	if err != nil {
		return err
	}
	if err := os.Rename(name, path); err != nil {
		os.Remove(name)
		return err
	}
	return nil
}

// stagePrefix begins the names of files that are written beside those that they replace; digits follow.
const stagePrefix = ".toktee-"

// stage writes the new text of a file beside it. like is the file, nil if there is none.
func stage(path string, b []byte, mode fs.FileMode, like fs.FileInfo) (name string, err error) {
	dirMode := fs.FileMode(0o700)
	if mode&0o004 != 0 {
		dirMode = 0o755
	}
	if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(path), stagePrefix+"*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(b)
	if like != nil {
		err = cmp.Or(err, setOwner(f, like))
	}
	for _, step := range []func() error{func() error { return f.Chmod(mode) }, f.Sync, f.Close} {
		err = cmp.Or(err, step())
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}
