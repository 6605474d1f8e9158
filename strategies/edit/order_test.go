package edit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// TestTurns holds that a change is shown whole, and that of a long one as much of what it removes as of what it adds
// comes before the next, with the header of its hunk behind it.
func TestTurns(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"a", "b", "c"} {
		fmt.Fprintf(&b, "diff --git a/%[1]s b/%[1]s\n--- a/%[1]s\n+++ b/%[1]s\n@@ -1,10 +1,11 @@\n", name)
		for i := range 6 {
			fmt.Fprintf(&b, "-old %d\n", i)
		}
		for i := range 5 {
			fmt.Fprintf(&b, "+new %d\n", i)
		}
		b.WriteString(" same\n-x\n+y\n+z\n same\n same\n+end\n")
	}
	d := mustDigest(t, input("", "git diff", b.String()), b.String())
	var got []string
	for _, f := range d.Facts {
		if f.Group == "c" && f.Kind.Changes() || strings.HasPrefix(f.Text, "@@") && f.Group == "c" {
			got = append(got, fmt.Sprint(f.Turn, " ", f.Text))
		}
	}
	want := []string{
		"3 @@ -1,10 +1,11 @@",
		"2 -old 0", "2 -old 1", "2 -old 2", "2 -old 3", "4 -old 4", "4 -old 5",
		"2 +new 0", "2 +new 1", "2 +new 2", "2 +new 3", "4 +new 4",
		"6 -x", "6 +y", "6 +z", "8 +end",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestCommits holds that each commit of a log is told by its name and its subject, and then by how much it changes,
// with its message and its table where it has no diff.
func TestCommits(t *testing.T) {
	const hash = "4c2887241fcf61116ee1e1a965838e2d9b1214d4"
	head := "commit " + hash + "\nAuthor: Bela Kiss <b@example.com>\nDate:   Thu Mar 19 14:39:00 2026 +0000\n\n" +
		"    web: guard\n\n    Why.\n\n"
	tests := []struct{ name, body, short, text string }{
		{
			"stat", " a.go | 3 +++\n 1 file changed, 3 insertions(+)\n\n",
			"commit 4c2887241f web: guard",
			"commit 4c2887241f Mar 19 2026 Bela Kiss: web: guard (1 file, +3 -0)\n    Why.\n a.go | 3 +++",
		},
		{
			"patch", "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n\n",
			"commit 4c2887241f web: guard",
			"commit 4c2887241f Mar 19 2026 Bela Kiss: web: guard (1 file, +1 -1)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Repeat(head+tt.body, 2)
			d := mustDigest(t, input("", "git log -p", text), text)
			f := d.Facts[0]
			if f.Short != tt.short || f.Text != tt.text {
				t.Errorf("%q, %q; want %q, %q", f.Short, f.Text, tt.short, tt.text)
			}
			if d.Data[strategies.Files] != 1 || !strings.HasPrefix(d.Verdict[2], "1 distinct file changed") {
				if !strings.HasPrefix(d.Verdict[2], "Modified f") {
					t.Errorf("verdict %q", d.Verdict)
				}
			}
		})
	}
}
