package tool

import (
	"os"
	"path/filepath"
)

// An Access is an action that a tool is about to take: to run a command, or to read or change a file.
type Access struct {
	Line  string // the command line, "" for none
	Dir   string // the command's folder
	Input string // the command's standard input
	// Program means that Line runs a program that the model has written.
	Program bool

	Path   string // the file or folder, absolute; "" for a command
	Change bool   // it is changed, made or removed
}

// refused returns the reason why an access isn't allowed, as a bad input.
func (s *Set) refused(a Access) error {
	if s.o.Refuse == nil {
		return nil
	}
	if err := s.o.Refuse(a); err != nil {
		return &inputError{err}
	}
	return nil
}

// A guarded place asks before it opens a file or a folder for reading.
type guarded struct {
	place
	files *files
}

// Open implements place.
func (g guarded) Open(name string) (*os.File, error) {
	if err := g.files.mayAccess(name, false); err != nil {
		return nil, err
	}
	return g.place.Open(name)
}

// mayAccess returns the reason why a file may not be read or changed; name is as the place takes it.
func (f *files) mayAccess(name string, change bool) error {
	if f.refuse == nil {
		return nil
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(f.dir, name)
	}
	return f.refuse(Access{Path: name, Change: change})
}
