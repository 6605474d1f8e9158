package host

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/toktee/toktee/internal/host/checks"
)

func TestRepositoryState(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	dir := t.TempDir()
	open := func() *Host {
		noEnv := func(string) (string, bool) { return "", false }
		h, err := Open(Options{Dir: filepath.Join(dir, "sub"), Getenv: noEnv})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	if got := open().repositoryState(nil); got != (checks.State{}) {
		t.Errorf("without a repository: %+v", got)
	}
	if out, err := exec.Command("git", "init", "-q", "-b", "main", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	h := open()
	before := h.repositoryState([]string{"a.txt"})
	if before.Branch != "main" || before.Head != "" || !before.All || before.Files == "" {
		t.Errorf("a new repository: %+v", before)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := h.repositoryState([]string{"a.txt"}); got.Files == before.Files {
		t.Error("an edit changes nothing")
	}
}
