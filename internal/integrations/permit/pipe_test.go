//go:build unix

package permit_test

import (
	"syscall"
	"testing"
)

// TestPipe leaves commands alone where a settings file is a pipe, and doesn't wait for somebody to write into it.
func TestPipe(t *testing.T) {
	r := newRig(t)
	r.write("repo/.claude/settings.json", "{}")
	if err := syscall.Mkfifo(r.path("repo/.claude/settings.local.json"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := r.objection("make"); err == nil {
		t.Error("is rewritten")
	}
}
