package setup

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTracked: files that Git tracks are named, also behind a link, and a program in the repository's settings doesn't
// run.
func TestTracked(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	p := testPlace(t, map[string]string{"shop/CLAUDE.md": "# Shop\n", "shop/GEMINI.md": "# Untracked\n"})
	p.Project = filepath.Join(p.Home, "shop")
	if err := os.Symlink("CLAUDE.md", filepath.Join(p.Project, "AGENTS.md")); err != nil {
		t.Skip(err)
	}
	spy := filepath.Join(p.Home, "spy")
	if err := os.WriteFile(spy, []byte("#!/bin/sh\ntouch "+spy+".ran\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "CLAUDE.md", "AGENTS.md"}, {"config", "core.fsmonitor", spy},
	} {
		if out, err := exec.Command("git", append([]string{"-C", p.Project}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	plan := Init(p, []*Agent{Find("codex"), Find("gemini")})
	want := []string{filepath.Join(p.Project, "AGENTS.md")}
	if diff := cmp.Diff(want, Tracked(t.Context(), plan.Changes)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if _, err := os.Stat(spy + ".ran"); err == nil {
		t.Error("the repository's program ran")
	}
}
