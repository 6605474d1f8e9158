//go:build !windows

package repo_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe in the place of a file doesn't make the reader wait.
func TestPipes(t *testing.T) {
	tr := newTree(t, tempDir(t))
	tr.write("a.txt", "1\n")
	tr.git("add", ".")
	tr.git("commit", "-qm", "1")
	replace := func(name string) {
		t.Helper()
		path := filepath.Join(tr.dir, name)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip(err)
		}
	}
	replace("a.txt")
	if got := tr.state(); !got.All || len(got.Changed) != 1 {
		t.Errorf("a pipe as a tracked file: %+v", got)
	}
	replace(".git/index")
	if got := tr.state(); got.All || got.Commit == "" {
		t.Errorf("a pipe as the index: %+v", got)
	}
	replace(".git/HEAD")
	if got := tr.state(); got.Known {
		t.Errorf("a pipe as HEAD: %+v", got)
	}
}
