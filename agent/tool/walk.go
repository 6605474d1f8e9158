package tool

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An entry is something in a folder.
type entry struct {
	name  string // as the place takes it
	depth int    // 1 in the folder itself
	mode  fs.FileMode
	to    string // the target of a symbolic link
}

// walk calls visit for all entries below a folder, sorted by name, a folder before its entries. The entries of dir
// have a depth of depth. Symbolic links aren't followed, and a folder for which visit returns false isn't entered.
// failed is called for folders that can't be read. The error is the context's.
func (f *files) walk(
	ctx context.Context, dir string, depth int, visit func(entry) bool, failed func(name string, err error),
) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	d, err := f.at.Open(dir)
	if err != nil {
		failed(dir, reason(err))
		return nil
	}
	entries, err := d.ReadDir(-1)
	d.Close()
	if err != nil {
		failed(dir, reason(err)) // the entries that were read count
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, de := range entries {
		e := entry{name: filepath.Join(dir, de.Name()), depth: depth, mode: de.Type()}
		if e.mode&fs.ModeSymlink != 0 {
			e.to, _ = f.at.Readlink(e.name)
		}
		if !visit(e) || !e.mode.IsDir() {
			continue
		}
		if err := f.walk(ctx, e.name, depth+1, visit, failed); err != nil {
			return err
		}
	}
	return nil
}
