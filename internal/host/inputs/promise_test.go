package inputs_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host/inputs"
	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/internal/text/shell"
)

// A world is a worktree with all that a check may read. Its files have plain names below a base folder.
type world struct {
	t    *rapid.T
	base string
	of   inputs.Of
}

// oldest is the time of all files that are edited without a trace.
var oldest = time.Unix(1e9, 0)

// files are what edits change. A check reads all of them.
var files = []string{
	"real/repo/a.py", "real/repo/sub/b.py", "real/repo/.env", "real/repo/ci.conf", "real/repo/args.txt",
	"real/repo/pytest.ini", "real/repo/sub/pyproject.toml", "real/repo/.mypy_cache/kept", "real/repo/gone.txt",
	"real/conftest.py", "link/conftest.py", "conftest.py", "real/.ruff.toml", "tox.ini",
	"home/.npmrc", "home/.config/ruff/ruff.toml", "home/.config/git/ignore", "home/.gitconfig",
	"home/.cargo/config.toml",
	"home/ignored", "real/repo/.git/info/exclude", "real/repo/.git/config",
	"first/ruff", "bin/ruff", "bin/ruff-2", "bin/tail", "elsewhere/x.conf", "elsewhere/lib/c.py",
	"elsewhere/config.toml",
}

// texts returns contents for a file, some of which lead to files elsewhere. Code and lists of names don't.
func (w *world) texts(name string) []string {
	switch filepath.Base(name) {
	case "ci.conf", "args.txt", "pytest.ini", "pyproject.toml", "conftest.py", ".ruff.toml", "tox.ini",
		"ruff.toml", "config.toml":
		return []string{
			"1\n", "2\n", "", "extend = BASE/elsewhere/x.conf\n", "[pytest]\naddopts = --lf\n",
			"path = \"../../elsewhere\"\n",
		}
	case ".gitconfig", "config":
		return []string{
			"", "[core]\n\tautocrlf = true\n", "[core]\n\texcludesFile = BASE/home/ignored\n",
			"[include]\n\tpath = BASE/elsewhere/x.conf\n", "[core]\n\texcludesFile = ~/ignored\n",
		}
	}
	return []string{"1\n", "2\n", ""}
}

var commands = []string{
	"ruff check .", "ruff check . | tail -5", "cd sub && ruff check .", "ruff check -cBASE/elsewhere/x.conf",
	"ruff check --config=ci.conf", "ruff check -cci.conf", "ruff check @args.txt", "ruff check -c ../elsewhere/x.conf",
	"ruff check BASE/elsewhere/lib", "BASE/bin/ruff check sub",
}

var variables = []string{
	"X=1", "MYPYPATH=BASE/elsewhere/lib", "PYTEST_ADDOPTS=-c ci.conf", "PYTEST_ADDOPTS=--lf",
	"NODE_OPTIONS=--require=BASE/elsewhere/x.conf", "PYTHONPATH=sub", "GOFLAGS=-modfile=BASE/elsewhere/x.conf",
	"CARGO_HOME=BASE/elsewhere", "XDG_CONFIG_HOME=BASE/elsewhere", "RUFF_CONFIG=ci.conf", "SHLVL=2",
}

func (w *world) path(name string) string { return filepath.Join(w.base, name) }

func (w *world) fill(text string) string { return strings.ReplaceAll(text, "BASE", w.base) }

// write writes a file as an editor may: in place or by a rename, with a new time or an old one.
func (w *world) write(name, text, how string) {
	path := w.path(name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	to := path
	if how == "rename" {
		to = path + ".tmp"
	}
	if err == nil {
		err = os.WriteFile(to, []byte(w.fill(text)), 0o755)
	}
	if err == nil && how != "in place" {
		err = os.Chtimes(to, oldest, oldest)
	}
	if err == nil && to != path {
		err = os.Rename(to, path)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// view returns all that a check may read: the contents of files by the paths by which it finds them.
func (w *world) view() string {
	var b, leads strings.Builder
	call := w.of.Command + " " + strings.Join(slices.DeleteFunc(slices.Clone(w.of.Environ), func(v string) bool {
		return strings.HasPrefix(v, "SHLVL=")
	}), " ")
	see := func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			return
		}
		fmt.Fprintf(&b, "%s %q\n", path, text)
		base := filepath.Base(path)
		if base != "ci.conf" && base != "args.txt" || strings.Contains(call, base) {
			leads.Write(text)
		}
	}
	_ = filepath.WalkDir(w.of.Dir+"/", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.Contains(path, ".mypy_cache") {
			see(path)
		}
		return nil
	})
	real, _ := filepath.EvalSymlinks(w.of.Dir)
	for _, dir := range []string{w.base, filepath.Dir(w.of.Dir), filepath.Dir(real)} {
		for _, name := range []string{"conftest.py", ".ruff.toml", "tox.ini"} {
			see(filepath.Join(dir, name))
		}
	}
	for _, name := range files {
		if strings.HasPrefix(name, "home/.") {
			see(w.path(name))
		}
	}
	for _, tool := range []string{"ruff", "tail"} { // as the shell finds them
		path := []string{"first", "bin"}
		if strings.Contains(w.of.Command, "/bin/"+tool) {
			path = path[1:]
		}
		for _, dir := range path {
			text, err := os.ReadFile(w.path(dir + "/" + tool))
			if err == nil && strings.Contains(w.of.Command, tool) {
				fmt.Fprintf(&b, "%s %q\n", tool, text)
				break
			}
		}
	}
	fmt.Fprint(&b, call, "\n")
	if strings.Contains(leads.String(), "ignored") {
		see(w.path("home/ignored"))
	}
	if strings.Contains(call+leads.String(), "elsewhere") {
		see(w.path("elsewhere/x.conf"))
		if !strings.Contains(leads.String(), "include") {
			see(w.path("elsewhere/lib/c.py"))
			see(w.path("elsewhere/config.toml"))
		}
	}
	return b.String()
}

// event changes something, in most cases so that few times are new.
func (w *world) event(label string) {
	name := rapid.SampledFrom(files).Draw(w.t, label+" file")
	how := rapid.SampledFrom([]string{"in place", "old time", "rename"}).Draw(w.t, label+" how")
	switch rapid.SampledFrom([]string{
		"nothing", "write", "write", "remove", "undo", "swap", "relink", "tool", "move", "variable", "cache",
	}).Draw(w.t, label) {
	case "write":
		w.write(name, rapid.SampledFrom(w.texts(name)).Draw(w.t, label+" text"), how)
	case "remove":
		os.Remove(w.path(name))
	case "undo":
		text, err := os.ReadFile(w.path(name))
		if err == nil {
			os.Rename(w.path(name), w.path("away"))
			tick()
			os.Rename(w.path("away"), w.path(name))
		} else {
			w.write(name, string(text), how)
			tick()
			os.Remove(w.path(name))
		}
	case "swap": // another clone takes the place
		os.Rename(w.path("real/repo"), w.path("real/old"))
		os.Rename(w.path("other"), w.path("real/repo"))
		os.Rename(w.path("real/old"), w.path("other"))
	case "relink":
		os.Remove(w.path("link"))
		os.Symlink(rapid.SampledFrom([]string{"real", "real2"}).Draw(w.t, label+" target"), w.path("link"))
	case "tool":
		target := rapid.SampledFrom([]string{"ruff-2", "../elsewhere/x.conf"}).Draw(w.t, label+" tool")
		os.Symlink(target, w.path("bin/new"))
		os.Rename(w.path("bin/new"), w.path("bin/ruff"))
	case "move":
		os.Rename(w.path("real/repo/sub"), w.path("real/sub.away"))
		os.Rename(w.path("real/sub.away"), w.path("real/repo/sub"))
	case "variable":
		v := w.fill(rapid.SampledFrom(variables).Draw(w.t, label+" variable"))
		w.of.Environ = append(slices.Clone(w.of.Environ[:2]), v)
	case "cache":
		w.write("real/repo/.mypy_cache/kept", label, how)
	}
}

// clone makes a repository with git's files alone, since git would take long.
func (w *world) clone(name, text string) {
	w.write(name+"/.git/HEAD", "ref: refs/heads/main\n", "in place")
	for _, dir := range []string{"objects", "refs"} {
		if err := os.MkdirAll(w.path(name+"/.git/"+dir), 0o755); err != nil {
			w.t.Fatal(err)
		}
	}
	for _, file := range []string{".git/info/exclude", ".git/config"} {
		w.write(name+"/"+file, "", "old time")
	}
	for _, file := range []string{"a.py", "sub/b.py", "ci.conf", "args.txt", "pytest.ini", ".mypy_cache/kept"} {
		w.write(name+"/"+file, text, "old time")
	}
}

// TestNoFalsePromise: whatever is done before, in, between and after two runs, their inputs count as the same only if
// the check could read the same at each moment of both.
func TestNoFalsePromise(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	n, proved, edited := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		w := &world{t: rt, base: filepath.Join(base, fmt.Sprint(n))}
		defer os.RemoveAll(w.base)
		w.clone("real/repo", "1\n")
		w.clone("other", "other\n")
		w.clone("real2/repo", "other\n")
		os.Symlink("real", w.path("link"))
		for _, name := range []string{
			"home/x", "bin/ruff", "bin/ruff-2", "bin/tail", "elsewhere/x.conf", "elsewhere/lib/c.py",
		} {
			w.write(name, "1\n"+name, "old time")
		}
		root := w.path(rapid.SampledFrom([]string{"real/repo", "link/repo"}).Draw(rt, "root"))
		w.of = inputs.Of{
			Dir: root, Command: w.fill(rapid.SampledFrom(commands).Draw(rt, "command")), Environ: []string{
				"HOME=" + w.path("home"), "PATH=" + w.path("first") + ":" + w.path("bin"),
			},
		}
		if !inputs.Pure(w.of.Command, []shell.Pattern{}) {
			return
		}
		if rapid.Bool().Draw(rt, "prepared") {
			w.event("before")
		}
		// run has a start, perhaps an event, and an end, and returns the views in between.
		run := func(label string, mayEdit bool) (in inputs.Inputs, ok bool, start time.Time, views []string) {
			tick()
			start = time.Now().Add(slack)
			tick()
			views = []string{w.view()}
			if mayEdit {
				environ := w.of.Environ // that of a process doesn't change
				w.event(label)
				w.of.Environ = environ
				views = append(views, w.view())
				tick()
			}
			if w.of.Repo, ok = repo.Find(w.of.Dir); ok {
				in, ok = inputs.Read(w.of)
			}
			return in, ok, start, append(views, w.view())
		}
		where := rapid.SampledFrom([]string{"first", "between", "second", "nowhere"}).Draw(rt, "where")
		one, ok1, start1, views := run("first", where == "first")
		if where == "between" {
			w.event("between")
		}
		two, ok2, start2, later := run("second", where == "second")
		one.Around, two.Around = w.own(one.Around, start1), w.own(two.Around, start2)
		if !ok1 || !ok2 || !one.Before(start1) || !two.Unchanged(one.Sum, start1, start2) {
			return
		}
		if proved++; where != "nowhere" {
			edited++
		}
		for _, v := range append(views[1:], later...) {
			if v != views[0] {
				rt.Fatalf("the inputs count as the same:\n%s\nand\n%s", views[0], v)
			}
		}
	})
	if t.Logf("%d draws, %d proofs, %d of them with an edit", n, proved, edited); proved == 0 {
		t.Error("nothing was proved")
	}
}

// own returns the time of the folders below the base, if a later time is that of a folder above: other tests use it.
func (w *world) own(around int64, start time.Time) int64 {
	latest := int64(0)
	for _, dir := range []string{
		"", "real", "real2", "home", "home/.config", "home/.config/ruff", "home/.config/git", "home/.cargo", "first",
		"bin", "elsewhere", "elsewhere/lib", "real/repo", "real/repo/sub", "real/repo/.git/info",
	} {
		if st, err := repo.Lstat(w.path(dir)); err == nil {
			latest = max(latest, st.Newest())
		}
	}
	return min(around, latest)
}
