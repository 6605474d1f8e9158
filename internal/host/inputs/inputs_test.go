package inputs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host/inputs"
	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/internal/text/shell"
)

func TestPure(t *testing.T) {
	makeCheck, err := shell.ParsePattern("make check")
	if err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]bool{
		"go test ./...": true,
		"go test -count=1 -run 'TestSum$' ./... 2>&1":    true,
		"cd sub && go vet ./... && go test . | tail -20": true,
		"npx tsc --noEmit":                                 true,
		"python3 -m pytest -q tests/test_a.py":             true,
		"cargo test -p core":                               true,
		"go test < /dev/null":                              true,
		"cd && go test ./...":                              false,
		"cd - && go test ./...":                            false,
		"make check":                                       true,
		"sudo make check":                                  false,
		"timeout 60 go test ./...":                         true,
		"env A=1 go vet .":                                 true,
		"uv run pytest":                                    false,
		"npm test":                                         false,
		"npx -y eslint@9 .":                                false,
		"PYTHONPATH=x pytest":                              false,
		"env HOME=x go test .":                             false,
		"pytest --cov-append":                              false,
		"PYTEST_ADDOPTS=--lf pytest":                       false,
		"make check deploy":                                false,
		"go test -count=5 ./...":                           false,
		"go test -shuffle=on ./...":                        false,
		"go test -bench . ./...":                           false,
		"go test $PKG":                                     false,
		"go test $(go list ./...)":                         false,
		"go test < input":                                  false,
		"go generate ./... && go test ./...":               false,
		"go test ./... && git push":                        false,
		"for i in 1 2; do go test ./...; done":             false,
		"eslint --fix src":                                 false,
		"npx prettier --check . && npx prettier --write .": false,
		"jest -u":                                          false,
		"eslint --stdin-filename a.js":                     false,
		"ruff check -":                                     false,
		"jest -o":                                          false,
		"npx jest -o":                                      false,
		"npm test -- -o":                                   false,
		"tsc -o a.js":                                      true,
		"jest --shuffle":                                   false,
		"cargo test --bench x":                             false,
		"cargo test --fuzz":                                false,
		"golangci-lint run --new-from-rev=HEAD~":           false,
		"jest --watch":                                     false,
		"pytest --lf":                                      false,
		"npm install":                                      false,
		"./go test":                                        false,
		"mvn test":                                         false,
		"curl localhost":                                   false,
		"git diff":                                         false,
		"go test ./... &":                                  false,
		"rm -rf cache; go test .":                          false,
		"find . | xargs shellcheck":                        false,
		"":                                                 false,
	} {
		if got := inputs.Pure(command, []shell.Pattern{makeCheck}); got != want {
			t.Errorf("Pure(%q) = %v, want %v", command, got, want)
		}
	}
}

// A tree is a worktree with an environment of its own.
type tree struct {
	t         rapid.TB
	base, dir string
	of        inputs.Of
}

// newTree makes a repository in a folder below base, whose home and programs are in base, too.
func newTree(t rapid.TB, base string) *tree {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	base, err := filepath.EvalSymlinks(base)
	if err != nil {
		t.Fatal(err)
	}
	tr := &tree{t: t, base: base, dir: filepath.Join(base, "repo")}
	tr.write("bin/go", "tool")
	tr.write("repo/go.mod", "module x\n")
	tr.write("repo/a.go", "package a\n")
	tr.write("repo/sub/b.go", "package b\n")
	if err := os.Chmod(filepath.Join(base, "bin/go"), 0o755); err != nil {
		t.Fatal(err)
	}
	tr.git("init", "-q", "-b", "main")
	r, ok := repo.Find(tr.dir)
	if !ok {
		t.Fatal("no repository")
	}
	tr.of = inputs.Of{
		Repo: r, Dir: tr.dir, Command: "go test ./...",
		Environ: []string{"HOME=" + filepath.Join(base, "home"), "PATH=" + filepath.Join(base, "bin"), "X=1"},
	}
	return tr
}

func (tr *tree) git(args ...string) {
	tr.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b.example"}, args...)...)
	cmd.Dir = tr.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		tr.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

func (tr *tree) write(name, text string) {
	tr.t.Helper()
	path := filepath.Join(tr.base, name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		tr.t.Fatal(err)
	}
}

func (tr *tree) read() inputs.Inputs {
	tr.t.Helper()
	in, ok := inputs.Read(tr.of)
	if !ok {
		tr.t.Fatal("the inputs aren't known")
	}
	return in
}

// same reports whether inputs have a sum. All edits of a test are before the runs, so that only sums differ.
func same(now inputs.Inputs, sum string) bool {
	later := time.Now().Add(time.Hour)
	return now.Unchanged(sum, later, later)
}

// slack is what the package takes off a time.
const slack = 2 * time.Second

// tick waits until the clock of the file system has gone on.
func tick() { time.Sleep(12 * time.Millisecond) }

// TestChanges: each of these is seen.
func TestChanges(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(tr *tree)
	}{
		{"an edit", func(tr *tree) { tr.write("repo/a.go", "package c\n") }},
		{"an edit in a sub-folder", func(tr *tree) { tr.write("repo/sub/b.go", "package c\n") }},
		{"a new file", func(tr *tree) { tr.write("repo/sub/c.go", "") }},
		{"a new file that is ignored", func(tr *tree) { tr.write("repo/.env", "X=1") }},
		{"a removed file", func(tr *tree) { os.Remove(filepath.Join(tr.dir, "a.go")) }},
		{"a mode", func(tr *tree) { os.Chmod(filepath.Join(tr.dir, "a.go"), 0o755) }},
		{"a commit", func(tr *tree) { tr.git("commit", "-qm", "1", "--allow-empty") }},
		{"another branch", func(tr *tree) { tr.git("symbolic-ref", "HEAD", "refs/heads/x") }},
		{"a variable", func(tr *tree) { tr.of.Environ = append(tr.of.Environ, "Y=1") }},
		{"a variable's value", func(tr *tree) { tr.of.Environ[2] = "X=2" }},
		{"the umask", func(tr *tree) { tr.of.Umask = "0077" }},
		{"a sandbox", func(tr *tree) {
			tr.of.Environ = append(tr.of.Environ, "CODEX_SANDBOX_NETWORK_DISABLED=1")
		}},
		{"the toolchain", func(tr *tree) { tr.write("bin/go", "tool 2") }},
		{"another toolchain", func(tr *tree) {
			tr.write("bin2/go", "tool")
			os.Chmod(filepath.Join(tr.base, "bin2/go"), 0o755)
			tr.of.Environ[1] = "PATH=" + filepath.Join(tr.base, "bin2")
		}},
		{"go env -w", func(tr *tree) { tr.write("home/.config/go/env", "GOFLAGS=-race") }},
		{"ruff's settings", func(tr *tree) { tr.write("home/.config/ruff/ruff.toml", "") }},
		{"mypy's settings", func(tr *tree) { tr.write("home/.config/mypy/config", "") }},
		{"flake8's settings", func(tr *tree) { tr.write("home/.config/flake8", "") }},
		{"settings that a link leads to", func(tr *tree) { tr.write("dotfiles/npmrc", "shell=sh") }},
		{"a hidden setting above", func(tr *tree) { tr.write(".ruff.toml", "") }},
		{"a setting in any format above", func(tr *tree) { tr.write(".prettierrc.yaml", "") }},
		{"a setting above", func(tr *tree) { tr.write(".golangci.yml", "") }},
		{"git's ignored files", func(tr *tree) { tr.write("repo/.git/info/exclude", "x\n") }},
		{"git's settings", func(tr *tree) { tr.git("config", "core.ignoreCase", "true") }},
		{"the user's settings of git", func(tr *tree) { tr.write("home/.gitconfig", "") }},
		{"the user's ignored files", func(tr *tree) { tr.write("home/.config/git/ignore", "x\n") }},
		{"ignored files that settings name", func(tr *tree) { tr.write("home/ignored", "x\n") }},
		{"settings of a variable", func(tr *tree) { tr.write("cargo/config.toml", "") }},
		{"another worktree at its path", func(tr *tree) {
			os.Rename(tr.dir, tr.dir+".old")
			exec.Command("cp", "-a", tr.dir+".old", tr.dir).Run()
		}},
		{"a compiled file without a source", func(tr *tree) { tr.write("repo/sub/m.pyc", "1") }},
		{"a value in pytest's cache", func(tr *tree) { tr.write("repo/.pytest_cache/v/mine/x", "1") }},
		{"the command", func(tr *tree) { tr.of.Command = "go test -v ./..." }},
		{"the folder", func(tr *tree) { tr.of.Dir = filepath.Join(tr.dir, "sub") }},
	} {
		tr := newTree(t, t.TempDir())
		tr.write("repo/.gitignore", ".env\n")
		tr.write("dotfiles/npmrc", "")
		tr.write("home/.config/empty", "")
		tr.write("repo/.git/config.worktree", "[core]\n\texcludesFile = "+tr.base+"/home/ignored\n")
		tr.of.Environ = append(tr.of.Environ, "CARGO_HOME="+filepath.Join(tr.base, "cargo"))
		if err := os.Symlink("../dotfiles/npmrc", filepath.Join(tr.base, "home/.npmrc")); err != nil {
			t.Fatal(err)
		}
		tick()
		before := tr.read()
		if !same(tr.read(), before.Sum) {
			t.Errorf("%s: nothing was done, and something has changed", c.name)
		}
		c.do(tr)
		if now, ok := inputs.Read(tr.of); ok && same(now, before.Sum) {
			t.Errorf("%s: nothing has changed", c.name)
		}
	}
}

// TestCaches: what tools write for themselves is no change, nor is a variable of the session.
func TestCaches(t *testing.T) {
	tr := newTree(t, t.TempDir())
	tr.write("repo/Cargo.toml", "")
	tick()
	before := tr.read()
	tr.write("repo/sub/__pycache__/b.pyc", "1")
	tr.write("repo/target/debug/x", "1")
	tr.git("status")
	tr.of.Environ = append(tr.of.Environ, "SHLVL=3", "CLAUDE_CODE_SESSION_ID=1")
	if !same(tr.read(), before.Sum) {
		t.Error("a cache counts as a change")
	}
	tr.write("repo/sub/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n")
	if same(tr.read(), before.Sum) {
		t.Error("a folder with a tag isn't read: people tag their data, too, to leave it out of backups")
	}
}

// TestTracked: a tracked file is an input, also in the folder of a cache.
func TestTracked(t *testing.T) {
	for _, name := range []string{"build/x", "target/deep/x", "sub/__pycache__/b.pyc", ".coverage"} {
		tr := newTree(t, t.TempDir())
		tr.write("repo/build.gradle", "")
		tr.write("repo/Cargo.toml", "")
		tr.write("repo/"+name, "1")
		tr.git("add", "-f", name)
		tick()
		before := tr.read()
		tr.write("repo/"+name, "2")
		if same(tr.read(), before.Sum) {
			t.Errorf("%s: an edit of a tracked file isn't seen", name)
		}
	}
}

// program writes an executable file.
func (tr *tree) program(name, text string) {
	tr.t.Helper()
	tr.write(name, text)
	if err := os.Chmod(filepath.Join(tr.base, name), 0o755); err != nil {
		tr.t.Fatal(err)
	}
}

// TestPackages: an edit of an installed package of Python is a change, wherever it is.
func TestPackages(t *testing.T) {
	for _, name := range []string{
		"repo/.venv/lib/python3.12/site-packages/p/a.py", "lib/python3.12/site-packages/p/a.py",
		"lib/python3/dist-packages/p/deep/a.py", "home/.local/lib/python3.12/site-packages/p/a.py",
	} {
		tr := newTree(t, t.TempDir())
		tr.of.Command = "python3 -m pytest"
		tr.program("bin/python3", "tool")
		tr.write("repo/.venv/pyvenv.cfg", "")
		tr.write("repo/.venv/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n")
		tr.write(name, "1")
		tick()
		tr.write(filepath.Join(filepath.Dir(name), "__pycache__/a.pyc"), "1")
		before := tr.read()
		tr.write(filepath.Join(filepath.Dir(name), "__pycache__/a.pyc"), "2")
		if !same(tr.read(), before.Sum) {
			t.Errorf("%s: a compiled file counts", name)
		}
		tr.write(name, "2")
		if same(tr.read(), before.Sum) {
			t.Errorf("%s: an edit isn't seen", name)
		}
	}
}

// TestUnknown: what can't be known proves nothing.
func TestUnknown(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(tr *tree)
	}{
		{"a module elsewhere", func(tr *tree) { tr.write("repo/go.mod", "module x\nreplace y => ../y\n") }},
		{"arguments elsewhere", func(tr *tree) { tr.of.Command = "go test @/tmp/args.txt" }},
		{"arguments that lead elsewhere", func(tr *tree) {
			tr.write("repo/args.txt", "--rcfile\n/opt/x\n")
			tr.of.Command = "go test @args.txt"
		}},
		{"settings by a short option", func(tr *tree) { tr.of.Command = "go test -c/opt/x.ini" }},
		{"settings by short options", func(tr *tree) { tr.of.Command = "go test -qc/opt/x.ini" }},
		{"settings above by a short option", func(tr *tree) { tr.of.Command = "go test -c../x.ini" }},
		{"settings by an option", func(tr *tree) { tr.of.Command = "go test --rcfile=/opt/x" }},
		{"settings that lead elsewhere", func(tr *tree) {
			tr.write("repo/ci/x.conf", "extends = /opt/x\n")
			tr.of.Command = "go test -cci/x.conf"
		}},
		{"settings that lead up", func(tr *tree) {
			tr.write("repo/ci/x.conf", "extends = ../../x\n")
			tr.of.Command = "cd sub && go test -c ci/x.conf"
			tr.write("repo/sub/ci/x.conf", "extends = ../../x\n")
		}},
		{"a program that isn't found", func(tr *tree) { tr.of.Command = "gofmt -l ." }},
		{"a linked manifest", func(tr *tree) {
			tr.write("repo/conf/p.toml", "path = '../x'\n")
			os.Symlink("conf/p.toml", filepath.Join(tr.dir, "pyproject.toml"))
		}},
		{"last failures in settings", func(tr *tree) { tr.write("repo/pytest.ini", "[pytest]\naddopts = --lf\n") }},
		{"changed files in settings", func(tr *tree) {
			tr.write("repo/package.json", `{"jest": {"onlyChanged": true}}`)
		}},
		{"last failures in a variable", func(tr *tree) {
			tr.of.Environ = append(tr.of.Environ, "PYTEST_ADDOPTS=-q --lf")
		}},
		{"settings in a variable", func(tr *tree) {
			tr.of.Environ = append(tr.of.Environ, "PYTEST_ADDOPTS=-c/opt/pytest.ini")
		}},
		{"a hook in a variable", func(tr *tree) {
			tr.of.Environ = append(tr.of.Environ, "NODE_OPTIONS=--require /opt/hook.js")
		}},
		{"folders in a variable", func(tr *tree) { tr.of.Environ = append(tr.of.Environ, "MYPYPATH=sub:/opt/types") }},
		{"a folder above in a variable", func(tr *tree) {
			tr.of.Environ = append(tr.of.Environ, "GOENV=sub/../../env")
		}},
		{"flags in a variable", func(tr *tree) {
			tr.of.Environ = append(tr.of.Environ, "CGO_CFLAGS=-g -I/opt/include")
		}},
		{"no home", func(tr *tree) { tr.of.Environ[0] = "Y=1" }},
		{"one by its path", func(tr *tree) { tr.write("repo/sub/go.mod", "module x\nreplace y => /y\n") }},
		{"one two folders up", func(tr *tree) { tr.write("repo/sub/package.json", `{"y": "file:../../y"}`) }},
		{"settings of ruff elsewhere", func(tr *tree) { tr.write("repo/ruff.toml", `extend = "../ruff.toml"`) }},
		{"settings of mypy elsewhere", func(tr *tree) {
			tr.write("repo/mypy.ini", "[mypy]\nmypy_path = /opt/types\n")
		}},
		{"settings of pyright elsewhere", func(tr *tree) {
			tr.write("repo/pyrightconfig.json", `{"extraPaths": ["/opt/types"]}`)
		}},
		{"settings of cargo elsewhere", func(tr *tree) {
			tr.write("repo/.cargo/config.toml", "[source.x]\ndirectory = \"/opt/crates\"\n")
		}},
		{"settings of mocha elsewhere", func(tr *tree) { tr.write("repo/.mocharc.yml", "require: ../x.js\n") }},
		{"another commit", func(tr *tree) { tr.write("repo/.golangci.yml", "issues:\n  new-from-rev: main\n") }},
		{"a workspace above", func(tr *tree) { tr.write("go.work", "") }},
		{"packages above", func(tr *tree) { tr.write("node_modules/x", "") }},
		{"a file elsewhere", func(tr *tree) { tr.of.Command = "go test -args /etc/hosts" }},
		{"a folder elsewhere", func(tr *tree) { tr.of.Command = "go test ../other/..." }},
		{"a folder by its option", func(tr *tree) { tr.of.Command = "go -C=../other test" }},
		{"home", func(tr *tree) { tr.of.Command = "cd ~/x && go test" }},
		{"a variable", func(tr *tree) { tr.of.Environ = append(tr.of.Environ, "PYTHONPATH=/x") }},
		{"GOFLAGS", func(tr *tree) { tr.of.Environ = append(tr.of.Environ, "GOFLAGS=-modfile=/x/go.mod") }},
		{"a linked folder", func(tr *tree) { os.Symlink(tr.base, filepath.Join(tr.dir, "link")) }},
		{"a link to a cache", func(tr *tree) {
			tr.write("repo/.mypy_cache/x", "")
			os.Symlink(".mypy_cache", filepath.Join(tr.dir, "link"))
		}},
		{"a submodule", func(tr *tree) {
			tr.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",m")
		}},
		{"a shim", func(tr *tree) { tr.program("bin/go", "#!/usr/bin/env -S bash -e\nexec pyenv exec go") }},
		{"a folder of shims", func(tr *tree) {
			tr.program("shims/go", "tool")
			tr.of.Environ[1] = "PATH=" + filepath.Join(tr.base, "shims")
		}},
		{"a link to a shim", func(tr *tree) {
			tr.program("volta-shim", "tool")
			tr.of.Environ[1] = "PATH=" + filepath.Join(tr.base, "bin2")
			os.Mkdir(filepath.Join(tr.base, "bin2"), 0o755)
			os.Symlink("../volta-shim", filepath.Join(tr.base, "bin2/go"))
		}},
		{"too many files", func(tr *tree) { tr.of.Max = 3 }},
		{"no worktree", func(tr *tree) { tr.of.Repo.Root = "" }},
	} {
		tr := newTree(t, t.TempDir())
		tr.read()
		c.do(tr)
		if _, ok := inputs.Read(tr.of); ok {
			t.Errorf("%s: the inputs are known", c.name)
		}
	}
	tr := newTree(t, t.TempDir())
	tr.write("repo/sub/go.mod", "module x\nreplace y => ../y\n")
	tr.of.Dir, tr.of.Command = filepath.Join(tr.dir, "sub"), "go test ./... ../... -run=x"
	tr.read()
	tr.write("data", "1")
	if err := os.Symlink(filepath.Join(tr.base, "data"), filepath.Join(tr.dir, "data")); err != nil {
		t.Skip("links can't be made here: ", err)
	}
	tick()
	before := tr.read()
	tr.write("data", "2")
	if same(tr.read(), before.Sum) {
		t.Error("an edit of a link's target isn't seen")
	}
}

// TestPromise: whatever is edited after a run began, the run after it never counts as one with the same inputs. That
// includes edits of the same size, with restored times, and those that are undone.
func TestPromise(t *testing.T) {
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		tr := newTree(rt, mkdir(t, base, n))
		names := []string{"a.go", "sub/b.go", "sub/deep/c.txt", "new", ".hidden"}
		for _, name := range names[:3] {
			tr.write("repo/"+name, "1")
		}
		tick()
		edit := func(label string) bool {
			name := rapid.SampledFrom(names).Draw(rt, label)
			path := filepath.Join(tr.dir, name)
			st, err := os.Lstat(path)
			edits := rapid.SampledFrom([]string{"write", "quiet", "undo", "remove", "rename", "old", "none"})
			switch edits.Draw(rt, label) {
			case "write":
				tr.write("repo/"+name, rapid.SampledFrom([]string{"1", "2"}).Draw(rt, label))
			case "quiet":
				if err != nil {
					return false
				}
				tr.write("repo/"+name, "2")
				os.Chtimes(path, st.ModTime(), st.ModTime())
			case "undo":
				text, err := os.ReadFile(path)
				if err != nil {
					return false
				}
				tr.write("repo/"+name, "x")
				tr.write("repo/"+name, string(text))
			case "remove":
				return os.Remove(path) == nil
			case "rename":
				return os.Rename(path, path+".moved") == nil
			case "old": // a file of the past, put in its place
				tr.write("elsewhere", "old")
				os.Chtimes(filepath.Join(tr.base, "elsewhere"), time.Unix(1e9, 0), time.Unix(1e9, 0))
				return os.Rename(filepath.Join(tr.base, "elsewhere"), path) == nil
			default:
				return false
			}
			return true
		}
		started := time.Now()
		tick()
		during := edit("during")
		tick()
		end := tr.read()
		after := edit("after")
		now := tr.read()
		if after && same(now, end.Sum) {
			rt.Fatal("an edit after the run isn't seen")
		}
		isBefore := inputs.Inputs{Newest: now.Newest}.Before(started.Add(slack)) // others use the folders above
		if !during && !after && !(isBefore && same(now, end.Sum)) {
			rt.Fatal("nothing was edited, and something has changed")
		}
		if during && isBefore {
			rt.Fatal("an edit in the run isn't seen")
		}
	})
}

func mkdir(t *testing.T, base string, n int) string {
	dir := filepath.Join(base, fmt.Sprint(n))
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestWorktree: a linked worktree has inputs of its own.
func TestWorktree(t *testing.T) {
	tr := newTree(t, t.TempDir())
	tr.git("add", ".")
	tr.git("commit", "-qm", "1")
	tr.git("worktree", "add", "-q", filepath.Join(tr.base, "side"))
	tick()
	before := tr.read()
	tr.write("side/a.go", "package c\n")
	if !same(tr.read(), before.Sum) {
		t.Error("an edit in another worktree counts")
	}
	r, ok := repo.Find(filepath.Join(tr.base, "side"))
	if !ok {
		t.Fatal("no worktree")
	}
	tr.of.Repo, tr.of.Dir = r, r.Root
	before = tr.read()
	tick()
	tr.write("side/a.go", "package d\n")
	if same(tr.read(), before.Sum) {
		t.Error("an edit in the worktree doesn't count")
	}
}

func BenchmarkRead(b *testing.B) {
	for _, files := range []int{10, 1000, 3000} {
		tr := newTree(b, b.TempDir())
		for i := range files {
			tr.write(fmt.Sprintf("repo/pkg%d/internal%d/name%d.go", i/200, i/20, i), "package x\n")
		}
		b.Run(fmt.Sprintf("files=%d", files), func(b *testing.B) {
			for b.Loop() {
				if _, ok := inputs.Read(tr.of); ok != (files < inputs.DefaultMax) {
					b.Fatal(strings.Repeat("!", 3))
				}
			}
		})
	}
}

// TestLinkedWorktree: of a worktree that a link leads to, the settings above both paths count.
func TestLinkedWorktree(t *testing.T) {
	for _, name := range []string{"conftest.py", "real/.ruff.toml"} {
		tr := newTree(t, t.TempDir())
		err := os.Mkdir(filepath.Join(tr.base, "real"), 0o755)
		if err == nil {
			err = os.Rename(tr.dir, filepath.Join(tr.base, "real/repo"))
		}
		if err == nil {
			err = os.Symlink("real/repo", tr.dir)
		}
		if err != nil {
			t.Fatal(err)
		}
		tick()
		before := tr.read()
		if !same(tr.read(), before.Sum) {
			t.Error("nothing was done, and something has changed")
		}
		tr.write(name, "")
		if same(tr.read(), before.Sum) {
			t.Errorf("%s: nothing has changed", name)
		}
	}
}

// TestDuring: each of these is seen if it was done while the earlier run went on, also if nothing new has a new time.
func TestDuring(t *testing.T) {
	old := time.Now().Add(-time.Hour)
	for _, c := range []struct {
		name string
		do   func(tr *tree) error
	}{
		{"a setting above is removed", func(tr *tree) error {
			return os.Remove(filepath.Join(tr.base, "conftest.py"))
		}},
		{"a setting is removed", func(tr *tree) error {
			return os.RemoveAll(filepath.Join(tr.base, "home/.config/ruff"))
		}},
		{"a program is linked anew", func(tr *tree) error {
			os.Symlink("go-old", filepath.Join(tr.base, "bin/new"))
			os.Chtimes(filepath.Join(tr.base, "bin/new"), old, old)
			return os.Rename(filepath.Join(tr.base, "bin/new"), filepath.Join(tr.base, "bin/go"))
		}},
		{"a program is removed", func(tr *tree) error { return os.Remove(filepath.Join(tr.base, "first/go")) }},
		{"an older file takes a place", func(tr *tree) error {
			return os.Rename(filepath.Join(tr.base, "older"), filepath.Join(tr.dir, "a.go"))
		}},
		{"a setting's folder is exchanged", func(tr *tree) error {
			ruff := filepath.Join(tr.base, "home/.config/ruff")
			err := os.Rename(ruff, ruff+".old")
			if err == nil {
				err = os.Rename(ruff+".new", ruff)
			}
			return err
		}},
	} {
		tr := newTree(t, t.TempDir())
		tr.write("conftest.py", "")
		tr.write("home/.config/ruff/ruff.toml", "1")
		tr.write("home/.config/ruff.new/ruff.toml", "2")
		tr.program("bin/go-old", "older")
		tr.program("first/go", "first")
		tr.write("older", "2")
		tr.of.Command = "ruff check ."
		tr.program("bin/ruff", "tool")
		if c.name != "a setting is removed" && c.name != "a setting's folder is exchanged" {
			tr.of.Command = "go test ."
		}
		if c.name == "a program is removed" {
			tr.of.Environ[1] = "PATH=" + filepath.Join(tr.base, "first") + ":" + filepath.Join(tr.base, "bin")
		}
		tick()
		started := time.Now()
		tick()
		if err := c.do(tr); err != nil {
			t.Fatal(err)
		}
		if in, ok := inputs.Read(tr.of); ok && in.Before(started.Add(slack)) {
			t.Errorf("%s: nothing has changed since the start", c.name)
		}
	}
}

// TestMount: a worktree with a mount proves nothing.
func TestMount(t *testing.T) {
	tr := newTree(t, t.TempDir())
	tr.write("other", "1")
	for _, pair := range [][2]string{{"home", "repo/sub"}, {"other", "repo/a.go"}} {
		tr.write("home/b.go", "")
		at := filepath.Join(tr.base, pair[1])
		mount := exec.Command("mount", "--bind", filepath.Join(tr.base, pair[0]), at)
		if out, err := mount.CombinedOutput(); err != nil {
			t.Skipf("only root can mount: %s", out)
		}
		_, ok := inputs.Read(tr.of)
		if out, err := exec.Command("umount", at).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if ok {
			t.Errorf("with %s mounted, the inputs are known", pair[1])
		}
	}
}
