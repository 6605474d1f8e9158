package tool_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/agent/tool"
)

// TestPatch runs the cases in testdata/patch: files before, a patch, and files after it or the error. A
// patch that go-gitdiff accepts has to give the same files as there.
func TestPatch(t *testing.T) {
	names, err := filepath.Glob("testdata/patch/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("there are no cases: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			b := newBox(t, nil)
			patch, fails := "", ""
			before, want := map[string]string{}, map[string]string{}
			ends := strings.NewReplacer("<CR>", "\r", "<BOM>", "\uFEFF", "<END>\n", "")
			for _, f := range a.Files {
				data := ends.Replace(string(f.Data))
				switch dir, rest, _ := strings.Cut(f.Name, "/"); {
				case f.Name == "patch":
					patch = data
				case f.Name == "fails":
					fails = strings.TrimSpace(data)
				case dir == "before":
					b.write(rest, data)
					before[rest] = data
				case dir == "after":
					want[rest] = data
				default:
					t.Fatalf("file %s: want before/, after/, patch or fails", f.Name)
				}
			}
			byLibrary, libraryErr := tool.ApplyByLibrary(before, patch)
			if fails != "" {
				if libraryErr == nil {
					t.Errorf("go-gitdiff accepts it: %q", byLibrary)
				}
				if got := b.bad("patch", object{"patch": patch}); !strings.Contains(got, fails) {
					t.Errorf("said %q; want %q in it", got, fails)
				}
				return
			}
			ui, r := b.ok("patch", object{"patch": patch})
			if diff := cmp.Diff(want, files(b)); diff != "" {
				t.Errorf("files (-want +got):\n%s\nanswer: %s", diff, ui)
			}
			if diff := cmp.Diff(want, byLibrary); libraryErr == nil && diff != "" {
				t.Errorf("by go-gitdiff (-want +got):\n%s", diff)
			}
			t.Logf("go-gitdiff: %v", libraryErr)
			if r.Metadata().Strategy != "edit" || len(r.Metadata().Files) == 0 {
				t.Errorf("strategy %q, files %q", r.Metadata().Strategy, r.Metadata().Files)
			}
		})
	}
}

// What git makes of two versions of a folder turns one into the other, and what we answer does so too.
func TestPatchAgainstGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git isn't installed, and is the judge")
	}
	r := rand.New(rand.NewPCG(1, 2))
	accepted := 0 // by go-gitdiff
	for n := range 60 {
		end := []string{"\n", "\r\n"}[n%2]
		before, after := newBox(t, nil), newBox(t, nil)
		for i := range 1 + r.IntN(4) {
			name := fmt.Sprintf("dir%d/f %d.txt", i%2, i)
			text := randomLines(r, 3+r.IntN(60))
			if r.IntN(8) > 0 {
				before.write(name, join(r, text, end))
			}
			if r.IntN(8) > 0 {
				after.write(name, join(r, changeLines(r, text), end))
			}
		}
		cmd := exec.Command(git, "-c", "core.autocrlf=false",
			"diff", "--no-index", "--no-renames", "-U"+fmt.Sprint(r.IntN(4)), before.dir, after.dir)
		out, err := cmd.Output() // exit code 1 says that they differ
		if err == nil {
			continue
		}
		patch := strings.NewReplacer(before.dir+"/", "/", after.dir+"/", "/").Replace(string(out))
		want := files(after)
		byLibrary, err := tool.ApplyByLibrary(files(before), patch)
		if diff := cmp.Diff(want, byLibrary); err == nil && diff != "" {
			t.Fatalf("case %d, applied by go-gitdiff (-want +got):\n%s", n, diff)
		} else if err == nil {
			accepted++
		}
		original := newBox(t, nil)
		for name, content := range before.tree() {
			if !strings.HasSuffix(name, "/") {
				original.write(name, content)
			}
		}
		ui, _ := before.ok("patch", object{"patch": patch})
		if diff := cmp.Diff(want, files(before)); diff != "" {
			t.Fatalf("case %d (-want +got):\n%s\npatch:\n%s", n, diff, patch)
		}
		apply := exec.Command(git, "apply", "--unidiff-zero", "--whitespace=nowarn", "-")
		apply.Dir = original.dir
		apply.Stdin = strings.NewReader(ui)
		if out, err := apply.CombinedOutput(); err != nil {
			t.Fatalf("case %d: git doesn't take our answer: %v: %s\n%s", n, err, out, ui)
		}
		if diff := cmp.Diff(want, files(original)); diff != "" {
			t.Fatalf("case %d, our answer applied by git (-want +got):\n%s\n%s", n, diff, ui)
		}
	}
	if accepted < 30 {
		t.Errorf("go-gitdiff accepted %d of 60 patches; want more", accepted)
	}
}

func files(b *box) map[string]string {
	got := b.tree()
	for name := range got {
		if strings.HasSuffix(name, "/") {
			delete(got, name)
		}
	}
	return got
}

// randomLines are lines of which many are alike.
func randomLines(r *rand.Rand, n int) []string {
	words := []string{"", "}", "return", "-- a comment", "++i", "x := 1", "end", " indented", "\tmore"}
	lines := make([]string, n)
	for i := range lines {
		if lines[i] = words[r.IntN(len(words))]; r.IntN(3) == 0 {
			lines[i] = fmt.Sprintf("line %d", r.IntN(1000))
		}
	}
	return lines
}

func changeLines(r *rand.Rand, lines []string) (out []string) {
	for _, l := range lines {
		switch r.IntN(12) {
		case 0:
		case 1:
			out = append(out, l, "new "+fmt.Sprint(r.IntN(100)))
		case 2:
			out = append(out, "-- changed")
		default:
			out = append(out, l)
		}
	}
	return out
}

func join(r *rand.Rand, lines []string, end string) string {
	s := strings.Join(lines, end)
	if r.IntN(4) > 0 {
		s += end
	}
	return s
}

// A patch of which the last file can't be changed changes none, and what was already done is taken back.
func TestPatchIsWhole(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Log("as root, no folder refuses a rename: the roll-back itself is tested in plan_test.go")
	}
	b := newBox(t, nil)
	b.write("a", "one\n")
	b.write("b", "one\n")
	for _, patch := range []string{
		"--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n" +
			"--- a/b\n+++ b/b\n@@ -1 +1 @@\n-nothing like it\n+two\n",
		"*** Begin Patch\n*** Add File: new/x\n+x\n*** Delete File: a\n" +
			"*** Update File: nothere\n-one\n+two\n*** End Patch\n",
		"*** Begin Patch\n*** Add File: a/below\n+x\n*** End Patch\n",
	} {
		b.bad("patch", object{"patch": patch})
	}
}
