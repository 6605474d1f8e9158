//go:build unix

package tool_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// changed are the details of a change, but for the diff and the list of files.
type changed struct {
	Type         string `json:"type"`
	FilePath     string `json:"file_path"`
	OldLength    *int   `json:"old_length"`
	NewLength    *int   `json:"new_length"`
	LinesChanged int    `json:"lines_changed"`
	Additions    int    `json:"additions"`
	Deletions    int    `json:"deletions"`
	Hunks        int    `json:"hunks"`
}

// TestChangeDetails checks what tools tell the person of a change, whether outputs are summarised or not, and that the
// diff applies to what was there before.
func TestChangeDetails(t *testing.T) {
	n := func(n int) *int { return &n }
	before := map[string]string{
		"a.txt": "één\ntwo\nthree\ntwo", "crlf.txt": "one\r\ntwo\r\n", "old.sh": "#!/bin/sh\n",
	}
	tests := []struct {
		name, tool string
		args       object
		want       changed
		after      map[string]string // the files that change
	}{
		{"an edit", "edit", object{"path": "a.txt", "old_string": "één", "new_string": "1\n1.5"},
			changed{"edit", "a.txt", n(3), n(5), 2, 2, 1, 1}, map[string]string{"a.txt": "1\n1.5\ntwo\nthree\ntwo"}},
		{"an edit of all places", "edit",
			object{"path": "a.txt", "old_string": "two", "new_string": "2", "replace_all": true},
			changed{"edit", "a.txt", n(6), n(2), 2, 2, 2, 1}, map[string]string{"a.txt": "één\n2\nthree\n2"}},
		{"an edit that deletes, of other line ends", "edit",
			object{"path": "crlf.txt", "old_string": "one\n", "new_string": ""},
			changed{"edit", "crlf.txt", n(4), n(0), 1, 0, 1, 1}, map[string]string{"crlf.txt": "two\r\n"}},
		{"a file that is written over", "write", object{"path": "a.txt", "content": "é\n"},
			changed{"edit", "a.txt", n(17), n(2), 4, 1, 4, 1}, map[string]string{"a.txt": "é\n"}},
		{"a new file", "write", object{"path": "d/new.txt", "content": "x\ny\n"},
			changed{"edit", "d/new.txt", n(0), n(4), 2, 2, 0, 1}, map[string]string{"d/new.txt": "x\ny\n"}},
		{"a patch of several files", "patch",
			object{"patch": "*** Begin Patch\n*** Update File: a.txt\n-three\n+3\n" +
				"*** Delete File: old.sh\n*** End Patch\n"},
			changed{"diff", "", nil, nil, 2, 1, 2, 2},
			map[string]string{"a.txt": "één\ntwo\n3\ntwo", "old.sh": ""}},
	}
	for _, tt := range tests {
		for name, summarized := range map[string]bool{"summarised": true, "as it is": false} {
			t.Run(tt.name+", "+name, func(t *testing.T) {
				b := newBox(t, func(o *tool.Options) { o.Summarize = summarize.Config{Enabled: summarized} })
				copied := t.TempDir()
				for file, content := range before {
					b.write(file, content)
					if err := os.WriteFile(filepath.Join(copied, file), []byte(content), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				_, r := b.ok(tt.tool, tt.args)
				var got changed
				if err := r.Details().Decode(&got); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("details (-want +got):\n%s", diff)
				}
				for file, content := range tt.after {
					if content != "" && b.content(file) != content {
						t.Errorf("%s holds %q", file, b.content(file))
					}
				}
				applies(t, r, copied, tt.after)
			})
		}
	}
}

// applies checks that patch makes of a folder what the tool has made of another one.
func applies(t *testing.T, r result.ToolResult, dir string, after map[string]string) {
	t.Helper()
	var details struct{ Diff string }
	if err := r.Details().Decode(&details); err != nil || details.Diff == "" {
		t.Fatalf("details without a diff: %v", err)
	}
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("patch isn't installed")
	}
	cmd := exec.Command(patch, "-p1", "--binary", "--no-backup-if-mismatch")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(details.Diff)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("patch: %v\n%s\n%s", err, out, details.Diff)
	}
	for file, content := range after {
		got, err := os.ReadFile(filepath.Join(dir, file))
		if string(got) != content || (err != nil) != (content == "") {
			t.Errorf("with patch, %s holds %q, %v; want %q", file, got, err, content)
		}
	}
}

// TestPatchModes checks that files keep their modes, those too that get another name, and that new ones can be
// executable.
func TestPatchModes(t *testing.T) {
	b := newBox(t, nil)
	for _, name := range []string{"run.sh", "move.sh"} {
		b.write(name, "#!/bin/sh\n")
		if err := os.Chmod(filepath.Join(b.dir, name), 0o775); err != nil {
			t.Fatal(err)
		}
	}
	_, r := b.ok("patch", object{"patch": `diff --git a/run.sh b/run.sh
--- a/run.sh
+++ b/run.sh
@@ -1 +1,2 @@
 #!/bin/sh
+echo
diff --git a/move.sh b/moved.sh
rename from move.sh
rename to moved.sh
--- a/move.sh
+++ b/moved.sh
@@ -1 +1,2 @@
 #!/bin/sh
+echo
diff --git a/new.sh b/new.sh
new file mode 100755
--- /dev/null
+++ b/new.sh
@@ -0,0 +1 @@
+#!/bin/sh
`})
	b.checkMode("run.sh", 0o775)
	b.checkMode("moved.sh", 0o775)
	if st, err := os.Stat(filepath.Join(b.dir, "new.sh")); err != nil || st.Mode()&0o100 == 0 {
		t.Errorf("new.sh: mode %v, %v; want it to be executable", st.Mode(), err)
	}
	if ui, _ := r.UIContent(); !strings.Contains(ui, "new file mode 100755") {
		t.Errorf("the diff doesn't say that the new file is executable:\n%s", ui)
	}
}

// TestPatchLinks checks that nothing is changed through a link, nor a link itself.
func TestPatchLinks(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "f"), []byte("one\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b := newBox(t, nil)
	b.write("file", "one\n")
	for link, to := range map[string]string{
		"link": "file", "out": filepath.Join(outside, "f"), "dangling": "nothing", "folder": outside,
	} {
		if err := os.Symlink(to, filepath.Join(b.dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ name, patch, want string }{
		{"a change", "*** Update File: link\n-one\n+two\n", "link is a symbolic link"},
		{"a change outside", "*** Update File: out\n-one\n+two\n", "out is a symbolic link"},
		{"a deletion", "*** Delete File: link\n", "link is a symbolic link"},
		{"a new file", "*** Add File: dangling\n+x\n", "dangling is a symbolic link"},
		{"a move", "*** Update File: file\n*** Move to: dangling\n-one\n+two\n", "dangling is a symbolic link"},
		{"a folder outside", "*** Update File: folder/f\n-one\n+two\n", "leads out of the root"},
		{"a new file outside", "*** Add File: folder/new\n+x\n", "leads out of the root"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := b.tree()
			got := b.bad("patch", object{"patch": "*** Begin Patch\n" + tt.patch + "*** End Patch\n"})
			if !strings.Contains(got, tt.want) || strings.Contains(got, "\n") {
				t.Errorf("%q; want %q", got, tt.want)
			}
			if diff := cmp.Diff(before, b.tree()); diff != "" {
				t.Errorf("the folder has changed (-before +after):\n%s", diff)
			}
			if list, err := os.ReadDir(outside); err != nil || len(list) != 1 {
				t.Errorf("outside there are %v, %v", list, err)
			}
		})
	}
	got := b.bad("patch", object{"patch": "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n" +
		"@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n"})
	if want := `"new file mode 120000": want 100644 or 100755`; !strings.Contains(got, want) {
		t.Errorf("a new link: %q; want %q", got, want)
	}
}
