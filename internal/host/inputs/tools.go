package inputs

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/internal/text/shell"
)

// behind are programs that others run, beside their interpreters.
var behind = map[string][]string{
	"cargo": {"rustc"}, "gotestsum": {"go"}, "staticcheck": {"go"}, "golangci-lint": {"go"}, "npm": {"node"},
	"pnpm": {"node"}, "yarn": {"node"},
}

// ofHome are files below the home folder that select and configure toolchains. A folder counts with the time at which
// something was put into it.
var ofHome = []string{
	".config/go/env", "Library/Application Support/go/env", ".cargo/config.toml", ".rustup/settings.toml",
	".rustup/toolchains", ".rustup/update-hashes", ".npmrc", ".yarnrc", ".yarnrc.yml", ".nvm/alias/default",
	".config/pip/pip.conf", ".python-version", ".tool-versions", ".config/mise/config.toml", ".cargo/config",
	".config/ruff", ".config/ruff/ruff.toml", ".config/ruff/.ruff.toml", ".config/ruff/pyproject.toml",
	"Library/Application Support/ruff/ruff.toml", ".config/mypy/config", ".mypy.ini", ".config/flake8",
	".config/pylintrc", ".pylintrc",
}

// tools adds the programs that the command names, as far as they are found, and what configures them.
func (r *reader) tools() bool {
	var names []string
	for _, c := range shell.Parse(r.of.Command).Commands {
		names = append(append(names, c.Name), behind[c.Name]...)
	}
	words, _ := shell.EveryWord(r.of.Command)
	for _, w := range words {
		if w.Program { // also one that runs the command's: python3 -m pytest
			names = append(names, w.Text)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		path := r.program(name)
		r.add(name, path)
		if path != "" && !r.tool(path) {
			return false
		}
	}
	home := r.variable("HOME")
	for _, name := range ofHome {
		r.dated(filepath.Join(home, filepath.FromSlash(name)))
	}
	return true
}

// tool adds a program, its interpreter, and the packages of Python's.
func (r *reader) tool(path string) bool {
	for range 3 {
		file, err := filepath.EvalSymlinks(path)
		if err != nil {
			return false
		}
		st, err := repo.Lstat(file)
		if err != nil {
			return false
		}
		r.file(file, st)
		if strings.HasPrefix(filepath.Base(path), "python") && !r.packages(path, file) {
			return false
		}
		by := r.interpreter(file)
		if !r.isInside(file) && (isShim(path) || isShim(file) || slices.Contains(shells, filepath.Base(by))) {
			return false
		}
		if path = by; path == "" {
			return true
		}
	}
	return false
}

// shells run scripts. One outside of the worktree may start any program.
var shells = []string{"sh", "bash", "dash", "ash", "zsh", "ksh", "fish"}

// isShim reports whether a program chooses another by files and variables of a version manager: pyenv, asdf, volta.
func isShim(path string) bool {
	return strings.Contains(filepath.Base(path), "shim") || filepath.Base(filepath.Dir(path)) == "shims"
}

// interpreter returns the program that runs a script, "" if it is no script.
func (r *reader) interpreter(script string) string {
	f, err := os.Open(script)
	if err != nil {
		return ""
	}
	defer f.Close()
	var head [256]byte
	n, _ := f.Read(head[:])
	line, _, _ := strings.Cut(string(head[:n]), "\n")
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	switch {
	case !strings.HasPrefix(line, "#!") || len(words) == 0:
		return ""
	case len(words) > 1 && filepath.Base(words[0]) == "env":
		for _, w := range words[1:] {
			if w[0] != '-' && !strings.Contains(w, "=") {
				return cmp.Or(r.program(w), w)
			}
		}
	}
	return words[0]
}

// dated adds a file, or a folder with its times. Of a link, it also adds its target.
func (r *reader) dated(path string) {
	st, ok := r.optional(path)
	if !ok {
		return
	}
	r.newest = max(r.newest, st.Newest())
	if st.Mode&fs.ModeSymlink == 0 {
		return
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		r.dated(target)
	}
}

// program looks a program up as the shell does, "" if it isn't found.
func (r *reader) program(name string) string {
	for _, dir := range filepath.SplitList(r.variable("PATH")) {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(r.of.Dir, dir)
		}
		path := filepath.Join(dir, name)
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0 {
			return path
		}
	}
	return ""
}

// packages adds the files of Python's packages. It returns false if there are too many, and if a package is elsewhere,
// as after "pip install -e".
func (r *reader) packages(path, real string) bool {
	var dirs []string
	for _, bin := range []string{filepath.Dir(path), filepath.Dir(real)} {
		for _, name := range []string{"lib*/python3*/*-packages", "local/lib*/python3*/*-packages"} {
			found, _ := filepath.Glob(filepath.Join(filepath.Dir(bin), filepath.FromSlash(name)))
			dirs = append(dirs, found...)
		}
	}
	for _, name := range []string{".local/lib/python3*/site-packages", "Library/Python/3*/lib/python/site-packages"} {
		found, _ := filepath.Glob(filepath.Join(r.variable("HOME"), filepath.FromSlash(name)))
		dirs = append(dirs, found...)
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if !r.folder(dir) {
			return false
		}
		links, _ := filepath.Glob(filepath.Join(dir, "*.pth"))
		editable, _ := filepath.Glob(filepath.Join(dir, "__editable__*"))
		for _, l := range append(links, editable...) {
			text, err := diskfile.Read(l, maxManifest)
			if err != nil {
				return false
			}
			for line := range strings.Lines(text) {
				line = strings.TrimSpace(line)
				if filepath.IsAbs(line) && !r.isInside(filepath.Clean(line)) || strings.Contains(line, "MAPPING") {
					return false
				}
			}
		}
	}
	return true
}

// folder adds all files of a folder, except compiled ones. It returns false if there are too many or links.
func (r *reader) folder(dir string) bool {
	dir, err := filepath.EvalSymlinks(dir)
	return err == nil && filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch r.left--; {
		case err != nil:
			return err
		case r.left < 0, d.Type()&fs.ModeSymlink != 0:
			return fs.ErrInvalid
		case d.Name() == "__pycache__":
			return fs.SkipDir
		}
		r.dated(path)
		return nil
	}) == nil
}

// ofFolders are files that programs look for in the folders above the worktree, as patterns.
var ofFolders = []string{
	"go.mod", "package.json", ".npmrc", "tsconfig.json", ".eslintrc", "eslint.config.js", "eslint.config.mjs",
	".prettierrc", ".editorconfig", "jest.config.js", "babel.config.js",
	"pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", "conftest.py", "mypy.ini", "ruff.toml", ".flake8",
	"Cargo.toml", ".cargo/config.toml", "rust-toolchain.toml", ".golangci.yml", ".golangci.yaml", ".shellcheckrc",
	".python-version", ".nvmrc", ".tool-versions", ".ruff.toml", ".mypy.ini", "pylintrc", ".pylintrc", ".prettierrc.*",
	".eslintrc.*", "pyrightconfig.json", ".mocharc*", ".cargo/config",
}

// above adds the files of the folders above the worktree. It returns false if packages are there.
func (r *reader) above() bool {
	for dir := filepath.Dir(r.root); ; dir = filepath.Dir(dir) {
		for _, name := range [...]string{"go.work", "node_modules"} {
			if _, err := repo.Lstat(filepath.Join(dir, name)); err == nil {
				return false
			}
		}
		names, err := r.namesIn(dir)
		for _, pattern := range ofFolders {
			first, rest, _ := strings.Cut(pattern, "/")
			found := []string{first}
			if err == nil { // else it can be entered, perhaps, but not listed
				found = matching(names, first)
			}
			for _, name := range found {
				r.dated(filepath.Join(dir, name, rest))
			}
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// namesIn returns the sorted names in a folder, without most that [ofFolders] can't mean.
func (r *reader) namesIn(dir string) (names []string, err error) {
	f, err := repo.OpenDir(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	err = f.Each(r.buffer, func(name []byte, _ bool) bool {
		for _, p := range ofFolders {
			if n := min(4, len(name), len(p)); p[:n] == string(name[:n]) {
				names = append(names, string(name))
				break
			}
		}
		return true
	})
	slices.Sort(names)
	return names, err
}

// matching returns those of some sorted names that match a pattern, which may end in "*".
func matching(names []string, pattern string) []string {
	prefix, isPrefix := strings.CutSuffix(pattern, "*")
	from, has := slices.BinarySearch(names, prefix)
	to := from
	for ; to < len(names) && isPrefix && strings.HasPrefix(names[to], prefix); to++ {
	}
	if has && !isPrefix {
		to++
	}
	return names[from:to]
}
