package tool

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const listDescription = "Lists what is in a folder, one path a line, relative to the root; folders end in a slash. " +
	"Symbolic links aren't followed."

func listHints() hints {
	return hints{
		"path": {Description: "the folder, relative to the root; the root by default"},
		"depth": {
			Description: "how many levels: 1, the default, is the folder's own entries; 0 is all",
			Minimum:     atLeast(0),
		},
		"glob":   {Description: "only paths that fit, such as *.go or src/**/*_test.go"},
		"hidden": {Description: "also names that begin with a dot; what is in .git never"},
	}
}

// listArgs are the arguments of list. A depth that is absent is 1, and one of 0 is all levels.
type listArgs struct {
	Path   string `json:"path,omitzero"`
	Depth  *int   `json:"depth,omitzero"`
	Glob   string `json:"glob,omitzero"`
	Hidden bool   `json:"hidden,omitzero"`
}

// list lists a folder:
//
//	src/
//	src/main.go
//	src/latest -> main.go
func (s *Set) list(ctx context.Context, c call, a listArgs) (result.ToolResult, error) {
	l, err := s.newListing(a)
	if err != nil {
		return result.ToolResult{}, err
	}
	return s.answer(ctx, c, &summarize.Request{Path: s.files.shown(l.name)}, func(w io.Writer) error {
		return l.print(ctx, w)
	})
}

// A listing is a folder that is listed.
type listing struct {
	files  *files
	name   string // as the place takes it
	depth  int    // how many levels; 0 is all
	glob   *glob
	hidden bool
}

// newListing makes a listing of the arguments of list, if they are right.
func (s *Set) newListing(a listArgs) (*listing, error) {
	l := &listing{files: s.files, depth: 1, hidden: a.Hidden}
	if a.Depth != nil {
		l.depth = *a.Depth
	}
	if l.depth < 0 {
		return nil, badInput("depth %d: want a number from 0", l.depth)
	}
	var err error
	if l.glob, err = parseGlob(a.Glob); err != nil {
		return nil, err
	}
	path := cmp.Or(a.Path, ".")
	if l.name, err = s.files.name(path); err != nil {
		return nil, err
	}
	st, err := s.files.at.Stat(l.name)
	if err != nil {
		return nil, badInput("%s: %w", path, reason(err))
	}
	if err := s.files.mayAccess(l.name, false); err != nil {
		return nil, &inputError{err}
	}
	if !st.IsDir() {
		return nil, badInput("%s is a file, not a folder: read it", path)
	}
	return l, nil
}

// print prints the entries that the glob matches. A folder that it doesn't match is entered, and so is a hidden one if
// those are asked for; .git is only named. A folder that can't be read has its error in its place.
func (l *listing) print(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriter(w)
	defer out.Flush()
	visit := func(e entry) bool {
		shown := l.files.shown(e.name)
		base := shown[strings.LastIndexByte(shown, '/')+1:]
		if base[0] == '.' && !l.hidden {
			return false
		}
		if l.glob.match(shown) {
			out.WriteString(shown + suffix(e) + "\n")
		}
		if base == ".git" {
			return false
		}
		return l.depth == 0 || e.depth < l.depth
	}
	return l.files.walk(ctx, l.name, 1, visit, func(name string, err error) {
		fmt.Fprintf(out, "%s: %v\n", l.files.shown(name), err)
	})
}

// suffix shows what kind of entry a name is: "/" after a folder, " -> target" after a symbolic link.
func suffix(e entry) string {
	switch {
	case e.mode.IsDir():
		return "/"
	case e.mode&fs.ModeSymlink != 0:
		return " -> " + e.to
	}
	return ""
}
