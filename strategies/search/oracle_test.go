package search

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// tree writes files with names and texts that are easily misread, and makes a repository of them.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	names := []string{
		"a.go", "sub/b-12-c.md", "sub/d e.txt", "docs/2026-02-06-plan.md", "docs/x:y.txt", "noext",
		"sub/deep/er/f_g.py", "sub/b.md", "vendor/v.js",
	}
	words := []string{
		"foo", "foo: bar", "a-7-b", "x.go:12:foo", "x.go-13-bar", "", "\t\tindented foo", "plain", "--", "12:34:56 foo",
		"see docs/2026-02-06-plan.md:3: foo",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for range 10 + r.IntN(60) {
			b.WriteString(words[r.IntN(len(words))] + "\n")
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, "git", "init", "-q")
	run(t, dir, "git", "add", "-A")
	return dir
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GIT_CONFIG_GLOBAL=/dev/null", "RIPGREP_CONFIG_PATH=")
	cmd.Stdin = nil
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && out.Len() == 0 && errs.Len() > 0 {
		t.Fatalf("%s %v: %v\n%s", name, args, err, &errs)
	}
	return out.String()
}

// TestCounts compares the counts with those of git grep -c, on the output of every program that is there.
func TestCounts(t *testing.T) {
	dir := tree(t)
	matches, files := int64(0), int64(0)
	for l := range strings.Lines(run(t, dir, "git", "grep", "-c", "foo")) {
		l = strings.TrimSpace(l)
		n, err := strconv.Atoi(l[strings.LastIndexByte(l, ':')+1:])
		if err != nil {
			t.Fatal(err)
		}
		matches += int64(n)
		files++
	}
	if matches < 20 || files < 5 {
		t.Fatalf("the tree has %d matches in %d files, too few to prove anything", matches, files)
	}
	tested := 0
	for _, cmd := range []string{
		"git grep -n foo", "git grep foo", "git grep -n -C2 foo", "git grep -n -p foo", "git grep -c foo",
		"git grep --column -n foo",
		"grep -rn --exclude-dir=.git foo .", "grep -r --exclude-dir=.git foo .",
		"grep -rn -A3 -B1 --exclude-dir=.git foo .", "grep -rc --exclude-dir=.git foo .",
		"rg -n foo", "rg foo", "rg -n -C2 foo", "rg --heading -n foo", "rg --heading -n -C1 foo", "rg --json foo",
		"rg -c foo", "rg --vimgrep -m 100000 foo",
		"ag foo", "ag -C2 foo",
	} {
		t.Run(cmd, func(t *testing.T) {
			args := strings.Fields(cmd)
			if _, err := exec.LookPath(args[0]); err != nil {
				t.Skipf("%s is not installed", args[0])
			}
			out := run(t, dir, args[0], args[1:]...)
			want, wantFiles := matches, files
			if strings.Contains(cmd, "vimgrep") { // a row for each occurrence
				want = int64(strings.Count(out, "\n"))
			}
			d, err := digest(t, commandInput(cmd), out)
			if err != nil {
				t.Fatalf("%v\n%.2000s", err, out)
			}
			if d.Data[strategies.Matches] != want || d.Data[strategies.Files] != wantFiles {
				t.Errorf(
					"%d matches in %d files, want %d in %d\n%.3000s",
					d.Data[strategies.Matches],
					d.Data[strategies.Files],
					want,
					wantFiles,
					out,
				)
			}
			if short := fmt.Sprintf("%d matches in %d files", want, wantFiles); d.Verdict[0] != short {
				t.Errorf("verdict %q, want %q", d.Verdict[0], short)
			}
		})
		tested++
	}
	if tested == 0 {
		t.Error("nothing was tested")
	}
}

// TestCountsOfOneFile is the same for each single file, where the output has no paths.
func TestCountsOfOneFile(t *testing.T) {
	if _, err := exec.LookPath("grep"); err != nil {
		t.Skip("grep isn't installed")
	}
	dir := tree(t)
	for l := range strings.Lines(run(t, dir, "git", "grep", "-c", "foo")) {
		l = strings.TrimSpace(l)
		i := strings.LastIndexByte(l, ':')
		name := l[:i]
		for _, opts := range [][]string{{"-n"}, {}, {"-n", "-C2"}} {
			args := append(append([]string{}, opts...), "foo", name)
			d, err := digest(
				t,
				commandInput("grep "+strings.Join(opts, " ")+" foo '"+name+"'"),
				run(t, dir, "grep", args...),
			)
			if err != nil {
				t.Errorf("grep %v: %v", args, err)
				continue
			}
			if got := strconv.FormatInt(d.Data[strategies.Matches], 10); got != l[i+1:] ||
				d.Data[strategies.Files] != 1 {
				t.Errorf("grep %v: %s matches in %d files, want %s in 1", args, got, d.Data[strategies.Files], l[i+1:])
			}
		}
	}
}
