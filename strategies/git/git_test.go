package git

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

// digest reads what a command printed.
func digest(t testing.TB, command, text string) (strategies.Digest, error) {
	t.Helper()
	in := &strategies.Input{Tool: "exec", Family: strategies.FamilyExec, Command: command, Shell: shell.Parse(command)}
	if got := New().Match(in); got != strategies.Command {
		t.Fatalf("%s: confidence %d", command, got)
	}
	c := strategies.NewCollector(false)
	err := New().Digest(context.Background(), in, strategies.NewText(text), c)
	d := c.Digest()
	if n := d.Misplaced; n > 0 {
		t.Errorf("%s: %d facts out of order", command, n)
	}
	return d, err
}

// told are the texts of a digest's facts up to a rank.
func told(d strategies.Digest, most strategies.Rank) []string {
	var out []string
	for _, f := range d.Facts {
		if f.Rank <= most {
			out = append(out, f.Text)
		}
	}
	return out
}

// repository is a repository that git itself has made.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) *repository {
	r := &repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	for i := range 6 {
		r.write("a/one.txt", strings.Repeat(fmt.Sprintf("line %d\n", i), i+1))
		r.write(fmt.Sprintf("b/%d.txt", i), "x\n")
		r.git("add", "-A")
		r.git(
			"-c",
			fmt.Sprintf("user.name=Author %d", i%2),
			"commit",
			"-q",
			"-m",
			fmt.Sprintf("change %d\n\nWhy it was made.\n\nSigned-off-by: x", i),
		)
	}
	return r
}

func (r *repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(
		os.Environ(),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=c", "GIT_COMMITTER_EMAIL=c@example.com", "LC_ALL=C",
	)
	out, err := cmd.CombinedOutput()
	if err != nil && args[0] != "merge" {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (r *repository) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// TestLogCounts compares the commits and authors of a log, in all forms of git's own, with rev-list and shortlog.
func TestLogCounts(t *testing.T) {
	r := newRepository(t)
	commits := int64(strings.Count(r.git("rev-list", "HEAD"), "\n"))
	authors := int64(strings.Count(r.git("shortlog", "-sn", "HEAD"), "\n"))
	for _, args := range []string{"", "--pretty=full", "--pretty=fuller", "--pretty=short", "--date=iso",
		"--date=relative", "--decorate", "--graph", "--parents"} {
		command := strings.TrimSpace("git log " + args)
		d, err := digest(t, command, r.git(strings.Fields(command)[1:]...))
		if err != nil {
			t.Errorf("%s: %v", command, err)
			continue
		}
		want := map[strategies.Key]int64{keyCommits: commits, keyAuthors: authors}
		if diff := cmp.Diff(want, d.Data); diff != "" {
			t.Errorf("%s (-want +got):\n%s", command, diff)
		}
		if got := told(d, strategies.Critical); len(got) != int(commits) || !strings.Contains(got[0], "change 5") ||
			!strings.Contains(got[5], "change 0") {
			t.Errorf("%s: %q", command, got)
		}
	}
	for _, command := range []string{"git log --oneline", "git log --oneline --graph --decorate", "git reflog",
		"git rev-list HEAD"} {
		d, err := digest(t, command, r.git(strings.Fields(command)[1:]...))
		if err != nil || d.Data[keyCommits] != commits || len(told(d, strategies.Critical)) != int(commits) {
			t.Errorf("%s: %v, %v", command, d.Data, err)
		}
	}
	d, err := digest(t, "git log --format=%an:%s", r.git("log", "--format=%an:%s"))
	if err != nil || len(d.Data) != 0 || len(told(d, strategies.Critical)) != int(commits) {
		t.Errorf("a format of one's own: %v, %v", d.Data, err)
	}
}

// TestLogLine holds what a commit's line says, and that it never cuts a number into another.
func TestLogLine(t *testing.T) {
	const text = `commit ae28385025957523cfab0f2ebf7c0e5d1c0b9a8f (HEAD -> main)
Author: Ada Moss <ada@example.com>
Date:   Fri Mar 20 14:39:00 2026 +0000

    money: name the currency
    
    Why it was made.

commit 4c2887241fcf61116ee1e1a965838e2d9b1214d4
Merge: 1a2b3c4 5d6e7f8
Author: Bela Kiss <bela@example.com>
Date:   Thu Mar 19 14:39:00 2026 +0000

    web: guard
`
	d, err := digest(t, "git log", text)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"ae28385 (HEAD -> main) Mar 20 2026 Ada Moss: money: name the currency",
		"4c28872 Mar 19 Bela Kiss: web: guard",
	}
	if diff := cmp.Diff(want, told(d, strategies.Critical)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := d.Facts[0].Short; got != "ae28385 (HEAD -> main) money: name the currency" {
		t.Errorf("in short: %q", got)
	}
	if d.Verdict != [3]string{
		"2 commits",
		"2 commits by 2 authors",
		"2 commits by 2 authors, Mar 20 2026 back to Mar 19 2026",
	} {
		t.Errorf("verdict %q", d.Verdict)
	}
}

// TestStatusCounts compares the counts of all forms of a status with each other and with what was done.
func TestStatusCounts(t *testing.T) {
	r := newRepository(t)
	r.write("a/one.txt", "changed\n")
	r.write("b/0.txt", "changed\n")
	r.git("add", "b/0.txt")
	r.write("b/0.txt", "changed again\n")
	r.git("mv", "b/1.txt", "b/moved.txt")
	r.write("new/x y.txt", "x\n")
	r.write("new2.txt", "x\n")
	want := map[strategies.Key]int64{keyStaged: 2, keyModified: 2, keyUntracked: 2}
	for _, command := range []string{"git status", "git status -uall", "git status --short", "git status -sb",
		"git status --porcelain"} {
		d, err := digest(t, command, r.git(strings.Fields(command)[1:]...))
		if err != nil {
			t.Errorf("%s: %v", command, err)
		} else if diff := cmp.Diff(want, d.Data); diff != "" {
			t.Errorf("%s (-want +got):\n%s", command, diff)
		}
	}
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "all")
	if d, err := digest(t, "git status", r.git("status")); err != nil || len(d.Data) != 0 || d.Verdict[1] != "clean" {
		t.Errorf("clean: %v %q, %v", d.Data, d.Verdict, err)
	}
	r.git("checkout", "-q", "-b", "side", "HEAD~1")
	r.write("a/one.txt", "theirs\n")
	r.git("commit", "-q", "-am", "theirs")
	r.git("merge", "main")
	for _, command := range []string{"git status", "git status --short"} {
		d, err := digest(t, command, r.git(strings.Fields(command)[1:]...))
		if err != nil || d.Data[strategies.Conflicts] != 1 {
			t.Errorf("%s in a conflict: %v, %v", command, d.Data, err)
		}
	}
}

// TestBlame compares blame with the file, and holds that a line less its heading is the line.
func TestBlame(t *testing.T) {
	r := newRepository(t)
	r.write("a/one.txt", "line 5\nnew (1 2) 3) x\nline 5\n")
	r.git("commit", "-q", "-am", "blamed")
	for _, command := range []string{"git blame a/one.txt", "git blame -e a/one.txt", "git blame -f a/one.txt",
		"git blame -l a/one.txt", "git blame -L 2,3 a/one.txt"} {
		text := r.git(strings.Fields(command)[1:]...)
		d, err := digest(t, command, text)
		if err != nil {
			t.Errorf("%s: %v\n%s", command, err, text)
			continue
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		for i, f := range d.Facts {
			if f.Group+f.Text != lines[i] {
				t.Errorf("%s: %q under %q isn't %q", command, f.Text, f.Group, lines[i])
			}
		}
		commits := map[string]bool{}
		for _, l := range lines {
			commits[firstWord(l)] = true
		}
		if !d.Headed || d.Data[strategies.NumLines] != int64(len(lines)) || d.Data[keyCommits] != int64(len(commits)) ||
			len(commits) != 2 {
			t.Errorf("%s: %v\n%s", command, d.Data, text)
		}
	}
}

// TestDeclines holds that what git doesn't print when it succeeds is left to the general engine.
func TestDeclines(t *testing.T) {
	for _, tt := range []struct{ command, text string }{
		{"git log", "fatal: not a git repository\n"}, {"git status", "fatal: not a git repository\n"},
		{"git blame a", "fatal: no such path 'a' in HEAD\n"},
		{"git log", "hello\n"}, {"git status", "a hook says\nsomething\nelse\n"}, {"git show x", "blob\n"},
	} {
		if _, err := digest(t, tt.command, tt.text); err == nil {
			t.Errorf("%s: %q was read", tt.command, tt.text)
		}
	}
	for _, command := range []string{"git log | wc -l", "git log && git status", "git blame --porcelain a",
		"git push", "git log | grep fix", "./git log"} {
		if got := New().Match(&strategies.Input{Command: command,
			Shell: shell.Parse(command)}); got != strategies.No {
			t.Errorf("%s: confidence %d", command, got)
		}
	}
}

// FuzzGit feeds any text to all readers.
func FuzzGit(f *testing.F) {
	f.Add("commit 4c2887241fcf61116ee1e1a965838e2d9b1214d4\nAuthor: a <b>\nDate:   c\n\n    d\n")
	f.Add(
		"On branch main\nChanges to be committed:\n\tmodified:   a\n?? b\nUU c\n",
	)
	f.Add("^0568e11 (Ada Moss 2026-03-02 09:00:00 +0000  1) x\n")
	f.Fuzz(func(t *testing.T, s string) {
		lines := strategies.NewText(s)
		for _, command := range []string{"git status", "git log", "git log --graph", "git blame a"} {
			d, err := digest(t, command, s)
			if err != nil {
				continue
			}
			last := 0
			for _, f := range d.Facts {
				if f.Span.First <= last || f.Span.Last > lines.Count() {
					t.Fatalf("%s: span %v after line %d of %d", command, f.Span, last, lines.Count())
				}
				last = f.Span.Last
			}
		}
	})
}

// TestHashesOfOneLength: the names of a log's commits are as long as it takes to tell them apart, and all alike.
func TestHashesOfOneLength(t *testing.T) {
	text := ""
	for _, h := range []string{"4c2887241f", "4c28872500", "ae28385025"} {
		text += "commit " + h + strings.Repeat("0", 30) + "\nAuthor: A <a@b>\nDate:   2026-03-20\n\n    s\n\n"
	}
	d, err := digest(t, "git log", text)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"4c288724 2026-03-20 s", "4c288725 2026-03-20 s", "ae283850 2026-03-20 s"}
	if diff := cmp.Diff(want, told(d, strategies.Critical)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRowsOfABlame: a row that shares its commit with no neighbour is whole, and others stand below what they share.
func TestRowsOfABlame(t *testing.T) {
	const (
		a = "aaaaaaa1 (Ada 2026-03-02 09:00:00 +0000 "
		b = "bbbbbbb2 (Bob 2026-03-03 09:00:00 +0000 "
	)
	d, err := digest(t, "git blame f", a+"1) one\n"+b+"2) two\n"+a+"3) three\n"+a+"4) four\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range d.Facts {
		got = append(got, f.Group+"|"+f.Text)
	}
	shared := strings.TrimRight(a, " ")
	want := []string{"|" + a + "1) one", "|" + b + "2) two", shared + "| 3) three", shared + "| 4) four"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOneLineWithFiles: the commits of a log of one line each come before the files that each is followed by.
func TestOneLineWithFiles(t *testing.T) {
	d, err := digest(t, "git log --oneline --name-only", "1234567 one\na.go\nb.go\n89abcde two\nc.go\n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1234567 one", "89abcde two"}, told(d, strategies.Critical)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestManyUntracked holds that many untracked files are told by folder and extension, each top folder by name.
func TestManyUntracked(t *testing.T) {
	var b strings.Builder
	b.WriteString("On branch main\nUntracked files:\n")
	for i := range 12 {
		for j := range 25 {
			fmt.Fprintf(&b, "\tbuild/m%d/o%d.o\n", i, j)
		}
	}
	b.WriteString("\tdocs/a.md\n\tdocs/b.md\n\tdocs/c/d.txt\n\tNOTES.txt\n\tvendor/\n")
	d, err := digest(t, "git status -uall", b.String())
	if err != nil {
		t.Fatal(err)
	}
	want := "\t./ 2 files: 1 .txt, 1 folder\n\tbuild/ 12 folders × 25 .o\n\tdocs/ 3 files in 2 folders: 2 .md, 1 .txt"
	if got := told(d, strategies.Evidence); len(got) < 3 || got[2] != want {
		t.Errorf("evidence %q, want %q", got, want)
	}
	if n := d.Data["untracked"]; n != 305 {
		t.Errorf("%d untracked", n)
	}
}

// TestDecorated holds that commits with a tag or a branch come first, however old they are.
func TestDecorated(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		refs := ""
		if i == 50 {
			refs = "(tag: v0.3.0) "
		}
		fmt.Fprintf(&b, "%07x %s(fix) subject %d\n", 0xabc0000+i, refs, i)
	}
	d, err := digest(t, "git log --oneline --decorate", b.String())
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range d.Facts {
		if f.Lead != (i == 50) {
			t.Errorf("fact %d leads: %v", i, f.Lead)
		}
	}
}

// TestDays holds that a log's days are the first and the last of all its commits, whatever their order.
func TestDays(t *testing.T) {
	var b strings.Builder
	for _, day := range []string{"Mar 20", "Jan 2", "Mar 28", "Feb 3"} {
		fmt.Fprintf(&b, "commit 4c2887241fcf61116ee1e1a965838e2d9b1214d%d\nAuthor: A <a@b>\n"+
			"Date:   Fri %s 14:39:00 2026 +0000\n\n    subject\n\n", b.Len()%10, day)
	}
	d, err := digest(t, "git log", b.String())
	if err != nil {
		t.Fatal(err)
	}
	if want := "4 commits, A, Mar 28 2026 back to Jan 2 2026"; d.Verdict[2] != want {
		t.Errorf("verdict %q, want %q", d.Verdict[2], want)
	}
}
