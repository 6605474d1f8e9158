package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxLooked is the largest file that is looked through for a NUL byte.
const maxLooked = 64 << 20

// withoutBinaries makes rg pass over files that hold a NUL byte, by its own settings. rg -c, rg --json and rg -n each
// stop at another place in such a file, so there is no true count to compare with. It returns the number of such files,
// and a function that removes the settings.
func (r *repo) withoutBinaries() (n int, done func(), err error) {
	var globs strings.Builder
	err = filepath.WalkDir(r.dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == ".git":
			return filepath.SkipDir
		case !e.Type().IsRegular():
			return nil
		}
		if info, err := e.Info(); err != nil || info.Size() > maxLooked {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil || bytes.IndexByte(b, 0) < 0 {
			return err
		}
		rel, err := filepath.Rel(r.dir, path)
		if err != nil {
			return err
		}
		n++
		fmt.Fprintf(&globs, "--glob=!/%s\n", escaped(filepath.ToSlash(rel)))
		return nil
	})
	if err != nil || n == 0 {
		return 0, func() {}, err
	}
	f, err := os.CreateTemp("", "oracle-rg-")
	if err != nil {
		return 0, nil, err
	}
	defer f.Close()
	if _, err := f.WriteString(globs.String()); err != nil {
		return 0, nil, err
	}
	r.rgSettings = f.Name()
	return n, func() { r.rgSettings = ""; os.Remove(f.Name()) }, nil
}

// escaped writes a path as a glob that matches it alone.
func escaped(path string) string {
	var sb strings.Builder
	for _, c := range path {
		if strings.ContainsRune(`*?[]{}\!`, c) {
			sb.WriteByte('\\')
		}
		sb.WriteRune(c)
	}
	return sb.String()
}
