package inputs

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/run/repo"
)

// caches are names of files and folders that tools write for themselves, wherever they are.
var caches = []string{
	".git", ".hg", ".svn", ".jj", "__pycache__", ".mypy_cache", ".ruff_cache", ".tox", ".nox",
	".gradle", ".turbo", ".parcel-cache", ".eslintcache", ".coverage", ".DS_Store", ".vite", ".vitest",
}

// built are folders that a build tool owns if its manifest is next to them.
var built = map[string][]string{
	"target": {"Cargo.toml", "pom.xml"}, "build": {"build.gradle", "build.gradle.kts"},
	".cache": {".package-lock.json"},
}

// worktree adds all files of the worktree. It first counts them, so that a large one costs little.
func (r *reader) worktree() bool {
	top, err := repo.OpenDir(r.root)
	if err != nil {
		return false
	}
	defer top.Close()
	if isDated, _ := top.Dates(); !isDated {
		return false
	}
	if r.top, err = top.Lstat("."); err != nil || !r.list(top) {
		return false
	}
	r.stats = make([]repo.Stat, len(r.names))
	for i, name := range r.names {
		st, err := top.Lstat(name)
		if err != nil || st.IsMountOf(r.top) {
			return false // it is gone since then, or elsewhere
		}
		r.file(name, st)
		r.stats[i] = st
		switch base := name[strings.LastIndexByte(name, '/')+1:]; {
		case st.Mode&fs.ModeSymlink != 0:
			path := filepath.Join(r.root, name)
			if !r.link(path) || isManifest(name, base) && r.leadsOut(path, -1) {
				return false
			}
		case isManifest(name, base) && !strings.Contains(name, "node_modules"):
			from := strings.Replace(name, ".cargo/", "", 1) // paths in its settings begin in the folder above
			if r.leadsOut(filepath.Join(r.root, name), strings.Count(from, "/")) {
				return false
			}
		}
	}
	return true
}

// A child is a file or a folder, with its path in the worktree.
type child struct {
	name  string
	isDir bool
}

func (c child) compare(name string) int { return strings.Compare(c.name, name) }

// list adds the names of the worktree's files in a fixed order. It skips no tracked file, and no folder that has one.
func (r *reader) list(top repo.Dir) bool {
	r.names = make([]string, 0, r.tracked.Len())
	var children []child
	dirs := []string{""} // each with a slash at its end
	for left := r.of.Max; len(dirs) > 0; {
		dir := dirs[len(dirs)-1]
		dirs = dirs[:len(dirs)-1]
		var err error
		children, err = r.readDir(top, dir, children[:0], left)
		if left -= len(children); err != nil || left <= 0 {
			return false
		}
		has := func(name string) bool {
			_, ok := slices.BinarySearchFunc(children, dir+name, child.compare)
			return ok
		}
		for _, c := range children {
			base := c.name[len(dir):]
			isOwned := c.isDir && slices.ContainsFunc(built[base], has) || slices.Contains(caches, base) ||
				strings.HasSuffix(base, ".tsbuildinfo") || strings.HasSuffix(c.name, ".pytest_cache/v/cache")
			switch {
			case isOwned && (base == ".git" || !r.tracked.Has(c.name)):
				r.skipped = append(r.skipped, filepath.Join(r.root, c.name))
			case c.isDir:
				dirs = append(dirs, c.name+"/")
			default:
				r.names = append(r.names, c.name)
			}
		}
	}
	return true
}

// readDir appends a folder's entries, sorted by name; at most one more than most.
func (r *reader) readDir(top repo.Dir, dir string, children []child, most int) ([]child, error) {
	f, err := top.OpenDir(cmp.Or(strings.TrimSuffix(dir, "/"), "."))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	err = f.Each(r.buffer, func(name []byte, isDir bool) bool {
		children = append(children, child{dir + string(name), isDir})
		return len(children) <= most
	})
	slices.SortFunc(children, func(a, b child) int { return a.compare(b.name) })
	st, statErr := f.Lstat(".")
	if statErr == nil && st.IsMountOf(r.top) {
		statErr = errMount
	}
	r.newest = max(r.newest, st.Newest()) // a file that was removed leaves no other time
	return children, cmp.Or(err, statErr)
}

var errMount = errors.New("another file system is mounted here")

// link adds the target of a link. A folder must be in the worktree, where it is read, too.
func (r *reader) link(path string) bool {
	target, st, ok := r.follow(path)
	if !ok {
		_, err := os.Stat(path)
		r.add("dangling")
		return errors.Is(err, fs.ErrNotExist)
	}
	r.add(target)
	if !st.Mode.IsRegular() {
		return st.Mode.IsDir() && isIn(target, r.root) && !r.isSkipped(target)
	}
	r.file(target, st)
	return true
}

// isSkipped reports whether a path of the worktree is in a folder that isn't read.
func (r *reader) isSkipped(path string) bool {
	return slices.ContainsFunc(r.skipped, func(dir string) bool { return isIn(path, dir) })
}

// manifests are files that name other packages, perhaps by a path.
var manifests = []string{
	"go.mod", "go.work", "package.json", "pnpm-workspace.yaml", "tsconfig*.json", "jsconfig.json", "Cargo.toml",
	"pyproject.toml", "requirements*.txt", "setup.py", "setup.cfg", "tox.ini", "pytest.ini", "conftest.py",
	"jest.config.*", "vitest.config.*", "vite.config.*", "eslint.config.*", ".eslintrc*", ".golangci.*",
	"ruff.toml", ".ruff.toml", "mypy.ini", ".mypy.ini", "pyrightconfig.json", ".mocharc*", ".flake8",
}

func isManifest(path, name string) bool {
	if strings.HasSuffix(path, ".cargo/config.toml") || strings.HasSuffix(path, ".cargo/config") {
		return true
	}
	if strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".rs") || strings.HasSuffix(name, ".md") {
		return false // most files
	}
	return slices.ContainsFunc(manifests, func(p string) bool {
		if p[0] != name[0] {
			return false
		}
		ok, _ := filepath.Match(p, name)
		return ok
	})
}

const maxManifest = 1 << 20 // bytes

var (
	// up are the steps up at the start of a path, or in it: "../..".
	up = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)(?:^|[^.\w])(?:\.\./)*\.\.(?:[/"'\s)]|$)`)
	})
	// elsewhere is an absolute path of a package.
	elsewhere = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)(=>\s*|^\s*use\s+|file:/*|path\s*=\s*"|-e\s+|link:|portal:)(/|~|[A-Za-z]:\\)`)
	})
	// settings are names of files in which paths have no form of their own.
	settings = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\.(toml|ini|cfg)$|^(pyrightconfig\.json|\.flake8|\.mocharc.*|config)$`)
	})
	// absolute is an absolute path in settings.
	absolute = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)(?:^|[=:,\["'\s])(?:~?/[\w.]|[A-Za-z]:\\|\$\{?HOME)`)
	})
)

// leadsOut reports whether a manifest in a folder of some depth may refer to a package outside of the worktree, or has
// state ([hasState]). The depth of a link is -1.
func (r *reader) leadsOut(path string, depth int) bool {
	text, err := diskfile.Read(path, maxManifest)
	if err != nil {
		return true
	}
	base := filepath.Base(path)
	if hasState(text) {
		return true
	}
	if strings.Contains(text, "..") {
		for _, steps := range up().FindAllString(text, -1) {
			if strings.Count(steps, "..") > depth {
				return true
			}
		}
	}
	if base != "Cargo.toml" && settings().MatchString(base) && absolute().MatchString(text) {
		return true
	}
	return elsewhere().MatchString(text)
}
