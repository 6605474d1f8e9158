package inputs

import (
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
	".config/pip/pip.conf", ".python-version", ".tool-versions", ".config/mise/config.toml",
}

// tools adds the programs that the command names, as far as they are found, and what configures them.
func (r *reader) tools() bool {
	for _, c := range shell.Parse(r.of.Command).Commands {
		for _, name := range append([]string{c.Name}, behind[c.Name]...) {
			path := r.program(name)
			r.add(name, path)
			if path != "" && !r.tool(path) {
				return false
			}
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
		if path = r.interpreter(file); path == "" {
			return true
		}
	}
	return false
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
		return r.program(words[len(words)-1])
	}
	return words[0]
}

// dated adds a file, or a folder with its times.
func (r *reader) dated(path string) {
	if st, ok := r.optional(path); ok {
		r.newest = max(r.newest, st.Newest())
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

// packages adds the folders of Python's packages, which change with each installation. It returns false if a package
// is elsewhere, as after "pip install -e".
func (r *reader) packages(path, real string) bool {
	var dirs []string
	for _, bin := range []string{filepath.Dir(path), filepath.Dir(real)} {
		for _, name := range []string{
			"lib/python3*/site-packages", "lib/python3*/dist-packages", "local/lib/python3*/dist-packages",
		} {
			found, _ := filepath.Glob(filepath.Join(filepath.Dir(bin), filepath.FromSlash(name)))
			dirs = append(dirs, found...)
		}
	}
	found, _ := filepath.Glob(filepath.Join(r.variable("HOME"), ".local/lib/python3*/site-packages"))
	dirs = append(dirs, found...)
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		r.dated(dir)
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

// ofFolders are files that programs look for in the folders above the worktree.
var ofFolders = []string{
	"go.mod", "package.json", ".npmrc", "tsconfig.json", ".eslintrc", ".eslintrc.js", ".eslintrc.json",
	"eslint.config.js", "eslint.config.mjs", ".prettierrc", ".editorconfig", "jest.config.js", "babel.config.js",
	"pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", "conftest.py", "mypy.ini", "ruff.toml", ".flake8",
	"Cargo.toml", ".cargo/config.toml", "rust-toolchain.toml", ".golangci.yml", ".golangci.yaml", ".shellcheckrc",
	".python-version", ".nvmrc", ".tool-versions",
}

// above adds the files of the folders above the worktree. It returns false if packages are there.
func (r *reader) above() bool {
	for dir := filepath.Dir(r.root); ; dir = filepath.Dir(dir) {
		for _, name := range [...]string{"go.work", "node_modules"} {
			if _, err := repo.Lstat(filepath.Join(dir, name)); err == nil {
				return false
			}
		}
		for _, name := range ofFolders {
			r.dated(filepath.Join(dir, name))
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}
