package inputs

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/run/repo"
)

// ofHome are files and folders below the home folder that select and configure toolchains.
var ofHome = []string{".nvm/alias/default", ".config/mise/config.toml", ".config/pip/pip.conf"}

// configured are programs with settings in the folder of the user's settings. The checks of the command may run them.
var configured = []string{
	"go", "ruff", "mypy", "flake8", "pylint", "pycodestyle", "black", "isort", "rustfmt", "shellcheck", "yapf",
}

// settings adds the files that programs look for in the home folder, and in the folders above the worktree, with and
// without links. It returns false if packages are there.
func (r *reader) settings() bool {
	home := r.variable("HOME")
	dirs := []string{home}
	for _, dir := range [...]string{r.root, r.of.Repo.Root} {
		for dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if !r.settingsIn(dir) {
			return false
		}
	}
	for _, name := range ofHome {
		r.optional(filepath.Join(home, filepath.FromSlash(name)))
	}
	for _, name := range [...]string{"config", "config.toml"} {
		if !r.setting(filepath.Join(cmp.Or(r.variable("CARGO_HOME"), filepath.Join(home, ".cargo")), name)) {
			return false
		}
	}
	for _, name := range [...]string{"settings.toml", "toolchains", "update-hashes"} {
		r.optional(filepath.Join(cmp.Or(r.variable("RUSTUP_HOME"), filepath.Join(home, ".rustup")), name))
	}
	for _, dir := range [...]string{r.configHome(), filepath.Join(home, "Library", "Application Support")} {
		if !r.settingsOf(dir) {
			return false
		}
	}
	return true
}

// configHome returns the folder of the user's settings.
func (r *reader) configHome() string {
	return cmp.Or(r.variable("XDG_CONFIG_HOME"), filepath.Join(r.variable("HOME"), ".config"))
}

// settingsIn adds the settings in a folder above the worktree.
func (r *reader) settingsIn(dir string) bool {
	real, _, ok := r.follow(dir)
	if !ok {
		return true // nothing is there
	}
	var names []string
	isKnown := true
	err := r.each(real, func(name string, isDir bool) {
		switch name {
		case "go.work", "node_modules", ".node_modules", ".node_libraries", ".pnp.cjs", ".pnp.loader.mjs":
			isKnown = false
		case ".cargo":
			names = append(names, ".cargo/config", ".cargo/config.toml")
		default:
			if !isDir && isSetting(name) {
				names = append(names, name)
			}
		}
	})
	slices.Sort(names)
	for _, name := range names {
		isKnown = isKnown && r.setting(filepath.Join(real, name))
	}
	return isKnown && err == nil
}

// setting adds a file of settings elsewhere, if it is there. It returns false if it may lead to other files.
func (r *reader) setting(path string) bool {
	real, ok := r.optional(path)
	if base := filepath.Base(path); !ok || base == ".gitconfig" || slices.ContainsFunc(ofOthers, func(end string) bool {
		return strings.HasSuffix(base, end)
	}) {
		return true
	}
	text, ok := r.text(real)
	return ok && !strings.Contains(text, "..") && !absolute().MatchString(text) && !hasState(text)
}

// ofOthers are ends of names of settings of shells, editors and package managers, whose paths lead no check anywhere,
// and of files without paths.
var ofOthers = []string{
	"shrc", "vimrc", "inputrc", "screenrc", "wgetrc", "curlrc", "nanorc", "psqlrc", "irbrc", "npmrc", "yarnrc",
	"yarnrc.yml", "ignore", "-version",
}

// settingsOf adds the settings of the checks in the folder of the user's settings: "pylintrc", "ruff/ruff.toml".
func (r *reader) settingsOf(dir string) bool {
	real, _, ok := r.follow(dir)
	if !ok {
		return true
	}
	programs := append(r.checks(), configured...)
	var names []string
	err := r.each(real, func(name string, isDir bool) {
		isOf := func(p string) bool { return name == p || !isDir && strings.HasPrefix(name, p) }
		if slices.ContainsFunc(programs, isOf) {
			names = append(names, name)
		}
	})
	slices.Sort(names)
	for _, name := range names {
		sub, st, ok := r.follow(filepath.Join(real, name))
		if !ok || !st.Mode.IsDir() {
			if !r.setting(filepath.Join(real, name)) {
				return false
			}
			continue
		}
		var files []string
		if r.each(sub, func(name string, isDir bool) {
			if !isDir {
				files = append(files, name)
			}
		}) != nil {
			return false
		}
		slices.Sort(files)
		for _, file := range files {
			if !r.setting(filepath.Join(sub, file)) {
				return false
			}
		}
	}
	return err == nil
}

// each passes the names in a folder.
func (r *reader) each(dir string, use func(name string, isDir bool)) error {
	f, err := repo.OpenDir(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Each(r.buffer, func(name []byte, isDir bool) bool {
		use(string(name), isDir)
		return true
	})
}

// isSetting reports whether a file in a folder above the worktree may be one of settings: "tsconfig.json", ".npmrc",
// "ruff.toml", ".eslintrc.json", ".python-version".
func isSetting(name string) bool {
	for _, end := range [...]string{
		"rc", ".toml", ".ini", ".cfg", ".yml", ".yaml", "-version", "-versions", "-toolchain", "ignore", "flake8",
	} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	switch name {
	case "go.mod", "package.json", "conftest.py", "biome.json", "biome.jsonc":
		return true
	}
	return strings.Contains(name, "config") || strings.Contains(name, "rc.")
}
