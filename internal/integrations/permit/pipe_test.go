//go:build unix

package permit_test

import (
	"syscall"
	"testing"
)

// TestPipe refuses commands if a settings file is a pipe, and doesn't wait for somebody to write into it.
func TestPipe(t *testing.T) {
	r := newRig(t)
	r.write("repo/.claude/settings.json", "{}")
	if err := syscall.Mkfifo(r.path("repo/.claude/settings.local.json"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := r.refusal("make"); err == nil {
		t.Error("runs")
	}
}
