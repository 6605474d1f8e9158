package clients

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Files above this size in a home are no settings.
const maxSettings = 1 << 20

// files are those in the home, by path, without toktee's own.
func (s *site) files() map[string]string {
	s.t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(s.home, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path == s.under(".local/share/toktee") || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		info, err := d.Info()
		if err != nil || info.Size() > maxSettings {
			return err
		}
		b, err := os.ReadFile(path)
		found[path] = string(b)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// A setup is what "toktee init" has changed: what its files were before; "" where there was none.
type setup map[string]string

// install switches toktee on, as a user does: in the agents that "toktee init" finds, or in this one with flags.
func (s *site) install(flags ...string) setup {
	s.t.Helper()
	before := s.files()
	args := []string{"init", "--yes"}
	if len(flags) > 0 {
		args = append(append(args, s.c.agent), flags...)
	}
	s.command(s.toktee, args...)
	changed := setup{}
	for path, text := range s.files() {
		if text != before[path] {
			changed[path] = before[path]
		}
	}
	if len(changed) == 0 {
		s.t.Errorf("toktee init %s changed nothing", s.c.agent)
	}
	if again := s.command(s.toktee, args...); !strings.Contains(again, "nothing to change") {
		s.t.Errorf("a second toktee init changes something:\n%s", again)
	}
	return changed
}

// uninstall switches it off, and looks whether what init changed is as it was.
func (s *site) uninstall(changed setup) {
	s.t.Helper()
	s.command(s.toktee, "uninstall", "--yes")
	for path, was := range changed {
		is, err := os.ReadFile(path)
		if string(is) != was || was == "" && err == nil {
			s.t.Errorf("%s isn't what it was:\n%s", path, is)
		}
	}
}
