package repo_test

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/run/repo"
)

// A tree is a folder with a repository, which git itself made.
type tree struct {
	t   rapid.TB
	dir string
}

func newTree(t rapid.TB, dir string, init ...string) tree {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	tr := tree{t, dir}
	tr.git(append([]string{"init", "-q", "-b", "main"}, init...)...)
	return tr
}

func (tr tree) git(args ...string) string {
	tr.t.Helper()
	out, err := tr.tryGit(args...)
	if err != nil {
		tr.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return out
}

func (tr tree) tryGit(args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{
		"-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "protocol.file.allow=always", "-c", "gc.auto=0",
		"-c", "advice.detachedHead=false",
	}, args...)...)
	cmd.Dir = tr.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	return strings.TrimSuffix(string(out), "\n"), err
}

func (tr tree) write(name, text string) {
	tr.t.Helper()
	path := filepath.Join(tr.dir, name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		tr.t.Fatal(err)
	}
}

func (tr tree) find(sub ...string) repo.Repo {
	tr.t.Helper()
	r, ok := repo.Find(filepath.Join(append([]string{tr.dir}, sub...)...))
	if !ok {
		tr.t.Fatal("no repository was found")
	}
	return r
}

// A state is that of a worktree's commit and files.
type state struct {
	repo.Head
	repo.State
}

func (tr tree) state() state { r := tr.find(); return state{r.Head(), r.State(repo.Options{})} }

// tempDir is a folder as git names it, without links.
func tempDir(t *testing.T) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestHead(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		t.Run(format, func(t *testing.T) {
			tr := newTree(t, tempDir(t), "--object-format="+format)
			check := func(name string, want repo.Head) {
				t.Helper()
				if got := tr.find().Head(); got != want {
					t.Errorf("%s: %+v, want %+v", name, got, want)
				}
			}
			check("unborn", repo.Head{Branch: "main", Known: true})
			tr.write("a/b.txt", "1\n")
			tr.git("add", ".")
			tr.git("commit", "-qm", "1")
			commit := tr.git("rev-parse", "HEAD")
			check("branch", repo.Head{Commit: commit, Branch: "main", Known: true})
			if got := tr.find("a"); got.Root != tr.dir || got.Git != filepath.Join(tr.dir, ".git") {
				t.Errorf("from a sub-folder: %+v", got)
			}
			tr.git("pack-refs", "--all")
			check("packed", repo.Head{Commit: commit, Branch: "main", Known: true})
			tr.git("checkout", "-qb", "feature/x")
			check("feature", repo.Head{Commit: commit, Branch: "feature/x", Known: true})
			tr.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
			tr.git("symbolic-ref", "HEAD", "refs/heads/alias")
			check("symbolic", repo.Head{Commit: commit, Branch: "alias", Known: true})
			tr.git("checkout", "-q", "--detach")
			check("detached", repo.Head{Commit: commit, Known: true})
			tr.write(".git/HEAD", "ref: refs/heads/.invalid\n")
			check("reftable", repo.Head{})
			tr.write(".git/HEAD", "ref: refs/../../x\n")
			check("outside", repo.Head{})
		})
	}
}

func TestOrigin(t *testing.T) {
	tr := newTree(t, tempDir(t))
	if got := tr.find().Origin(); got != "" {
		t.Errorf("without a remote: %q", got)
	}
	for url, want := range map[string]string{
		"git@Git.example:shop/cart.git":                   "git.example/shop/cart",
		"git.example:/shop/cart/":                         "git.example/shop/cart",
		"https://git.example/shop/cart":                   "git.example/shop/cart",
		"https://anna:geheim@git.example/shop/cart.git":   "git.example/shop/cart",
		"https://git.example/shop/cart.git?token=geheim":  "git.example/shop/cart",
		"ssh://git@git.example:2222/shop/cart.git":        "git.example/shop/cart",
		"ssh://git@git.example:2222/~anna/shop/Cart.git/": "git.example/~anna/shop/Cart",
		"file:///srv/cart.git":                            "",
		"/srv/cart.git":                                   "",
		"../cart":                                         "",
		"../a:b/cart":                                     "",
		`C:\cart`:                                         "",
		"https://git.example":                             "",
	} {
		tr.git("config", "remote.origin.url", url)
		if got := tr.find().Origin(); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

func TestWorktreesAndSubmodules(t *testing.T) {
	dir := tempDir(t)
	tr := newTree(t, dir)
	tr.write("a.txt", "1\n")
	tr.git("add", ".")
	tr.git("commit", "-qm", "1")
	tr.git("worktree", "add", "-q", "-b", "side", filepath.Join(dir, "../side"))
	side := tree{t, filepath.Join(dir, "../side")}
	t.Cleanup(func() { os.RemoveAll(side.dir) })
	r := side.find()
	if r.Root != side.dir || r.Common != filepath.Join(dir, ".git") || r.Git == r.Common {
		t.Errorf("a worktree: %+v", r)
	}
	if got := side.state(); got.Branch != "side" || !got.All || len(got.Changed) > 0 {
		t.Errorf("a worktree: %+v, the main one: %+v", got, tr.state())
	}
	side.write("a.txt", "2\n")
	if got := side.state(); !slices.Equal(got.Changed, []string{"a.txt"}) {
		t.Errorf("an edit in a worktree: %+v", got)
	}

	if _, err := exec.LookPath("sed"); err != nil {
		t.Skip("git submodule needs sed")
	}
	super := newTree(t, tempDir(t))
	super.git("submodule", "--quiet", "add", dir, "sub")
	super.git("commit", "-qm", "sub")
	if got := super.find("sub"); got.Root != filepath.Join(super.dir, "sub") || got.Common != got.Git {
		t.Errorf("a submodule: %+v", got)
	}
	before := super.state()
	if before.All || len(before.Changed) > 0 {
		t.Errorf("with a submodule: %+v", before)
	}
	sub := tree{t, filepath.Join(super.dir, "sub")}
	sub.git("commit", "-qm", "2", "--allow-empty")
	if got := super.state(); !slices.Equal(got.Changed, []string{"sub"}) {
		t.Errorf("a commit in a submodule: %+v", got)
	}

	bare := newTree(t, tempDir(t), "--bare")
	if got := bare.find(); got.Root != "" || got.Git != bare.dir {
		t.Errorf("a bare one: %+v", got)
	}
	if got := bare.state(); got.Branch != "main" || got.All {
		t.Errorf("a bare one: %+v", got)
	}
}

// A stranger's repository can't show the state of another one, nor make the reader wait or run anything.
func TestHostile(t *testing.T) {
	victim := newTree(t, tempDir(t))
	victim.write("a.txt", "1\n")
	victim.git("add", ".")
	victim.git("commit", "-qm", "1")
	victim.git("worktree", "add", "-q", filepath.Join(victim.dir, "wt"))
	none := func(name string, make func(dir string)) {
		t.Helper()
		dir := tempDir(t)
		make(dir)
		if r, ok := repo.Find(dir); ok {
			t.Errorf("%s: found %+v", name, r)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git := filepath.Join(victim.dir, ".git")
	none("a file that names another", func(dir string) { write(filepath.Join(dir, ".git"), "gitdir: "+git+"\n") })
	none("a file that names a worktree", func(dir string) {
		write(filepath.Join(dir, ".git"), "gitdir: "+git+"/worktrees/wt\n")
	})
	none("a link", func(dir string) {
		if err := os.Symlink(git, filepath.Join(dir, ".git")); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	})
	none("a common folder elsewhere", func(dir string) {
		newTree(t, dir)
		write(filepath.Join(dir, ".git/commondir"), git+"\n")
	})
	none("a worktree elsewhere", func(dir string) { newTree(t, dir).git("config", "core.worktree", victim.dir) })

	tr := newTree(t, tempDir(t))
	tr.write("a.txt", "1\n")
	tr.git("add", ".")
	tr.git("commit", "-qm", "1")
	ran := filepath.Join(tr.dir, "ran")
	for _, key := range []string{"core.fsmonitor", "core.sshCommand", "filter.x.clean", "filter.x.process"} {
		tr.git("config", key, "touch "+ran)
	}
	write(filepath.Join(tr.dir, ".git/info/attributes"), "* filter=x\n")
	tr.git("config", "include.path", "/dev/zero")
	tr.write("a.txt", "2\n")
	if got := tr.state(); !got.All || !slices.Equal(got.Changed, []string{"a.txt"}) {
		t.Errorf("%+v", got)
	}
	if _, err := os.Lstat(ran); err == nil {
		t.Error("a program of the configuration ran")
	}
}

// Names of an index never lead out of the worktree.
func TestLinkedFolder(t *testing.T) {
	outside := tempDir(t)
	tr := newTree(t, tempDir(t))
	tr.write("d/a.txt", "1\n")
	tr.git("add", ".")
	if err := os.Rename(filepath.Join(tr.dir, "d"), filepath.Join(outside, "d")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "d"), filepath.Join(tr.dir, "d")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	before := tr.state()
	if !slices.Equal(before.Changed, []string{"d/a.txt"}) {
		t.Errorf("%+v", before)
	}
	tree{t, outside}.write("d/a.txt", "other\n")
	if got := tr.state(); !slices.Equal(got.Changed, before.Changed) || got.Newest != before.Newest {
		t.Error("a file behind a link was read")
	}
}

// TestFindByLink: a folder that a link leads to isn't in the repository that has the link.
func TestFindByLink(t *testing.T) {
	tr, elsewhere := newTree(t, tempDir(t)), tempDir(t)
	link := filepath.Join(tr.dir, "link")
	err := errors.Join(os.MkdirAll(filepath.Join(elsewhere, "sub"), 0o755), os.Symlink(elsewhere, link))
	if err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	for _, dir := range []string{link, filepath.Join(link, "sub")} {
		if r, ok := repo.Find(dir); ok {
			t.Errorf("%s is in %s", dir, r.Root)
		}
	}
	whole := filepath.Join(elsewhere, "whole")
	if err := os.Symlink(tr.dir, whole); err != nil {
		t.Fatal(err)
	}
	if r, ok := repo.Find(whole); !ok || r.Root != whole {
		t.Errorf("a link to the worktree: %+v, %v", r, ok)
	}
}

// TestNewest: whatever happens to a tracked file, the newest time of the state shows that it was after another time.
func TestNewest(t *testing.T) {
	if !repo.SeesAll {
		t.Skip("only times of modification are known here")
	}
	for _, c := range []struct {
		name string
		do   func(tr tree, path string) error
	}{
		{"an edit", func(_ tree, path string) error { return os.WriteFile(path, []byte("2\n"), 0o644) }},
		{"an edit with the times of before", func(_ tree, path string) error {
			old := time.Unix(1e9, 0)
			return errors.Join(os.WriteFile(path, []byte("2\n"), 0o644), os.Chtimes(path, old, old))
		}},
		{"an edit that is undone", func(_ tree, path string) error {
			return errors.Join(os.WriteFile(path, []byte("2\n"), 0o644), os.WriteFile(path, []byte("1\n"), 0o644))
		}},
		{"a mode", func(_ tree, path string) error { return os.Chmod(path, 0o755) }},
		{"a removal", func(_ tree, path string) error { return os.Remove(path) }},
		{"the removal of a folder", func(_ tree, path string) error { return os.RemoveAll(filepath.Dir(path)) }},
		{"a file away and back", func(_ tree, path string) error {
			return errors.Join(os.Rename(path, path+"x"), os.Rename(path+"x", path))
		}},
		{"a folder away and back", func(_ tree, path string) error {
			dir := filepath.Dir(path)
			return errors.Join(os.Rename(dir, dir+"x"), os.Rename(dir+"x", dir))
		}},
		{"a folder away and back, before a file is made in it", func(_ tree, path string) error {
			dir := filepath.Dir(path)
			err := errors.Join(os.Rename(dir, dir+"x"), os.Rename(dir+"x", dir))
			return errors.Join(err, os.WriteFile(path+".new", nil, 0o644))
		}},
		{"a folder within a folder away and back", func(tr tree, path string) error {
			dir := filepath.Join(tr.dir, "e", "f")
			return errors.Join(os.Rename(dir, dir+"x"), os.Rename(dir+"x", dir))
		}},
		{"the worktree away and back", func(tr tree, _ string) error {
			return errors.Join(os.Rename(tr.dir, tr.dir+"x"), os.Rename(tr.dir+"x", tr.dir))
		}},
		{"a folder above away and back", func(tr tree, _ string) error {
			dir := filepath.Dir(tr.dir)
			return errors.Join(os.Rename(dir, dir+"x"), os.Rename(dir+"x", dir))
		}},
		{"files that change places", func(tr tree, path string) error {
			other := filepath.Join(tr.dir, "d", "h.txt")
			return errors.Join(os.Rename(path, path+"x"), os.Rename(other, path), os.Rename(path+"x", other))
		}},
		{"a folder that becomes a file", func(_ tree, path string) error {
			dir := filepath.Dir(path)
			return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o644))
		}},
		{"git rm", func(tr tree, _ string) error { _, err := tr.tryGit("rm", "-qf", "d/f.txt"); return err }},
	} {
		tr := newTree(t, tempDir(t))
		tr.write("d/f.txt", "1\n")
		tr.write("d/h.txt", "2\n")
		tr.write("e/f/g.txt", "1\n")
		tr.write("g.txt", "1\n")
		tr.git("add", ".")
		path := filepath.Join(tr.dir, "d", "f.txt")
		known, err := repo.Lstat(path)
		now := time.Now().UnixNano()
		if got := tr.state().Newest; err != nil || got > now || got < now-int64(time.Minute) {
			t.Errorf("%s: before it, the newest time is %d, want up to %d", c.name, got, now)
		}
		time.Sleep(50 * time.Millisecond)
		if err := c.do(tr, path); err != nil {
			t.Fatal(err)
		}
		if got := tr.state().Newest; got <= now {
			t.Errorf("%s: the newest time is %d, want more than %d", c.name, got, now)
		}
		read := repo.Options{Files: map[string]repo.Stat{"d/f.txt": known}}
		if got := tr.find().State(read).Newest; c.name == "a folder away and back" && got <= now {
			t.Errorf("%s, of a file that was read: the newest time is %d, want more than %d", c.name, got, now)
		}
	}
	if now := time.Now(); repo.Precedes(now.UnixNano(), now.Add(time.Second)) ||
		!repo.Precedes(now.UnixNano(), now.Add(3*time.Second)) {
		t.Error("a time precedes another one by the largest step of a clock")
	}
}

// TestMadeFile: a file that git doesn't track is no change, unless the folder above has a later time, too.
func TestMadeFile(t *testing.T) {
	tr := newTree(t, tempDir(t))
	tr.write("d/e/f.txt", "1\n")
	tr.git("add", ".")
	top, err := repo.OpenDir(tr.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer top.Close()
	if _, moves := top.Dates(); !moves {
		t.Skip("only ext4, Btrfs and tmpfs are known to give moved files the time of the move")
	}
	before := tr.state().Newest
	time.Sleep(50 * time.Millisecond)
	for _, name := range []string{"d/e/made", "d/e/made2", "made"} {
		tr.write(name, "")
		if got := tr.state().Newest; got != before {
			t.Errorf("%s: the newest time is %d, want %d", name, got, before)
		}
	}
	tr.write("d/made", "")
	if got := tr.state().Newest; got <= before {
		t.Errorf("two folders: the newest time is %d, want more than %d", got, before)
	}
}

func TestLimits(t *testing.T) {
	tr := newTree(t, tempDir(t))
	for i := range 300 {
		tr.write(fmt.Sprintf("d%d/f%d.txt", i%7, i), "1\n")
	}
	tr.git("add", ".")
	r := tr.find()
	if got := r.State(repo.Options{MaxFiles: 299}); got.All || got.Newest != 0 {
		t.Errorf("too many files: %+v", got)
	}
	for i := range 300 {
		tr.write(fmt.Sprintf("d%d/f%d.txt", i%7, i), "22\n")
	}
	if before := r.State(repo.Options{}); before.All || len(before.Changed) != 300 {
		t.Errorf("too many changed files: all %v, %d changed", before.All, len(before.Changed))
	}
}

func TestForms(t *testing.T) {
	tr := newTree(t, tempDir(t))
	for i := range 40 {
		tr.write(fmt.Sprintf("dir%d/sub/file%d.txt", i%5, i), "1\n")
	}
	tr.git("add", ".")
	tr.git("commit", "-qm", "1")
	for _, form := range [][]string{
		{"update-index", "--index-version", "4"}, {"update-index", "--index-version", "2"},
		{"-c", "index.skipHash=true", "update-index", "--force-write-index"}, {"update-index", "--untracked-cache"},
	} {
		if out, err := tr.tryGit(form...); err != nil {
			t.Log(out)
			continue
		}
		if got := tr.state(); !got.All || len(got.Changed) > 0 {
			t.Errorf("%q: %+v", form, got)
		}
	}
	tr.git("update-index", "--split-index")
	tr.write("dir0/sub/file0.txt", "2\n")
	tr.git("add", ".")
	if got := tr.state(); got.All {
		t.Errorf("a split index: %+v", got)
	}
	tr.git("update-index", "--no-split-index")
	tr.git("commit", "-qam", "2")
	if out, err := tr.tryGit("sparse-checkout", "set", "--cone", "--sparse-index", "dir1"); err != nil {
		t.Skip(out)
	}
	if got := tr.state(); got.All || len(got.Changed) > 0 {
		t.Errorf("a sparse index: %+v", got)
	}
}

// TestAgainstGit compares with git after drawn edits: the changed files are those of git. Edits include those within a
// tick of the clock, of the same size, and with restored times.
func TestAgainstGit(t *testing.T) {
	base := tempDir(t)
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		if err := os.Mkdir(dir, 0o755); err != nil {
			rt.Fatal(err)
		}
		tr := newTree(rt, dir)
		names := []string{"a", "b.txt", "d/a", "d/e/f", "d-x", "d/e/g h", "z/z"}
		contents := []string{"", "1\n", "2\n", "3\n", "long\n"}
		for _, name := range names[:5] {
			tr.write(name, "1\n")
		}
		tr.git("add", ".")
		tr.git("commit", "-qm", "1")
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			name := rapid.SampledFrom(names).Draw(rt, "name")
			path := filepath.Join(dir, name)
			switch rapid.SampledFrom([]string{
				"write", "write", "quiet", "remove", "mode", "add", "reset", "commit", "link", "touch", "status", "dir",
			}).Draw(rt, "edit") {
			case "write":
				if st, err := os.Lstat(path); err == nil && !st.Mode().IsRegular() {
					os.RemoveAll(path)
				}
				tr.write(name, rapid.SampledFrom(contents).Draw(rt, "content"))
			case "quiet": // an edit with the time of the last one
				if st, err := os.Lstat(path); err == nil && st.Mode().IsRegular() {
					tr.write(name, rapid.SampledFrom(contents).Draw(rt, "content"))
					os.Chtimes(path, st.ModTime(), st.ModTime())
				}
			case "remove":
				os.RemoveAll(path)
			case "mode":
				os.Chmod(path, rapid.SampledFrom([]os.FileMode{0o644, 0o755, 0o600}).Draw(rt, "mode"))
			case "add":
				tr.git("add", "-A")
			case "reset":
				tr.git("reset", "-q", "--hard")
			case "commit":
				tr.git("commit", "-qm", "x", "--allow-empty")
			case "link":
				if _, err := os.Lstat(path); err == nil {
					os.RemoveAll(path)
					os.Symlink("target", path)
				}
			case "touch":
				os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour))
			case "status":
				tr.git("status", "--porcelain")
			case "dir":
				if st, err := os.Lstat(path); err == nil && st.Mode().IsRegular() {
					os.Remove(path)
					os.Mkdir(path, 0o755)
				}
			}
			got := tr.state()
			if head := tr.git("rev-parse", "HEAD"); got.Commit != head || !got.All {
				rt.Fatalf("%+v, want %s and all", got, head)
			}
			list := tr.git("ls-files", "-s")
			if changed := tr.changed(list); !slices.Equal(got.Changed, changed) {
				rt.Fatalf("changed %q, git has %q", got.Changed, changed)
			}
		}
	})
}

// changed lists the files that differ from the index. It compares all contents, since git goes by times.
func (tr tree) changed(list string) []string {
	var names []string
	for l := range strings.Lines(list) {
		entry, name, _ := strings.Cut(strings.TrimSuffix(l, "\n"), "\t")
		mode, hash, _ := strings.Cut(entry, " ")
		hash, _, _ = strings.Cut(hash, " ")
		st, err := os.Lstat(filepath.Join(tr.dir, name))
		isSame := false
		switch {
		case err != nil:
		case st.Mode().IsRegular():
			kind := map[bool]string{true: "100755", false: "100644"}[st.Mode()&0o100 != 0]
			isSame = kind == mode && blobHash(tr.dir, name) == hash
		case st.Mode()&os.ModeSymlink != 0:
			isSame = mode == "120000" && hash == "1de565933b05f74c75ff9a6520af5f9f8a5a2f1d"
		}
		if !isSame {
			names = append(names, name)
		}
	}
	return names
}

func blobHash(dir, name string) string {
	text, _ := os.ReadFile(filepath.Join(dir, name))
	return fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(text), text)))
}

// TestRacy: a file that has the times of its entry, and another content, is seen if the index is hardly newer. That is
// so after an edit in the same tick of the clock as git's look at the file.
func TestRacy(t *testing.T) {
	tr := newTree(t, tempDir(t))
	path := filepath.Join(tr.dir, ".git", "index")
	tr.write("a.txt", "1\n")
	tr.git("add", ".")
	first, _ := hex.DecodeString(blobHash(tr.dir, "a.txt"))
	tr.write("a.txt", "2\n")
	tr.git("add", ".")
	second, _ := hex.DecodeString(blobHash(tr.dir, "a.txt"))
	index, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tr.write(".git/index", strings.Replace(string(index), string(second), string(first), 1))
	st, err := os.Stat(filepath.Join(tr.dir, "a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for after, want := range map[time.Duration]int{0: 1, 10 * time.Millisecond: 1, -time.Second: 1, time.Hour: 0} {
		if err := os.Chtimes(path, st.ModTime(), st.ModTime().Add(after)); err != nil {
			t.Fatal(err)
		}
		if got := tr.state().Changed; len(got) != want {
			t.Errorf("an index written %v after the file: changed %q, want %d", after, got, want)
		}
	}
}
