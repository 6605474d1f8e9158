//go:build unix

package proc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/toktee/toktee/internal/proc"
)

func alive(pid int) bool { return unix.Kill(pid, 0) == nil && !zombie(pid) }

// zombie reports whether a process has ended and merely waits for its parent, which may be an init that never looks.
func zombie(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := bytes.Cut(b, []byte(") "))
	return bytes.HasPrefix(rest, []byte("Z"))
}

func pidIn(t *testing.T, path string) int {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// trigger cancels a context when a text has been printed.
type trigger struct {
	mu     sync.Mutex
	b      bytes.Buffer
	text   string
	cancel func()
}

func (w *trigger) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.b.Write(p)
	if w.cancel != nil && strings.Contains(w.b.String(), w.text) {
		w.cancel()
		w.cancel = nil
	}
	return len(p), nil
}

func TestStop(t *testing.T) {
	const grace = 400 * time.Millisecond
	plain := errors.New("no longer wanted")
	interrupt := &proc.SignalError{Signal: unix.SIGINT}
	tests := []struct {
		name, script string
		cause        error
		code         int
		signal       string
		out          string // what must have been printed
	}{
		{"plain", "echo go; sleep 100", plain, 143, "SIGTERM", "go\n"},
		{"interrupt is handed on as such", "trap 'echo int; exit 9' INT; echo go; sleep 100 & wait", interrupt, 9, "", "go\nint\n"},
		{"after the interrupt comes terminate", "trap '' INT; trap 'echo term; exit 8' TERM; echo go; sleep 100 & wait", interrupt, 8, "", "go\nterm\n"},
		{"clean end", "trap 'echo bye; exit 0' TERM; echo go; sleep 100 & wait", plain, 0, "", "go\nbye\n"},
		{"ignores terminate", "trap '' TERM; echo go; while :; do sleep 100; done", plain, 137, "SIGKILL", "go\n"},
		{"suspended", "(sleep 0.2; echo go) & kill -STOP $$", plain, 143, "SIGTERM", "go\n"},
		{"tree", "(sh -c 'echo $$ >>pids; sleep 100; :') & sleep 100 & echo $! >>pids; sleep 0.1; echo go; wait", plain, 143, "SIGTERM", "go\n"},
		{"tree that ignores terminate", "sh -c 'trap \"\" TERM; echo $$ >>pids; sleep 100; :' & sleep 0.2; echo go; wait", plain, 143, "SIGTERM", "go\n"},
		{"child that ends well", "sh -c 'trap \"echo late; exit\" TERM; echo $$ >>pids; sleep 100 & wait; sleep 0.05; echo late' & sleep 0.1; echo go; wait", plain, 143, "SIGTERM", "late\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			dir := t.TempDir()
			out := &trigger{text: "go\n", cancel: func() { cancel(tt.cause) }}
			exit, err := proc.Run(ctx, proc.Command{Argv: []string{"sh", "-c", tt.script}, Dir: dir, Stdout: out, Grace: grace})
			if !errors.Is(err, tt.cause) {
				t.Errorf("error %v; want %v", err, tt.cause)
			}
			if exit.Code != tt.code || exit.Signal != tt.signal {
				t.Errorf("code %d, signal %q; want %d, %q", exit.Code, exit.Signal, tt.code, tt.signal)
			}
			if got := out.b.String(); !strings.Contains(got, tt.out) {
				t.Errorf("printed %q; want %q in it", got, tt.out)
			}
			if pids, err := os.ReadFile(filepath.Join(dir, "pids")); err == nil {
				for _, s := range strings.Fields(string(pids)) {
					if pid, _ := strconv.Atoi(s); alive(pid) {
						t.Errorf("process %d is left", pid)
						unix.Kill(pid, unix.SIGKILL)
					}
				}
			}
		})
	}
}

func TestTimeout(t *testing.T) {
	stdout, _, exit, err := sh(t, t.Context(), "echo begun; sleep 100", func(c *proc.Command) { c.Timeout = 100 * time.Millisecond })
	var timeout *proc.TimeoutError
	if !errors.As(err, &timeout) || timeout.After != 100*time.Millisecond {
		t.Errorf("error %v; want a TimeoutError after 100ms", err)
	}
	if stdout != "begun\n" || exit.Signal != "SIGTERM" {
		t.Errorf("got %q, exit %+v", stdout, exit)
	}
	if _, _, _, err := sh(t, t.Context(), "exit 0", func(c *proc.Command) { c.Timeout = time.Minute }); err != nil {
		t.Errorf("in time: error %v", err)
	}
}

func TestForce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	force := make(chan struct{})
	out := &trigger{text: "go\n", cancel: func() { cancel(); close(force) }}
	exit, err := proc.Run(ctx, proc.Command{
		Argv: []string{"sh", "-c", "trap '' TERM; echo go; while :; do sleep 100; done"}, Stdout: out, Grace: time.Hour, Force: force,
	})
	if exit.Signal != "SIGKILL" || !errors.Is(err, context.Canceled) {
		t.Errorf("exit %+v, error %v; want SIGKILL, %v", exit, err, context.Canceled)
	}
}

// A process that leaves the group holds the pipe; the stop doesn't wait for it.
func TestStopWithEscapee(t *testing.T) {
	if _, err := proc.Lookup("setsid"); err != nil {
		t.Skip("there is no setsid here")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	dir := t.TempDir()
	out := &trigger{text: "go\n", cancel: cancel}
	_, err := proc.Run(ctx, proc.Command{
		Argv: []string{"sh", "-c", "setsid sh -c 'echo $$ >pid; exec sleep 60' & sleep 0.2; echo go; wait"}, Dir: dir, Stdout: out,
	})
	if !errors.Is(err, context.Canceled) || out.b.String() != "go\n" {
		t.Errorf("got %q, error %v", out.b.String(), err)
	}
	unix.Kill(pidIn(t, filepath.Join(dir, "pid")), unix.SIGKILL)
}

func descriptors(t *testing.T) int {
	t.Helper()
	names, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0 // another system: goroutines must do
	}
	return len(names)
}

func TestNoLeaks(t *testing.T) {
	round := func() {
		ctx, cancel := context.WithCancel(t.Context())
		out := &trigger{text: "go\n", cancel: cancel}
		proc.Run(ctx, proc.Command{Argv: []string{"sh", "-c", "echo go; sleep 100"}, Stdin: strings.NewReader("x"), Stdout: out, Stderr: &bytes.Buffer{}})
		cancel()
		proc.Run(t.Context(), proc.Command{Argv: []string{"toktee-no-such-program"}, Stdout: out})
		proc.Run(t.Context(), proc.Command{Argv: []string{t.TempDir()}, Stdout: out, Stderr: &bytes.Buffer{}})
	}
	round()
	goroutines, files := runtime.NumGoroutine(), descriptors(t)
	for range 50 {
		round()
	}
	for range 100 { // an ended goroutine may be counted for a moment
		if runtime.NumGoroutine() <= goroutines {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, %d before", n, goroutines)
	}
	if n := descriptors(t); n > files {
		t.Errorf("%d descriptors, %d before", n, files)
	}
}
