//go:build unix

package session

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestOnlyFiles: what has the name of a transcript is read only if it is a file.
func TestOnlyFiles(t *testing.T) {
	h := newHome(t)
	h.write("outside", `{"type":"user","message":{"content":"from outside"}}`)
	h.write("claude/projects/-shop/other.jsonl")
	path := filepath.Join(h.dir, transcriptPath)
	if err := os.Symlink(filepath.Join(h.dir, "outside"), path); err != nil {
		t.Fatal(err)
	}
	if got := New(h.o).trails.head("s"); got != (begin{}) {
		t.Errorf("a link was followed: %+v", got)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan begin, 1)
	go func() { done <- New(h.o).trails.head("s") }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("a pipe is read")
	}
}
