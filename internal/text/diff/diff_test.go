package diff

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func ExampleCompare() {
	a, b := Lines("one\ntwo\nthree\n"), Lines("one\n2\nthree\nfour\n")
	s := Compare(a, b)
	text, hunks := s.Unified("a/n.txt", "b/n.txt", a, b)
	fmt.Printf("+%d -%d in %d hunk\n%s", s.Additions, s.Deletions, hunks, text)
	// Output:
	// +2 -1 in 1 hunk
	// --- a/n.txt
	// +++ b/n.txt
	// @@ -1,3 +1,4 @@
	//  one
	// -two
	// +2
	//  three
	// +four
}

func TestCompare(t *testing.T) {
	tests := []struct {
		name, a, b string
		want       Script
	}{
		{"nothing", "", "", Script{}},
		{"equal", "a\nb\n", "a\nb\n", Script{}},
		{"from nothing", "", "a\nb", Script{Changes: []Change{{0, 0, 0, 2}}, Additions: 2}},
		{"to nothing", "a\nb\n", "", Script{Changes: []Change{{0, 2, 0, 0}}, Deletions: 2}},
		{"the last line feed", "a\nb", "a\nb\n", Script{Changes: []Change{{1, 2, 1, 2}}, Additions: 1, Deletions: 1}},
		{"two places", "a\nb\nc\nd\n", "a\nB\nc\nd\ne\n",
			Script{Changes: []Change{{1, 2, 1, 2}, {4, 4, 4, 5}}, Additions: 2, Deletions: 1}},
		{"repeated lines", "x\nx\nx\n", "x\nx\n", Script{Changes: []Change{{2, 3, 2, 2}}, Deletions: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, Compare(Lines(tt.a), Lines(tt.b))); d != "" {
				t.Errorf("Compare(%q, %q) mismatch (-want +got):\n%s", tt.a, tt.b, d)
			}
		})
	}
}

// texts draws a pair of texts with few different lines, so that much repeats.
func texts(t *rapid.T) (a, b string) {
	text := rapid.Custom(func(t *rapid.T) string {
		line := rapid.SampledFrom([]string{"a", "b", "c", "", " d", "-- e", "++ f"})
		s := strings.Join(rapid.SliceOfN(line, 0, 24).Draw(t, "lines"), "\n")
		if rapid.Bool().Draw(t, "ends") && s != "" {
			s += "\n"
		}
		return s
	})
	return text.Draw(t, "old"), text.Draw(t, "new")
}

// TestCompareIsShortest holds the counts against the length of a longest common subsequence, found the slow way.
func TestCompareIsShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s1, s2 := texts(t)
		a, b := Lines(s1), Lines(s2)
		s := Compare(a, b)
		common := lcs(a, b)
		if s.Deletions != len(a)-common || s.Additions != len(b)-common || s.Rewritten {
			t.Fatalf("+%d -%d, want +%d -%d", s.Additions, s.Deletions, len(b)-common, len(a)-common)
		}
		var got []string
		at := 0
		for i, c := range s.Changes {
			if i > 0 && c.A1 == at {
				t.Fatalf("changes %v touch", s.Changes)
			}
			got = append(append(got, a[at:c.A1]...), b[c.B1:c.B2]...)
			at = c.A2
		}
		if d := cmp.Diff(s2, strings.Join(append(got, a[at:]...), "")); d != "" {
			t.Fatalf("the script doesn't make the new text (-want +got):\n%s", d)
		}
	})
}

func lcs(a, b []string) int {
	row := make([]int, len(b)+1)
	for i := range a {
		diag := 0
		for j := range b {
			up := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diag + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			diag = up
		}
	}
	return row[len(b)]
}

// TestRewritten holds that too many edits are one change, which still makes the new text.
func TestRewritten(t *testing.T) {
	var a, b []string
	for i := range MaxEdits {
		a = append(a, fmt.Sprintln("old", i))
		b = append(b, fmt.Sprintln("new", i))
	}
	a = append(a, "same\n")
	b = append(b, "same\n")
	want := Script{
		Changes: []Change{{0, MaxEdits, 0, MaxEdits}}, Additions: MaxEdits, Deletions: MaxEdits, Rewritten: true,
	}
	if d := cmp.Diff(want, Compare(a, b)); d != "" {
		t.Errorf("mismatch (-want +got):\n%s", d)
	}
}

// TestUnifiedApplies applies every diff with git apply, and with patch where it is installed.
func TestUnifiedApplies(t *testing.T) {
	dir := t.TempDir()
	judges := [][]string{{"git", "apply", "d"}}
	if _, err := exec.LookPath("patch"); err == nil {
		judges = append(judges, []string{"patch", "-s", "-p1", "-i", "d"})
	}
	rapid.Check(t, func(rt *rapid.T) {
		s1, s2 := texts(rt)
		a, b := Lines(s1), Lines(s2)
		text, hunks := Compare(a, b).Unified("a/f", "b/f", a, b)
		if (hunks == 0) != (s1 == s2) || (text == "") != (s1 == s2) {
			rt.Fatalf("%d hunks in %q", hunks, text)
		}
		if text == "" || s1 == "" || s2 == "" {
			return // patch takes an empty file for one that isn't there
		}
		for _, args := range judges {
			write(t, filepath.Join(dir, "f"), s1)
			write(t, filepath.Join(dir, "d"), text)
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				rt.Fatalf("%v: %v\n%s\n%s", args, err, out, text)
			}
			got, err := os.ReadFile(filepath.Join(dir, "f"))
			if err != nil || string(got) != s2 {
				rt.Fatalf("%v: got %q, want %q, %v", args, got, s2, err)
			}
		}
	})
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
