//go:build unix

package abort_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/abort"
)

// A repository may hold links. What they lead to is neither removed as stale, nor read as a reason, nor written to.
func TestLinks(t *testing.T) {
	for _, link := range []string{".toktee", ".toktee/abort"} {
		t.Run(link, func(t *testing.T) {
			b := newBox(t)
			precious := filepath.Join(t.TempDir(), "abort")
			want := []string{"99999999-abcdef", "all", "thesis.txt"}
			if err := os.Mkdir(precious, 0o755); err != nil {
				t.Fatal(err)
			}
			for _, name := range want {
				if err := os.WriteFile(filepath.Join(precious, name), []byte("secret"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			to := precious
			if link == ".toktee" {
				to = filepath.Dir(precious)
			} else if err := os.Mkdir(filepath.Join(b.dir, ".toktee"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(to, filepath.Join(b.dir, link)); err != nil {
				t.Fatal(err)
			}
			r := b.begin("", "")
			r.Check()
			time.Sleep(abort.Unwritten) // then an empty request counts
			if err := r.Check(); err != nil {
				t.Errorf("Check() = %v; want nil", err)
			}
			_, err := abort.Request(b.dir, abort.All, "stop")
			if err == nil || !strings.Contains(err.Error(), "symbolic link") {
				t.Errorf("Request: error %v; want one that names the link", err)
			}
			r.End()
			var got []string
			entries, err := os.ReadDir(precious)
			for _, e := range entries {
				got = append(got, e.Name())
			}
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("what the link leads to has changed (-want +got), error %v:\n%s", err, diff)
			}
		})
	}
}

// Files that aren't requests stay, and a request that is a link doesn't show what it leads to.
func TestForeignFiles(t *testing.T) {
	b := newBox(t)
	b.request("", "README.md", "what this folder is for")
	r := b.begin("", "")
	if !b.has("", "README.md") {
		t.Error("README.md was removed: want only ids of runs that have ended")
	}
	secret := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, b.path("", abort.All)); err != nil {
		t.Fatal(err)
	}
	if got := reason(t, r); got != abort.UnknownReason {
		t.Errorf("the reason is %q; want %q", got, abort.UnknownReason)
	}
}
