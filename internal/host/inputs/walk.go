package inputs

import (
	"errors"
	"io"
	"io/fs"
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
	".git", ".hg", ".svn", ".jj", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox",
	".gradle", ".turbo", ".parcel-cache", ".eslintcache", ".coverage", ".DS_Store", ".vite", ".vitest",
}

// built are folders that a build tool owns if its manifest is next to them.
var built = map[string][]string{
	"target": {"Cargo.toml", "pom.xml"}, "build": {"build.gradle", "build.gradle.kts"},
	".cache": {".package-lock.json"},
}

// tag opens the file CACHEDIR.TAG, with which a tool marks a folder as its cache (bford.info/cachedir).
const tag = "Signature: 8a477f597d28d172789f06886806bc55"

// worktree adds all files of the worktree. It first counts them, so that a large one costs little.
func (r *reader) worktree() bool {
	top, err := repo.OpenDir(r.root)
	if err != nil {
		return false
	}
	defer top.Close()
	names, ok := r.list(top)
	if !ok {
		return false
	}
	r.files = make(map[string]repo.Stat, len(names))
	for _, name := range names {
		path := r.root + string(filepath.Separator) + name
		st, err := top.Lstat(name)
		if err != nil {
			return false // it is gone since then
		}
		r.file(name, st)
		r.files[name] = st
		switch base := filepath.Base(name); {
		case st.Mode&fs.ModeSymlink != 0:
			if !r.link(path) {
				return false
			}
		case isManifest(name, base) && !strings.Contains(name, "node_modules"):
			from := strings.Replace(name, ".cargo/", "", 1) // paths in its settings begin in the folder above
			if r.leadsOut(path, strings.Count(from, string(filepath.Separator))) {
				return false
			}
		}
	}
	return true
}

// list returns the files of the worktree in a fixed order. It skips no tracked file, and no folder that has one.
func (r *reader) list(top repo.Dir) (files []string, ok bool) {
	tracked, ok := r.of.Repo.TrackedPaths(r.of.Max)
	if !ok {
		return nil, false
	}
	dirs := []string{"."}
	for left := r.of.Max; len(dirs) > 0; {
		dir := dirs[len(dirs)-1]
		dirs = dirs[:len(dirs)-1]
		entries, st, err := readDir(top, dir, left)
		if left -= len(entries); err != nil || left <= 0 {
			return nil, false
		}
		r.newest = max(r.newest, st.Newest()) // a file that was removed leaves no other time
		names := make([]string, len(entries))
		for i, e := range entries {
			names[i] = e.Name()
		}
		_, isTagged := slices.BinarySearch(names, "CACHEDIR.TAG")
		_, isEnvironment := slices.BinarySearch(names, "pyvenv.cfg") // of Python, with packages
		if isTagged && !isEnvironment && dir != "." && !tracked[dir] && r.isCache(dir) {
			r.skipped = append(r.skipped, filepath.Join(r.root, dir))
			continue
		}
		for _, e := range entries {
			name := e.Name()
			isOwned := e.IsDir() && slices.ContainsFunc(built[name], func(manifest string) bool {
				_, has := slices.BinarySearch(names, manifest)
				return has
			})
			isOwned = isOwned || slices.Contains(caches, name) || strings.HasSuffix(name, ".pyc") ||
				strings.HasSuffix(name, ".tsbuildinfo")
			switch full := filepath.Join(dir, name); {
			case isOwned && !tracked[full]:
				r.skipped = append(r.skipped, filepath.Join(r.root, full))
			case e.IsDir():
				dirs = append(dirs, full)
			default:
				files = append(files, full)
			}
		}
	}
	return files, true
}

// readDir reads a folder, sorted by name, or an end of it if it has more entries than max.
func readDir(top repo.Dir, path string, max int) (entries []fs.DirEntry, st repo.Stat, err error) {
	f, err := top.OpenDir(path)
	if err != nil {
		return nil, st, err
	}
	defer f.Close()
	if entries, err = f.ReadDir(max + 1); err != nil && !errors.Is(err, io.EOF) {
		return nil, st, err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	st, err = f.Lstat(".")
	return entries, st, err
}

func (r *reader) isCache(dir string) bool {
	text, err := diskfile.Read(filepath.Join(r.root, dir, "CACHEDIR.TAG"), maxManifest)
	return err == nil && strings.HasPrefix(text, tag)
}

// link adds what a link leads to. A folder must be in the worktree, where it is read, too.
func (r *reader) link(path string) bool {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		r.add("dangling")
		return errors.Is(err, fs.ErrNotExist)
	}
	st, err := repo.Lstat(target)
	if err != nil {
		return false
	}
	r.add(target)
	if !st.Mode.IsRegular() {
		return st.Mode.IsDir() && r.isInside(target) && !r.isSkipped(target)
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
// golangci-lint compare with another commit.
func (r *reader) leadsOut(path string, depth int) bool {
	text, err := diskfile.Read(path, maxManifest)
	if err != nil {
		return true
	}
	base := filepath.Base(path)
	if strings.HasPrefix(base, ".golangci.") && strings.Contains(text, "new-from") {
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
