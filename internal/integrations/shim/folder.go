package shim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// Folder is a folder of shims.
type Folder struct {
	Dir  string
	Self string // the program that they are links to
}

// Link is a shim.
type Link struct {
	Name   string
	Target string // the link's target
	Stale  bool   // that is another file than toktee's, or none
}

// Install makes shims of these names, and lets those that are there already be links to the program. Its error names
// the first that can't be made; nothing is made if a name is none of a shim's, or is taken by something else in the
// folder.
func (f *Folder) Install(names []string) error {
	for _, name := range names {
		if err := Check(name); err != nil {
			return err
		}
		if err := f.free(name); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return fmt.Errorf("making the folder of shims: %w", err)
	}
	for _, name := range names {
		if err := f.link(name); err != nil {
			return fmt.Errorf("making the shim of %s: %w", name, err)
		}
	}
	return nil
}

// free reports whether there is nothing of a name but a link of ours.
func (f *Folder) free(name string) error {
	target, err := os.Readlink(filepath.Join(f.Dir, name))
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && IsOwn(target):
		return nil
	case err == nil:
		return fmt.Errorf("%s is a link to %s, not to toktee", filepath.Join(f.Dir, name), target)
	}
	return fmt.Errorf("%s is no shim", filepath.Join(f.Dir, name))
}

// link makes a link, or points it at the program, at once.
func (f *Folder) link(name string) error {
	path := filepath.Join(f.Dir, name)
	if target, err := os.Readlink(path); err == nil && target == f.Self {
		return nil
	}
	fresh := path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Symlink(f.Self, fresh); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}

// Links returns the shims that are there, by name. A folder that isn't there has none.
func (f *Folder) Links() ([]Link, error) {
	entries, err := os.ReadDir(f.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	self, _ := os.Stat(f.Self)
	var list []Link
	for _, e := range entries {
		path := filepath.Join(f.Dir, e.Name())
		target, err := os.Readlink(path)
		if err != nil || !IsOwn(target) {
			continue
		}
		info, err := os.Stat(path)
		list = append(list, Link{e.Name(), target, err != nil || self != nil && !os.SameFile(info, self)})
	}
	return list, nil
}

// Remove removes the shims of these names, or all, and the folder if it is empty then. It returns the names of those
// that were there; anything else in the folder stays.
func (f *Folder) Remove(names []string) (removed []string, err error) {
	list, err := f.Links()
	if err != nil {
		return nil, err
	}
	for _, l := range list {
		if len(names) > 0 && !slices.Contains(names, l.Name) {
			continue
		}
		if err := os.Remove(filepath.Join(f.Dir, l.Name)); err != nil {
			return removed, err
		}
		removed = append(removed, l.Name)
	}
	os.Remove(f.Dir) // if it is empty
	return removed, nil
}

// Path returns a value of PATH in which the folder comes first, and nowhere else.
func (f *Folder) Path(path string) string {
	dirs := slices.DeleteFunc(filepath.SplitList(path), func(dir string) bool {
		return dir != "" && filepath.Clean(dir) == filepath.Clean(f.Dir)
	})
	return strings.Join(append([]string{f.Dir}, dirs...), string(filepath.ListSeparator))
}

// Shell returns the lines that put the folder first in PATH in a POSIX shell, however often they are read, and name
// the owner of the shell: the process agent. If a shim can't look at the processes above it, the shell records which
// output is its own.
func (f *Folder) Shell(agent int) string {
	dir := shell.Quote([]string{f.Dir})
	lines := "case :$PATH: in :" + dir + ":*) ;; *) PATH=" + dir + ":$PATH; export PATH ;; esac\n" +
		"export " + AgentVariable + "=" + strconv.Itoa(agent) + "\n"
	if !hasProcesses {
		const line = "{ %s=$(stat -L -f %%d:%%i /dev/fd/3 2>/dev/null); export %[1]s; } 3>&1\n"
		lines += fmt.Sprintf(line, OutputVariable)
	}
	return lines
}

// Missing returns those of these names that Install would make or point elsewhere. Its error names one that it would
// refuse.
func (f *Folder) Missing(names []string) (missing []string, err error) {
	for _, name := range names {
		if err := f.free(name); err != nil {
			return nil, err
		}
		if target, err := os.Readlink(filepath.Join(f.Dir, name)); err != nil || target != f.Self {
			missing = append(missing, name)
		}
	}
	return missing, nil
}
