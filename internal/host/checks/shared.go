package checks

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/result"
)

// Logs returns the logs in a folder of logs. A missing folder has none.
func Logs(dir string) (list []Log) {
	paths, _ := filepath.Glob(filepath.Join(dir, "*"+suffix)) // the pattern has no error
	for _, p := range paths {
		list = append(list, Log{p})
	}
	return list
}

// Shared returns an entry as other machines may have it. It names tests and files of the repository, and has no
// messages, no diagnostics and no results. The name of the machine and a hash replace the worktree's folder. ok is
// false for a run or an edit outside of the worktree.
func (e Entry) Shared(machine string) (_ Entry, ok bool) {
	if !isRelative(e.Dir) || !isRelative(e.File) {
		return Entry{}, false
	}
	sum := sha256.Sum256([]byte(e.Root))
	e.Root, e.ID = machine+"/"+hex.EncodeToString(sum[:4]), ""
	e.Checks = slices.Clone(e.Checks)
	for i := range e.Checks {
		c := &e.Checks[i]
		all := c.Failures
		c.Failures = nil
		for j := range all {
			f := &all[j]
			if !c.isTest(f) {
				c.Cut = true
				continue
			}
			named := result.Finding{Name: f.Name, Package: f.Package, Line: f.Line}
			if isRelative(f.File) {
				named.File = f.File
			}
			c.Failures = append(c.Failures, named)
		}
	}
	return e, true
}

// isRelative reports whether a path with slashes stays in the folder that it begins in.
func isRelative(p string) bool {
	p = filepath.ToSlash(p)
	return !path.IsAbs(p) && !filepath.IsAbs(p) && p != ".." && !strings.HasPrefix(path.Clean(p), "../")
}
