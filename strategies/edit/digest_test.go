package edit

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

const cat = "\n     7→func A() int {\n     8→\treturn 2\n     9→}\n"

func TestDigest(t *testing.T) {
	type want struct {
		verdict    [3]string
		files      int64
		adds, dels int64 // -1: not said
		upstream   bool
	}
	tests := []struct {
		name, tool, command, args, text string
		want                            want
	}{
		{
			name: "signs in the content", command: "git diff",
			text: "diff --git a/f.sh b/f.sh\nnew file mode 100644\nindex 0000000..886e1ac\n--- /dev/null\n" +
				"+++ b/f.sh\n@@ -0,0 +1,2 @@\n+--verbose\n+--quiet\n" +
				"diff --git a/n.md b/n.md\nindex 510a976..7888c12 100644\n--- a/n.md\n+++ b/n.md\n@@ -1,3 +1,3 @@\n" +
				" - alpha\n--- beta\n+++ BETA\n - gamma\n",
			want: want{
				[3]string{
					"2 files, +3 -1",
					"2 files changed, 2 hunks, +3 -1",
					"2 files changed (1 new), 2 hunks, +3 -1",
				},
				2, 3, 1, false,
			},
		},
		{
			name: "blank context lines without their blank", command: "git diff",
			text: "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n\n-a\n+b\n\n",
			want: want{
				[3]string{"1 file, +1 -1", "1 file changed, 1 hunk, +1 -1", "Modified f: +1 -1 in 1 hunk"},
				1, 1, 1, false,
			},
		},
		{
			name: "CRLF", command: "git diff",
			text: "diff --git a/f b/f\r\n--- a/f\r\n+++ b/f\r\n@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+c\r\n",
			want: want{
				[3]string{"1 file, +1 -1", "1 file changed, 1 hunk, +1 -1", "Modified f: +1 -1 in 1 hunk"},
				1, 1, 1, false,
			},
		},
		{
			name: "a cut inside a plain diff", command: "diff -u a b",
			text: "--- a\t2024-01-01 00:00:00\n+++ b\t2024-01-01 00:00:00\n@@ -1,9 +1,9 @@\n x\n-y\n",
			want: want{
				[3]string{
					"+0 -1 in the part shown",
					"1 file, +0 -1 in the part shown",
					"Modified b: +0 -1 in 1 hunk in the part shown",
				},
				1, 0, 1, true,
			},
		},
		{
			name: "a mark of a cut in the middle", command: "git diff",
			text: "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,9 +1,9 @@\n-y\n[... 40 lines truncated ...]\n" +
				"diff --git a/g b/g\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n",
			want: want{
				[3]string{
					"+1 -2 in the part shown",
					"2 files, +1 -2 in the part shown",
					"2 files changed, 2 hunks, +1 -2 in the part shown",
				},
				2, 1, 2, true,
			},
		},
		{
			name: "renamed, and a mode", command: "git diff --cached",
			text: "diff --git a/old name b/new name\nsimilarity index 100%\nrename from old name\n" +
				"rename to new name\ndiff --git a/x.sh b/x.sh\nold mode 100644\nnew mode 100755\n",
			want: want{
				[3]string{
					"2 files, +0 -0",
					"2 files changed, 0 hunks, +0 -0",
					"2 files changed (1 renamed, 1 mode changed), 0 hunks, +0 -0",
				},
				2, 0, 0, false,
			},
		},
		{
			name: "only in one folder", command: "diff -ru a b",
			text: "Only in a: x\ndiff -ru a/y b/y\n--- a/y\t2024-01-01 00:00:00.0 +0000\n" +
				"+++ b/y\t2024-01-01 00:00:00.0 +0000\n@@ -1 +1 @@\n-1\n+2\nBinary files a/z and b/z differ\n",
			want: want{
				[3]string{
					"3 files, +1 -1",
					"3 files changed, 1 hunk, +1 -1",
					"3 files changed (1 binary, 1 on one side only), 1 hunk, +1 -1",
				},
				3, 1, 1, false,
			},
		},
		{
			name: "a patch", tool: "patch",
			text: "*** Begin Patch\n*** Update File: a.go\n@@ func A\n a\n-b\n+c\n\n d\n*** Add File: b.go\n+x\n" +
				"+*** End Patch\n*** Delete File: c.go\n*** End Patch\n",
			want: want{
				[3]string{
					"3 files, +3 -1",
					"3 files changed, 2 hunks, +3 -1",
					"3 files changed (1 deleted, 1 new), 2 hunks, +3 -1",
				},
				3, 3, 1, false,
			},
		},
		{
			name: "stat", command: "git diff --stat",
			text: " a.go | 3 ++-\n {x => y}/b.go | 0\n c.png | Bin 0 -> 12 bytes\n" +
				" 3 files changed, 2 insertions(+), 1 deletion(-)\n",
			want: want{
				[3]string{"3 files, +2 -1", "3 files, +2 -1", "3 files changed (1 renamed, 1 binary), +2 -1"},
				3, 2, 1, false,
			},
		},
		{
			name: "name-status", command: "git diff --name-status",
			text: "M\ta.go\nA\tb.go\nR090\tc.go\td.go\n",
			want: want{
				[3]string{"3 files", "3 files (1 new, 1 renamed)", "3 files (1 new, 1 renamed)"},
				3, -1, -1, false,
			},
		},
		{
			name: "a stat without its end", command: "git diff --stat | head -2",
			text: " .../a.go | 3 ++-\n .../a.go | 1 +\n",
			want: want{
				[3]string{"2 files in the part shown", "2 files in the part shown", "2 files in the part shown"},
				2, -1, -1, true,
			},
		},
		{
			name: "names", command: "git show --name-only HEAD",
			text: "commit 1234567\nAuthor: A <a@b>\n\n    error: said\n\na b.go\nvendor/c.go\n",
			want: want{[3]string{"2 files", "2 files", "2 files"}, 2, -1, -1, false},
		},
		{
			name: "an edit inside a line, shown by the answer", tool: "Edit",
			args: `{"file_path":"/p/a.go","old_string":"return 1","new_string":"return 2"}`,
			text: "The file /p/a.go has been updated. Here's the result of running `cat -n` on a snippet of the " +
				"edited file:" + cat,
			want: want{
				[3]string{
					"edited, +1 -1",
					"replaced 8 chars with 8 chars, +1 -1",
					"Edited /p/a.go: replaced 8 chars with 8 chars, +1 -1",
				},
				1, 1, 1, false,
			},
		},
		{
			name: "an edit that may end inside a line", tool: "Edit",
			args: `{"file_path":"/p/a.go","old_string":"x\ny","new_string":"y"}`,
			text: "The file /p/a.go has been updated successfully.\n",
			want: want{
				[3]string{"edited", "replaced 3 chars with 1 char", "Edited /p/a.go: replaced 3 chars with 1 char"},
				1, -1, -1, false,
			},
		},
		{
			name: "every occurrence", tool: "Edit",
			args: `{"file_path":"a.go","old_string":"é","new_string":"ee","replace_all":true}`,
			text: "The file a.go has been updated. All occurrences of 'é' were successfully replaced with 'ee'.\n",
			want: want{
				[3]string{
					"edited",
					"replaced 1 char with 2 chars at each place",
					"Edited a.go: replaced 1 char with 2 chars at each place",
				},
				1, -1, -1, false,
			},
		},
		{
			name: "several edits", tool: "MultiEdit",
			args: `{"file_path":"a.go","edits":[{"old_string":"a","new_string":"b"},` +
				`{"old_string":"cc","new_string":""}]}`,
			text: "Applied 2 edits to a.go:\n1. Replaced \"a\" with \"b\"\n",
			want: want{
				[3]string{
					"edited",
					"2 edits, replaced 3 chars with 1 char",
					"Edited a.go: 2 edits, replaced 3 chars with 1 char",
				},
				1, -1, -1, false,
			},
		},
		{
			name: "a new file", tool: "Write",
			args: `{"file_path":"/p/error.go","content":"package p\n\nvar X int"}`,
			text: "File created successfully at: /p/error.go\n",
			want: want{
				[3]string{"created, +3 -0", "created, 3 lines, 20 chars", "Created /p/error.go: 3 lines, 20 chars"},
				1, 3, 0, false,
			},
		},
		{
			name: "an overwritten file", tool: "Write",
			args: `{"file_path":"a.go","content":"package p\n"}`,
			text: "Successfully overwrote file: a.go.\n",
			want: want{[3]string{"wrote", "wrote, 1 line, 10 chars", "Wrote a.go: 1 line, 10 chars"}, 1, -1, -1, false},
		},
		{
			name: "a patch in the arguments", tool: "apply_patch",
			args: `{"input":"*** Begin Patch\n*** Update File: a.go\n@@\n-a\n+b\n+c\n*** End Patch\n"}`,
			text: "Success. Updated the following files:\nM a.go\n",
			want: want{
				[3]string{"1 file, +2 -1", "1 file changed, 1 hunk, +2 -1", "Modified a.go: +2 -1 in 1 hunk"},
				1, 2, 1, false,
			},
		},
		{
			name: "a patch in a command", command: "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.go\n+a\n" +
				"*** End Patch\nEOF",
			text: "Success. Updated the following files:\nA a.go\n",
			want: want{
				[3]string{"1 file, +1 -0", "1 file changed, 1 hunk, +1 -0", "New file a.go: +1 -0 in 1 hunk"},
				1, 1, 0, false,
			},
		},
		{
			name: "files alone", tool: "apply_patch",
			text: "Success. Updated the following files:\nM a.go\nA b.go\n",
			want: want{[3]string{"2 files updated", "2 files updated (1 new)", ""}, 2, -1, -1, false},
		},
	}
	counter, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := input(tt.tool, tt.command, tt.text)
			if tt.args != "" {
				in.Args = json.RawMessage(tt.args)
			}
			if New().Match(in) == strategies.No {
				t.Error("it isn't claimed")
			}
			d := mustDigest(t, in, tt.text)
			number := func(k strategies.Key) int64 {
				if n, ok := d.Data[k]; ok {
					return n
				}
				return -1
			}
			got := want{
				d.Verdict,
				number(strategies.Files),
				number(strategies.Additions),
				number(strategies.Deletions),
				d.Upstream,
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(want{})); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
			for i, limit := range [3]int{8, 16, 40} {
				if n := counter.CountString(d.Verdict[i]); n > limit {
					t.Errorf("verdict %q is %d tokens, over %d", d.Verdict[i], n, limit)
				}
			}
		})
	}
}

// TestVerdictLimits holds that verdicts on large diffs keep to their tokens.
func TestVerdictLimits(t *testing.T) {
	counter, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 9, 99, 999, 1000, 99999} {
		p := newParser(nil, "")
		for i := range n {
			p.patch.open(strconv.Itoa(i), "", []string{"", added, deleted, renamed}[i%4])
		}
		for _, lines := range []int64{0, 7, 999, 1000, 999999, 9999999} {
			p.patch.adds, p.patch.dels, p.patch.hunks, p.commits = lines, lines/2, lines/10, 12
			for _, part := range []bool{false, true} {
				for i, v := range []string{shortVerdict(&p.patch, part), p.medium(part), p.long(part)} {
					if got, limit := counter.CountString(v), []int{8, 16, 40}[i]; got > limit {
						t.Errorf("%q is %d tokens, over %d", v, got, limit)
					}
				}
			}
		}
	}
}

// TestNotAnEdit holds that what isn't a diff nor a known answer is left to the general engine.
func TestNotAnEdit(t *testing.T) {
	tests := []struct{ name, tool, command, text string }{
		{"an error", "Edit", "", "<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>\n"},
		{"an error in words", "Edit", "", "File has not been read yet. Read it first before writing to it.\n"},
		{
			"a failed patch", "apply_patch", "",
			"apply_patch verification failed: Failed to find expected lines in a.go:\nx\n",
		},
		{
			"several matches", "str_replace_editor", "",
			"No replacement was performed. Multiple occurrences of old_str were updated in lines [1, 2].\n",
		},
		{"nothing changed", "edit", "", "The edit was applied but nothing was changed\n"},
		{
			"git's error", "", "git diff nope",
			"fatal: ambiguous argument 'nope': unknown revision or path not in the working tree.\n",
		},
		{"by words", "", "git diff --word-diff", "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n[-a-]{+b+}\n"},
		{
			"by words, unknown to the command", "", "git diff",
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\nx [-a-]{+b+}\n",
		},
		{
			"in context form", "", "diff -c a b",
			"*** a\t2024-01-01 00:00:00\n--- b\t2024-01-01 00:00:00\n***************\n*** 1 ****\n! a\n--- 1 ----\n" +
				"! b\n",
		},
		{
			"a diff and then tests", "", "git diff && go test ./...",
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n--- FAIL: TestX (0.00s)\nFAIL\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d, err := digest(t, input(tt.tool, tt.command, tt.text), tt.text); err == nil {
				t.Errorf("it is taken for an edit: %q %v", d.Verdict, d.Data)
			}
		})
	}
	failed := input("Edit", "", "The file a has been updated.\n")
	failed.Status = result.Status{Known: true, Code: 1}
	if _, err := digest(t, failed, "The file a has been updated.\n"); err == nil {
		t.Error("a failed call is taken for an edit")
	}
	const warned = "--- a.md\n+++ a.md\n@@ -1 +1 @@\n-a\n+b\n\nWarning: src/a.ts:7:1 - x is missing a release tag\n"
	checked := input("", "api-extractor run", warned)
	if _, err := digest(t, checked, warned); err != nil {
		t.Errorf("a diff with a warning: %v", err)
	}
	checked.Status = result.Status{Known: true, Code: 1}
	if _, err := digest(t, checked, warned); err == nil {
		t.Error("a check that failed with a warning is taken for an edit")
	}
}

func TestRanks(t *testing.T) {
	text := "commit 123456789a123456789012345678901234567890\nAuthor: A <a@b>\n\n    subject\n\n    body\n\n" +
		"diff --git a/a.go b/a.go\nindex 1..2 100644\n--- a/a.go\n+++ b/a.go\n" +
		"@@ -1,2 +1,2 @@\n x\n-y\n+z\n\\ No newline at end of file\n" +
		"diff --git a/go.sum b/go.sum\nold mode 1\nnew mode 2\n" +
		"--- a/go.sum\n+++ b/go.sum\n@@ -1 +1 @@\n-m\n+n\n"
	d := mustDigest(t, input("", "git show", text), text)
	var got []string
	for _, f := range d.Facts {
		got = append(got, string("CEXDN"[f.Rank])+" "+f.Group+"|"+f.Text)
		if f.Whole && f.Span.Len() != 1 {
			t.Errorf("fact %+v", f)
		}
	}
	want := []string{
		"C |commit 123456789a A <a@b>: subject", "N |", "X |    body", "N |", "E a.go|a.go +1 -1",
		"E a.go|@@ -1,2 +1,2 @@", "D a.go| x", "E a.go|-y", "E a.go|+z",
		"X a.go|\\ No newline at end of file",
		"E go.sum|go.sum mode 1 => 2 +1 -1", "X go.sum|@@ -1 +1 @@", "X go.sum|-m", "X go.sum|+n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ranks mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a.go", "go.sum"}, d.Files); diff != "" {
		t.Errorf("files mismatch (-want +got):\n%s", diff)
	}
}

// TestCheckOfAFormatter: a formatter that fails reports the files that it can't read in the same output, and changes
// nothing.
func TestCheckOfAFormatter(t *testing.T) {
	const diff = "--- a.py\t(original)\n+++ a.py\t(reformatted)\n@@ -1,2 +1,2 @@\n-x=1\n+x = 1\n y = 2\n"
	const other = "--- b.py\t(original)\n+++ b.py\t(reformatted)\n@@ -1 +1 @@\n-z=1\n+z = 1\n"
	const message = "yapf: model/report.py:3:14: '(' was never closed"
	in := input("exec", "yapf3 --diff .", diff)
	in.Status = result.Status{Known: true, Code: 1}
	d := mustDigest(t, in, diff+other+message+"\n")
	i := slices.IndexFunc(d.Facts, func(f strategies.Fact) bool { return f.Text == message })
	if i < 0 || d.Facts[i].Rank != strategies.Critical || !d.Facts[i].Lead {
		t.Errorf("the message isn't shown first: %+v", d.Facts)
	}
	if want := "2 files, 2 hunks, +2 -2"; d.Verdict[2] != want {
		t.Errorf("the verdict is %q, want %q", d.Verdict[2], want)
	}
	if d := mustDigest(t, in, diff); d.Verdict[2] != "a.py: +1 -1 in 1 hunk" {
		t.Errorf("the verdict on one file is %q", d.Verdict[2])
	}
	in.Status.Code = 0
	if d := mustDigest(t, in, diff+other); d.Verdict[2] != "2 files changed, 2 hunks, +2 -2" {
		t.Errorf("the verdict on a change is %q", d.Verdict[2])
	}
}

// TestCorpus holds the digests of captured outputs against the counts that were captured beside them.
func TestCorpus(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "corpus")
	f, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	checked := 0
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 8<<20)
	for sc.Scan() {
		var v struct {
			ID, Family, Tool, Command, Raw string
			Oracle                         map[string]json.RawMessage
		}
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		switch v.ID {
		case "diff/git-diff-word", "diff/diff-equal", "diff/cargo-fmt-check":
			continue // without lines to count, without a line, not a unified diff
		}
		if v.Family != "diff" {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(dir, v.Raw))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) {
			text := string(clean.Bytes(raw))
			d := mustDigest(t, input(v.Tool, v.Command, text), text)
			for key, raw := range v.Oracle {
				var want int64
				if json.Unmarshal(raw, &want) != nil {
					continue
				}
				checked++
				if got := d.Data[strategies.Key(key)]; got != want {
					t.Errorf("%s: %d, want %d; %q", key, got, want, d.Verdict)
				}
			}
			if d.Upstream || len(d.Warnings) > 0 {
				t.Errorf("upstream %v, warnings %q", d.Upstream, d.Warnings)
			}
		})
	}
	if checked < 10 {
		t.Errorf("only %d numbers were compared", checked)
	}
}

// TestDetailsDiffApplies gives the diff of an edit's details to git apply and to patch.
func TestDetailsDiffApplies(t *testing.T) {
	r := newRepo(t)
	for _, tt := range []struct{ name, old, new string }{
		{"a line", "a\nb\nc\n", "a\nB\nc\n"},
		{"no line feed", "a\nb", "a\nb\nc"},
		{"far apart", strings.Repeat("x\n", 20) + "end\n", "start\n" + strings.Repeat("x\n", 20)},
		{"inside a line", "return 1", "return 2"},
		{"signs", "-- a\n++ b\n", "-- b\n++ b\n--- a/x\n+++ b/x\n"},
		{"new", "", "one\ntwo"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args, err := json.Marshal(map[string]string{"path": "/dir/f.txt", "old_str": tt.old, "new_str": tt.new})
			if err != nil {
				t.Fatal(err)
			}
			in := input("str_replace", "", "The file /dir/f.txt has been edited.\n")
			in.Args = args
			d := mustDigest(t, in, "The file /dir/f.txt has been edited.\n")
			var v details
			if err := d.Details.Decode(&v); err != nil {
				t.Fatal(err)
			}
			if d.Details.Type() != "edit" || v.FilePath != "/dir/f.txt" || *v.OldLength != len(tt.old) ||
				*v.NewLength != len(tt.new) ||
				*v.LinesChanged == 0 {
				t.Errorf("details %+v", v)
			}
			r.write("d", v.Diff)
			for _, tool := range [][]string{{"git", "apply", "d"}, {"patch", "-s", "-p1", "-i", "d"}} {
				if _, err := exec.LookPath(tool[0]); err != nil {
					t.Logf("%s isn't installed", tool[0])
					continue
				}
				f := filepath.Join(r.dir, "dir", "f.txt")
				r.write("dir/f.txt", tt.old)
				if tt.old == "" {
					if err := os.Remove(f); err != nil {
						t.Fatal(err)
					}
				}
				if out, err := command(r.dir, tool[0], tool[1:]...).CombinedOutput(); err != nil {
					t.Fatalf("%v: %v\n%s\n%s", tool, err, out, v.Diff)
				}
				if got, err := os.ReadFile(f); err != nil || string(got) != tt.new {
					t.Errorf("%v: got %q, %v\n%s", tool, got, err, v.Diff)
				}
			}
		})
	}
}

// TestPairCounts holds the counts of an edit against those of the whole files that it may stand in.
func TestPairCounts(t *testing.T) {
	exact := 0
	parts := []string{"", "a", "b", "\n", "a\n", "\nb", "a\nb", "x\ny\n", "\n\n"}
	for _, old := range parts {
		for _, new := range parts {
			s, ok := pair{old: old, new: new}.counts(fragment{})
			if !ok {
				continue
			}
			exact++
			for _, before := range []string{"l\n", "l\nab", "l\n\n"} {
				for _, after := range []string{"\nz\n", "ba\nz\n", "\n\nz\n"} {
					whole := diff.Compare(diff.Lines(before+old+after), diff.Lines(before+new+after))
					if s.Additions < whole.Additions || s.Deletions < whole.Deletions ||
						s.Additions-s.Deletions != whole.Additions-whole.Deletions {
						t.Errorf(
							"%q to %q: +%d -%d, but between %q and %q +%d -%d", old, new, s.Additions, s.Deletions,
							before, after, whole.Additions, whole.Deletions,
						)
					}
				}
			}
		}
	}
	if exact == 0 {
		t.Error("no pair was counted")
	}
}

func FuzzDigest(f *testing.F) {
	for _, s := range []string{
		"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n",
		"diff --cc f\n--- a/f\n+++ b/f\n@@@ -1,2 -1,2 +1,3 @@@\n  a\n- b\n -c\n++d\n++e\n",
		"commit 1234567\nAuthor: a\n\n    s\n---\n f | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n",
		"*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-a\n+b\n*** End of File\n*** End Patch\n",
		"diff -r a/f b/f\n3,4c3\n< a\n< b\n---\n> c\nOnly in a: b\n", "1\t2\ta => b\n-\t-\t{ => x}/y\n", "R100\ta\tb\n",
		"diff --git \"a/\\303\" \"b/\\303\"\nGIT binary patch\nliteral 3\nKcmV\n\n",
		"--- a\n+++ b\n@@ x\n-a\n\n+b\n--- c\n+++ d\n@@ -1 +1 @@\n",
	} {
		f.Add(s, "git diff")
		f.Add(s, "")
	}
	f.Fuzz(func(t *testing.T, text, command string) {
		in := input("edit", "", text)
		if command != "" {
			in = input("", "git diff", text)
		}
		d, err := digest(t, in, text)
		if err != nil {
			return
		}
		plus, minus := int64(0), int64(0)
		for _, l := range linesOf(text) {
			if strings.ContainsAny(l, "+>") {
				plus++
			}
			if strings.ContainsAny(l, "-<") {
				minus++
			}
		}
		var v details
		if d.Details.Type() == "" {
			return
		}
		if err := d.Details.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if d.Details.Type() != "diff" || v.Hunks == nil {
			return
		}
		if d.Data[strategies.Additions] > plus || d.Data[strategies.Deletions] > minus {
			t.Errorf("%v of at most +%d -%d", d.Data, plus, minus)
		}
		var adds, dels int64
		for _, f := range v.Files {
			adds, dels = adds+f.Additions, dels+f.Deletions
		}
		if v.MoreFiles == 0 &&
			(adds != *v.Additions || dels != *v.Deletions || int64(len(v.Files)) != d.Data[strategies.Files]) {
			t.Errorf("files have +%d -%d, all have %v", adds, dels, d.Data)
		}
	})
}
