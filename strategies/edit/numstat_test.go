package edit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

// row is a file in the truth: a line of git diff --numstat -z.
type row struct {
	Path, Old  string
	Adds, Dels int64
	Binary     bool
}

// numstat reads git's own counts.
func numstat(t testing.TB, out string) (rows []row) {
	parts := strings.Split(out, "\x00")
	for i := 0; i < len(parts) && parts[i] != ""; i++ {
		f := strings.SplitN(strings.TrimLeft(parts[i], "\n"), "\t", 3)
		if len(f) != 3 {
			t.Fatalf("numstat line %q", parts[i])
		}
		r := row{Path: f[2], Binary: f[0] == "-"}
		r.Adds, _ = strconv.ParseInt(f[0], 10, 64)
		r.Dels, _ = strconv.ParseInt(f[1], 10, 64)
		if r.Path == "" {
			r.Old, r.Path = parts[i+1], parts[i+2]
			i += 2
		}
		rows = append(rows, r)
	}
	return rows
}

// rowsOf are the files of a digest's details.
func rowsOf(t testing.TB, d strategies.Digest) (rows []row) {
	var v details
	if err := d.Details.Decode(&v); err != nil {
		t.Fatal(err)
	}
	for _, f := range v.Files {
		rows = append(rows, row{Path: f.Path, Old: f.OldPath, Adds: f.Additions, Dels: f.Deletions, Binary: f.Binary})
	}
	return rows
}

func sortRows(rows []row) []row {
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.Path, b.Path) })
	return rows
}

// history makes a repository whose diffs are as awkward as they come.
func history(t testing.TB) repo {
	r := newRepo(t)
	long := strings.Repeat("line\nof\ntext\n", 20)
	r.write("a.go", "package a\n\nfunc A() int { return 1 }\n"+long)
	r.write("notes.sql", "-- first\n-- second\nselect 1;\n++ third\n"+long)
	r.write("with space.txt", "one\ntwo\n")
	r.write("dir b/a b/c.txt", "x b/c\n")
	r.write("é\t\"q\".txt", "quoted\n")
	r.write("crlf.txt", "one\r\ntwo\r\n\r\nthree\r\n")
	r.write("bare-cr.txt", "one\ntwo\n")
	r.write("no-newline.txt", "one\ntwo")
	r.write("logo.bin", "\x00\x01\x02"+long)
	r.write("script.sh", "echo\n")
	r.write("gone.txt", long)
	r.write("move.txt", long+"end\n")
	r.write("go.sum", "m v1 h1:x=\n")
	r.write("empty.txt", "")
	r.commit("first\n\ndiff --git a/fake b/fake\n--- a/fake\n+++ b/fake\n@@ -1 +1 @@\n-x\n+y")

	r.write("notes.sql", "-- second\n++ new\n+++ b/x\n--- a/x\nselect 2;\n"+long+"-- last\n")
	r.write("with space.txt", "one\n")
	r.write("dir b/a b/c.txt", "y b/c\n\n")
	r.write("é\t\"q\".txt", "quoted\nmore\n")
	r.write("crlf.txt", "one\r\n2\r\n\r\nthree\r\n\r\n")
	r.write("no-newline.txt", "one\nthree")
	r.write("logo.bin", "\x00\x01\x03"+long)
	r.write("new.txt", "new")
	r.write("empty.txt", "no longer\n")
	r.commit("second: contents")

	if err := os.Chmod(filepath.Join(r.dir, "script.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.git("rm", "-q", "gone.txt")
	r.git("mv", "move.txt", "moved to here.txt")
	r.git("mv", "a.go", "b.go")
	r.write("b.go", "package b\n\nfunc B() int {\n\treturn 1\n}\n"+long)
	r.git("mv", "logo.bin", "pic.bin")
	r.git("mv", "new.txt", "é new.txt")
	r.write("blank.txt", "")
	r.write("no-newline.txt", "one\nthree\n")
	r.commit("third: moves")

	r.git("checkout", "-q", "-b", "side")
	r.write("with space.txt", "side\nof it\n")
	r.write("side.txt", "side\n")
	r.commit("side")
	r.git("checkout", "-q", "main")
	r.write("with space.txt", "main\n")
	r.write("crlf.txt", "one\nunix now\n")
	r.commit("main")
	if out, err := r.try("merge", "-q", "side"); err == nil {
		t.Fatalf("the merge has no conflict:\n%s", out)
	}
	return r
}

// TestNumstat holds the counts of every diff in a history against git's own.
func TestNumstat(t *testing.T) {
	r := history(t)
	conflict := r.git("diff")
	r.write("with space.txt", "main\nside\nboth\n")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "merge")
	var commits []string
	for c := range strings.FieldsSeq(r.git("rev-list", "--all")) {
		commits = append(commits, c)
	}
	forms := [][]string{
		{},
		{"-U0"},
		{"-U1"},
		{"-U30"},
		{"--no-renames"},
		{"-C", "--find-copies-harder"},
		{"--no-prefix"},
		{"--binary"},
		{"--function-context"},
		{"--src-prefix=c/", "--dst-prefix=i/"},
		{"-w"},
		{"--full-index"},
		{"--submodule=log"},
	}
	checked := 0
	for _, a := range commits {
		for _, b := range commits {
			for i, form := range forms {
				if a == b || (len(a)+i+checked)%3 != 0 && len(form) == 0 {
					continue
				}
				pair := append(append([]string{"diff"}, form...), a, b)
				text := r.git(pair...)
				want := sortRows(numstat(t, r.git(append([]string{"diff", "--numstat", "-z"}, pair[1:]...)...)))
				if text == "" {
					continue
				}
				for i := range want {
					// A diff doesn't say what a file is that only moves.
					if w := &want[i]; w.Old != "" && !strings.Contains(text, "Binary files a/"+w.Old) &&
						!strings.Contains(text, "\nGIT binary patch") {
						w.Binary = w.Binary && strings.Contains(text, "Binary files")
					}
				}
				d := mustDigest(t, input("", "git "+strings.Join(pair, " "), text), text)
				if diff := cmp.Diff(want, sortRows(rowsOf(t, d))); diff != "" {
					t.Fatalf("git %v mismatch (-want +got):\n%s\n%s", pair, diff, text)
				}
				wantData(t, d, want)
				checked++
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d diffs were compared", checked)
	}
	d := mustDigest(t, input("", "git diff", conflict), conflict)
	if d.Data[strategies.Additions] != 6 || d.Upstream || !strings.Contains(d.Verdict[2], "merge") {
		t.Errorf("of the conflict: %v, %q\n%s", d.Data, d.Verdict, conflict)
	}
}

func wantData(t *testing.T, d strategies.Digest, rows []row) {
	t.Helper()
	var adds, dels int64
	for _, r := range rows {
		adds, dels = adds+r.Adds, dels+r.Dels
	}
	if d.Data[strategies.Files] != int64(len(rows)) || d.Data[strategies.Additions] != adds ||
		d.Data[strategies.Deletions] != dels {
		t.Fatalf("data %v, want %d files, +%d -%d", d.Data, len(rows), adds, dels)
	}
	if d.Upstream || len(d.Warnings) > 0 {
		t.Fatalf("upstream %v, warnings %q", d.Upstream, d.Warnings)
	}
}

// TestLog holds the counts of several commits against the sums of git's own.
func TestLog(t *testing.T) {
	r := history(t)
	r.git("merge", "--abort")
	for _, args := range [][]string{
		{"log", "-p"}, {"log", "-p", "--oneline"}, {"log", "-p", "--stat"}, {"log", "-p", "--format=fuller"},
		{"log", "-p", "--decorate"}, {"show"},
		{"show", "--stat", "-p"}, {"log", "--stat"}, {"log", "--stat", "--oneline"}, {"show", "--stat"},
		{"log", "--numstat"},
		{"format-patch", "--stdout", "--root", "HEAD"}, {"stash", "list", "-p"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			text := r.git(args...)
			if text == "" {
				return
			}
			var adds, dels int64
			paths := map[string]bool{}
			stat := []string{"log", "--numstat", "--format="}
			if args[0] == "show" {
				stat[0] = "show"
			}
			for _, l := range strings.Split(r.git(stat...), "\n") {
				f := strings.Split(l, "\t")
				if len(f) != 3 {
					continue
				}
				a, _ := strconv.ParseInt(f[0], 10, 64)
				d, _ := strconv.ParseInt(f[1], 10, 64)
				adds, dels = adds+a, dels+d
				_, p := renameOf(parse.GitPath(f[2]))
				paths[p] = true
			}
			d := mustDigest(t, input("", "git "+strings.Join(args, " "), text), text)
			got := [3]int64{d.Data[strategies.Files], d.Data[strategies.Additions], d.Data[strategies.Deletions]}
			want := [3]int64{int64(len(paths)), adds, dels}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("files, additions, deletions mismatch (-want +got):\n%s\n%s", diff, text)
			}
			if d.Upstream || len(d.Warnings) > 0 {
				t.Errorf("upstream %v, warnings %q", d.Upstream, d.Warnings)
			}
		})
	}
}

// TestPlainDiff holds diff -u, diff -ru and diff's own form against what was written, and against another parser.
func TestPlainDiff(t *testing.T) {
	r := newRepo(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	word := []string{"a", "b", "-- c", "++ d", "", "\te", "--- a/f", "+++ b/g", "@@ -1 +1 @@"}
	for i := range 60 {
		var texts [2]string
		for s := range texts {
			var b strings.Builder
			for range rnd.IntN(30) {
				b.WriteString(word[rnd.IntN(len(word))] + "\n")
			}
			texts[s] = b.String()
			if rnd.IntN(3) == 0 {
				texts[s] += "end"
			}
		}
		r.write("old/f.txt", texts[0])
		r.write("new/f.txt", texts[1])
		if texts[0] == texts[1] || texts[0] == "" || texts[1] == "" {
			continue
		}
		unified := diffTool(t, r.dir, "-u", "old/f.txt", "new/f.txt")
		d := mustDigest(t, input("", "diff -u old/f.txt new/f.txt", unified), unified)
		files, _, err := gitdiff.Parse(strings.NewReader(unified))
		if err != nil || len(files) != 1 {
			t.Fatalf("the other parser finds %d files: %v", len(files), err)
		}
		var adds, dels int64
		for _, f := range files[0].TextFragments {
			adds, dels = adds+f.LinesAdded, dels+f.LinesDeleted
		}
		want := []row{{Path: "new/f.txt", Adds: adds, Dels: dels}}
		if diff := cmp.Diff(want, rowsOf(t, d)); diff != "" {
			t.Fatalf("%d: mismatch (-want +got):\n%s\n%s", i, diff, unified)
		}
		wantData(t, d, want)
		if h := d.Data[strategies.Hunks]; h != int64(len(files[0].TextFragments)) {
			t.Errorf("%d hunks, want %d", h, len(files[0].TextFragments))
		}
		own := diffTool(t, r.dir, "old/f.txt", "new/f.txt")
		in := input("", "diff old/f.txt new/f.txt", own)
		in.Path = "new/f.txt"
		wantData(t, mustDigest(t, in, own), want)
		all := diffTool(t, r.dir, "-ru", "old", "new")
		wantData(t, mustDigest(t, input("", "diff -ru old new", all), all), want)
		wantData(
			t,
			mustDigest(t, input("", "diff -ru old new", all+all), all+all),
			[]row{{Adds: 2 * adds, Dels: 2 * dels}},
		)
	}
}

func diffTool(t *testing.T, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("diff"); err != nil {
		t.Skip("diff isn't installed")
	}
	var out bytes.Buffer
	cmd := command(dir, "diff", args...)
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("diff %v: %v", args, err)
	}
	return out.String()
}

// TestTruncated cuts a diff after every line: the counts are those of what is there, and a cut inside a hunk is said.
func TestTruncated(t *testing.T) {
	r := history(t)
	r.git("merge", "--abort")
	text := r.git("diff", "HEAD~2", "HEAD")
	lines := linesOf(text)
	whole := mustDigest(t, input("", "git diff", text), text)
	for i := 1; i < len(lines); i++ {
		part := strings.Join(lines[:i], "\n") + "\n"
		d := mustDigest(t, input("", "git diff", part), part)
		if d.Data[strategies.Additions] > whole.Data[strategies.Additions] ||
			d.Data[strategies.Deletions] > whole.Data[strategies.Deletions] {
			t.Fatalf("%d lines count more than all: %v", i, d.Data)
		}
		last, next := lines[i-1], lines[i]
		inside := strings.ContainsAny(next[:min(1, len(next))], " +-") && !strings.HasPrefix(last, "index ") &&
			!strings.HasPrefix(next, "+++ ") &&
			!strings.HasPrefix(last, "diff ") && !strings.HasPrefix(next, "--- a") &&
			!strings.HasPrefix(next, "--- /dev")
		if inside && !d.Upstream {
			t.Errorf("cut before line %d, %q: not said", i+1, next)
		}
		for _, v := range d.Verdict[1:] {
			if d.Upstream != strings.Contains(v, "in the part shown") {
				t.Errorf("cut before line %d: verdict %q, upstream %v", i+1, v, d.Upstream)
			}
		}
	}
	if whole.Upstream {
		t.Error("the whole is called a part")
	}
	if !strings.Contains(fmt.Sprint(whole.Files), "crlf.txt") {
		t.Errorf("files %v", whole.Files)
	}
}
