package abort_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/toktee/toktee/agent/abort"
)

// A working folder that isn't absolute is what it was when the run began, and below the folders above it. So is a
// register.
func TestRelativeFolder(t *testing.T) {
	b := newBox(t)
	sub, elsewhere := filepath.Join(b.dir, "a", "b"), t.TempDir()
	if err := os.MkdirAll(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", ".", "../b"} {
		t.Chdir(sub)
		r := abort.Begin(abort.Options{Dir: dir, Register: "../runs"})
		t.Chdir(elsewhere)
		register := filepath.Join(b.dir, "a", "runs")
		runs, err := abort.List(register)
		if err != nil || len(runs) != 1 || runs[0].Dir != sub {
			t.Errorf("a run in %q: registered %+v, error %v; want it in %s", dir, runs, err, sub)
		}
		t.Chdir(b.dir)
		if _, err := abort.Request("a", abort.All, "from above"); err != nil {
			t.Fatal(err)
		}
		t.Chdir(elsewhere)
		if got := reason(t, r); got != "from above" {
			t.Errorf("a run in %q: reason %q, want %q", dir, got, "from above")
		}
		r.End()
		_, err = os.Stat(filepath.Join(register, r.ID()))
		if !errors.Is(err, fs.ErrNotExist) || b.has("a", abort.All) {
			t.Errorf("a run in %q: left its entry, error %v, or the request: %v", dir, err, b.has("a", abort.All))
		}
	}
}

// A folder that has two names is one folder: a run hears a request above either of them, and a run under one name knows
// of the runs under the other one.
func TestFolderOfTwoNames(t *testing.T) {
	b := newBox(t)
	for _, dir := range []string{"real/sub", "other"} {
		if err := os.MkdirAll(filepath.Join(b.dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(b.dir, "real", "sub"), filepath.Join(b.dir, "other", "link")); err != nil {
		t.Skip("links can't be made here: ", err)
	}
	for _, above := range []string{"real", "other", "real/sub", "other/link"} {
		byLink, byName := b.begin("other/link", ""), b.begin("real/sub", "")
		b.request(above, abort.All, "stop")
		if got := reason(t, byLink); got != "stop" {
			t.Errorf("a request in %s: the run by the link hears %q", above, got)
		}
		byLink.End()
		want := "stop"
		if above == "other" { // which isn't above the other run
			want = ""
		}
		if got := reason(t, byName); got != want {
			t.Errorf("a request in %s: the run by the real name hears %q, want %q", above, got, want)
		}
		byName.End()
		if b.has(above, abort.All) {
			t.Errorf("the request in %s outlives the runs", above)
		}
	}
}
