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
	"cargo": {"rustc"}, "gotestsum": {"go"}, "staticcheck": {"go"}, "golangci-lint": {"go"}, "mypy": {"python3"},
	"pyright": {"python3"},
}

// checks returns the names of the checks, and of programs that these run.
func (r *reader) checks() (names []string) {
	for _, c := range shell.Parse(r.of.Command).Commands {
		names = append(append(names, c.Name), behind[c.Name]...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// tools adds the programs of the command. It returns false if a check isn't found. The shell has some of the others
// itself.
func (r *reader) tools() bool {
	words, _ := shell.EveryWord(r.of.Command)
	has := func(name string) bool {
		return slices.ContainsFunc(words, func(w shell.Word) bool { return w.Text == name })
	}
	for _, name := range r.checks() {
		isPath := func(w shell.Word) bool { return filepath.IsAbs(w.Text) && filepath.Base(w.Text) == name }
		path, ok := r.program(name)
		switch {
		case slices.ContainsFunc(words, isPath), has("-m") && !ok: // python3 -m pytest
			continue
		case has("npx"):
			path, ok = r.installed(name)
		}
		if !ok || !r.tool(path) {
			return false
		}
	}
	for _, w := range words {
		if !w.Program || !slices.Contains(mayRun, w.Text) {
			continue
		}
		if path, ok := r.program(w.Text); ok && !r.tool(path) {
			return false
		}
	}
	return true
}

// tool adds a program, its interpreter, and the packages of Python's.
func (r *reader) tool(path string) bool {
	for range 3 {
		file, st, ok := r.follow(path)
		if !ok {
			return false
		}
		r.file(file, st)
		r.add(path)
		if strings.HasPrefix(filepath.Base(path), "python") && !r.packages(path, file) {
			return false
		}
		by := r.interpreter(file)
		if !isIn(file, r.root) && (isShim(path) || isShim(file) || slices.Contains(shells, filepath.Base(by))) {
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
				path, _ := r.program(w)
				return cmp.Or(path, w)
			}
		}
	}
	return words[0]
}

// program looks a program up as the shell does. It adds the times of the folders that it looks into.
func (r *reader) program(name string) (path string, ok bool) {
	for _, dir := range filepath.SplitList(r.variable("PATH")) {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(r.dir, dir)
		}
		path := filepath.Join(dir, name)
		r.follow(dir)
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0 {
			return path, true
		}
	}
	return "", false
}

// installed looks a program up among the packages of the working folder, and of those above, as npx does.
func (r *reader) installed(name string) (path string, ok bool) {
	for dir := r.dir; isIn(dir, r.root); dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "node_modules", ".bin", name)
		if _, err := os.Stat(path); err == nil {
			return path, true
		}
	}
	return "", false
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
				if filepath.IsAbs(line) && !isIn(filepath.Clean(line), r.root) || strings.Contains(line, "MAPPING") {
					return false
				}
			}
		}
	}
	return true
}

// folder adds all files of a folder, except compiled ones. It returns false if there are too many or links.
func (r *reader) folder(dir string) bool {
	dir, top, ok := r.follow(dir)
	return ok && filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch r.left--; {
		case err != nil:
			return err
		case r.left < 0, d.Type()&fs.ModeSymlink != 0:
			return fs.ErrInvalid
		case d.Name() == "__pycache__":
			return fs.SkipDir
		}
		st, err := repo.Lstat(path)
		if err != nil || st.IsMountOf(top) {
			return fs.ErrInvalid
		}
		r.file(path, st)
		r.newest = max(r.newest, st.Newest()) // of a folder, too
		return nil
	}) == nil
}
