package experiment

import (
	"os"
	"path/filepath"
	"strings"
)

// repository returns the root of the repository of a folder. For a linked worktree it is the main one, and without a
// repository the folder itself. A folder that is gone counts as part of the repository above it.
func repository(dir string) string {
	for at := dir; filepath.IsAbs(at); at = filepath.Dir(at) {
		path := filepath.Join(at, ".git")
		st, err := os.Lstat(path)
		switch {
		case err != nil && filepath.Dir(at) == at:
			return dir
		case err != nil:
		case st.IsDir():
			return at
		default:
			return linked(path, at)
		}
	}
	return dir
}

// linked returns the repository that the file .git of a worktree names: "gitdir: /repo/.git/worktrees/NAME". A
// submodule's names a place without worktrees.
func linked(path, worktree string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return worktree
	}
	to, ok := strings.CutPrefix(strings.TrimSpace(string(b)), "gitdir: ")
	if !ok {
		return worktree
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(worktree, to)
	}
	git := filepath.Dir(filepath.Dir(to))
	if filepath.Base(filepath.Dir(to)) != "worktrees" || filepath.Base(git) != ".git" {
		return worktree
	}
	return filepath.Dir(git)
}
