//go:build unix

package team_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// redTests is a "go" whose tests fail.
const redTests = `#!/bin/sh
echo '--- FAIL: TestMux (0.00s)
    mux_test.go:12: got 3, want 4
FAIL
FAIL	example.com/mux	0.01s
FAIL'
exit 1
`

// clone makes a repository with a remote, in which the tests have failed.
func (c *computer) clone(origin string) {
	c.t.Helper()
	git := func(args ...string) {
		if out, err := exec.Command("git", append([]string{"-C", c.home}, args...)...).CombinedOutput(); err != nil {
			c.t.Skipf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	git("config", "remote.origin.url", origin)
	if err := os.Chmod(c.write("bin/go", redTests), 0o700); err != nil {
		c.t.Fatal(err)
	}
	c.env = append(c.env, "PATH="+filepath.Join(c.home, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	if out, err := c.command("run", "--", "go", "test", "./...").CombinedOutput(); err == nil {
		c.t.Fatalf("the tests pass:\n%s", out)
	}
}

// TestHistory: each member sees the failed tests of the machines that share their history, until they don't. No message
// leaves a machine.
func TestHistory(t *testing.T) {
	database := newDatabase(t)
	anna, bert := newComputer(t, "anna-laptop", database, ""), newComputer(t, "bert-desk", database, "")
	anna.clone("git@git.example:shop/cart.git")
	bert.clone("https://bert:geheim@git.example/shop/cart")
	const share, none = "share_history = true\n", "no check of git.example/shop/cart fails"
	for _, c := range []*computer{anna, bert} {
		c.expect("got 3, want 4", "history")
		c.toktee("store", "sync")
		c.expect(none, "history", "--team")
	}
	anna.settings(share)
	anna.toktee("store", "sync")
	bert.expect(`^TestMux  example.com/mux  mux_test.go:12\n  red since \d\d:\d\d on main, in 1 run\n`+
		`  in the worktree anna-laptop/[0-9a-f]{8}\n$`, "history", "--team")
	bert.settings(share)
	bert.toktee("store", "sync")
	if out := anna.toktee("history", "--team", "--json", "TestMux"); strings.Count(out, `"worktree":`) != 2 ||
		!strings.Contains(out, `"bert-desk/`) || strings.Contains(out, anna.home) || strings.Contains(out, bert.home) {
		t.Errorf("both: %s", out)
	}
	if in := leaked(t, database, t.TempDir(), "got 3"); len(in) > 0 {
		t.Errorf("a message is in %q", in)
	}
	if in := leaked(t, database, t.TempDir(), "geheim"); len(in) > 0 {
		t.Errorf("a password is in %q", in)
	}
	bert.settings("")
	bert.toktee("store", "sync")
	anna.toktee("store", "forget", "--all")
	anna.toktee("store", "sync")
	bert.expect(none, "history", "--team")
	bert.settings(share)
	bert.toktee("store", "sync")
	bert.toktee("store", "sync", "--remove")
	anna.expect(none, "history", "--team")

	other := newComputer(t, "other", database, "")
	if out := other.fails(1, "history", "--team"); !strings.Contains(out, `want a repository with a remote "origin"`) {
		t.Error(out)
	}
}
