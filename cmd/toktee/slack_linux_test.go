//go:build cgo

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/toktee/toktee/internal/run/proc"
)

// TestSlack holds that the system may delay a hook's timers, and those of no command under the prefix.
func TestSlack(t *testing.T) {
	if musl, _ := filepath.Glob("/lib/ld-musl-*"); len(musl) > 0 {
		t.Skip("musl doesn't tell a constructor the arguments")
	}
	own, err := unix.PrctlRetInt(unix.PR_GET_TIMERSLACK, 0, 0, 0, 0)
	if err != nil {
		t.Skipf("the system has no slack of timers: %v", err)
	}
	p := newPrefixed(t)
	for _, line := range []string{p.line("cat /proc/self/timerslack_ns"), "cat /proc/self/timerslack_ns"} {
		cmd, out := p.start(line, true)
		if got, _ := p.ended(cmd, out); strings.TrimSpace(got) != fmt.Sprint(own) {
			t.Errorf("%s: got %q, want %d", line, got, own)
		}
	}
	hook := exec.Command(p.toktee, "hook", "claude")
	in, err := hook.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	hook.Env, hook.Stderr = p.env, io.Discard
	if err := hook.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { in.Close(); hook.Wait() }()
	got, want := "", fmt.Sprint(proc.Slack)
	for i := 0; got != want && i < 100; i++ { // it starts
		time.Sleep(50 * time.Millisecond)
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/timerslack_ns", hook.Process.Pid))
		if err != nil {
			t.Skipf("the system doesn't show a process's slack: %v", err)
		}
		got = strings.TrimSpace(string(b))
	}
	if got != want {
		t.Errorf("a hook has a slack of %s ns, want %s", got, want)
	}
}
