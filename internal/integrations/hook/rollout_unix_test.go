//go:build unix

package hook_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestCodexRolloutFile waits for no pipe and reads no device.
func TestCodexRolloutFile(t *testing.T) {
	out := strings.Repeat("a line of the job\n", 300)
	good := record("t", "call_1", "./job", out, "completed", "0")
	for name, c := range map[string]struct {
		make func(path, real string) error
		want bool
	}{
		"a link":        {func(path, real string) error { return os.Symlink(real, path) }, true},
		"a pipe":        {func(path, _ string) error { return syscall.Mkfifo(path, 0o600) }, false},
		"a link to it":  {func(path, _ string) error { return os.Symlink("/dev/zero", path) }, false},
		"a folder":      {func(path, _ string) error { return os.Mkdir(path, 0o700) }, false},
		"a broken link": {func(path, real string) error { return os.Symlink(real+"x", path) }, false},
		"nothing":       {func(string, string) error { return nil }, false},
	} {
		r := bareRig(t, "codex")
		path := filepath.Join(r.home, "sessions.jsonl")
		if err := c.make(path, r.at(t, "real.jsonl", good)); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if got := r.answer(t, codexEvent(path, out)); (got != "") != c.want || time.Since(start) > 20*time.Second {
			t.Errorf("%s: %v, %.200s", name, time.Since(start), got)
		}
	}
}
