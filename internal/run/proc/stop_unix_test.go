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

	"github.com/toktee/toktee/internal/run/proc"
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
		{"interrupt is handed on as such", "trap 'echo int; exit 9' INT; echo go; sleep 100 & wait", interrupt, 9, "",
			"go\nint\n"},
		{"after the interrupt comes terminate", "trap '' INT; trap 'echo term; exit 8' TERM; echo go; sleep 100 & wait",
			interrupt, 8, "", "go\nterm\n"},
		{"clean end", "trap 'echo bye; exit 0' TERM; echo go; sleep 100 & wait", plain, 0, "", "go\nbye\n"},
		{"ignores terminate", "trap '' TERM; echo go; while :; do sleep 100; done", plain, 137, "SIGKILL", "go\n"},
		{"suspended", "(sleep 0.2; echo go) & kill -STOP $$", plain, 143, "SIGTERM", "go\n"},
		{"tree", "(sh -c 'echo $$ >>pids; sleep 100; :') & sleep 100 & echo $! >>pids; sleep 0.1; echo go; wait", plain,
			143, "SIGTERM", "go\n"},
		{"tree that ignores terminate",
			"sh -c 'trap \"\" TERM; echo $$ >>pids; sleep 100; :' & sleep 0.2; echo go; wait", plain, 143, "SIGTERM",
			"go\n"},
		{"child that ends well",
			"sh -c 'trap \"echo late; exit\" TERM; echo $$ >>pids; sleep 100 & wait; sleep 0.05; echo late' & sleep " +
				"0.1; echo go; wait", plain, 143, "SIGTERM", "late\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			dir := t.TempDir()
			out := &trigger{text: "go\n", cancel: func() { cancel(tt.cause) }}
			exit, err := proc.Run(ctx,
				proc.Command{Argv: []string{"sh", "-c", tt.script}, Dir: dir, Stdout: out, Grace: grace})
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
	stdout, _, exit, err := sh(t, t.Context(), "echo begun; sleep 100", func(c *proc.Command) {
		c.Timeout = 3 * time.Second
	})
	var timeout *proc.TimeoutError
	if !errors.As(err, &timeout) || timeout.After != 3*time.Second {
		t.Errorf("error %v; want a TimeoutError after 3s", err)
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
		Argv: []string{"sh", "-c", "trap '' TERM; echo go; while :; do sleep 100; done"}, Stdout: out, Grace: time.Hour,
		Force: force,
	})
	if exit.Signal != "SIGKILL" || !errors.Is(err, context.Canceled) {
		t.Errorf("exit %+v, error %v; want SIGKILL, %v", exit, err, context.Canceled)
	}
}

// The marks of a program's processes stand in their command lines, so that what is left can be found without its help.
func left(t *testing.T, token string) (pids []string) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		pid := strings.Split(name, "/")[2]
		b, err := os.ReadFile(name)
		if n, _ := strconv.Atoi(pid); err == nil && bytes.Contains(b, []byte(token)) && n != os.Getpid() && alive(n) {
			pids = append(pids, pid+" "+strings.ReplaceAll(string(b), "\x00", " "))
		}
	}
	return pids
}

// trees are commands that make it hard to find all that comes of them. TOKEN is in the command line of each process.
var trees = []struct{ name, script string }{
	{"plain", "sh -c 'echo go; sleep 100; : TOKEN' TOKEN"},
	{"ignores terminate", "trap '' TERM; sh -c 'trap \"\" TERM; echo go; while :; do sleep 100; done' TOKEN & wait"},
	{"own session", "setsid sh -c 'echo go; sleep 100; :' TOKEN & wait"},
	{"own session that ignores terminate",
		"setsid sh -c 'trap \"\" TERM INT; echo go; while :; do sleep 100; done' TOKEN & wait"},
	{"orphan in its own session", "(setsid sh -c 'echo go; sleep 100; :' TOKEN &) ; sleep 100"},
	{"daemon of a daemon",
		"(setsid sh -c '(setsid sh -c \"echo go; sleep 100; :\" TOKEN &); sleep 100' TOKEN >/dev/null 2>&1 &); " +
			"sleep 0.2; echo go; sleep 100"},
	{"without an environment", "env -i /usr/bin/setsid /bin/sh -c 'echo go; sleep 100; :' TOKEN & wait"},
	{"forks all the time", "while :; do setsid sh -c 'sleep 100; :' TOKEN & sleep 0.01; echo go; done"},
}

func needSetsid(t *testing.T) {
	t.Helper()
	if _, err := proc.Lookup("setsid"); err != nil {
		t.Skip("setsid is missing; .ci/run installs it")
	}
}

func TestStopReachesEverybody(t *testing.T) {
	needSetsid(t)
	for i, tt := range trees {
		t.Run(tt.name, func(t *testing.T) {
			token := fmt.Sprintf("toktee-tree-%d-%d", os.Getpid(), i)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			out := &trigger{text: "go\n", cancel: cancel}
			begin := time.Now()
			_, err := proc.Run(ctx, proc.Command{
				Argv: []string{"sh", "-c", strings.ReplaceAll(tt.script, "TOKEN", token)}, Stdout: out,
				Grace: 300 * time.Millisecond,
			})
			if !errors.Is(err, context.Canceled) || !strings.HasPrefix(out.b.String(), "go\n") {
				t.Errorf("got %q, error %v", out.b.String(), err)
			}
			if took := time.Since(begin); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			if pids := left(t, token); len(pids) > 0 {
				t.Errorf("left: %q", pids)
			}
		})
	}
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
		proc.Run(ctx, proc.Command{Argv: []string{"sh", "-c", "echo go; sleep 100"}, Stdin: strings.NewReader("x"),
			Stdout: out, Stderr: &bytes.Buffer{}})
		cancel()
		proc.Run(t.Context(), proc.Command{Argv: []string{"toktee-no-such-program"}, Stdout: out})
		proc.Run(t.Context(), proc.Command{Argv: []string{t.TempDir()}, Stdout: out, Stderr: &bytes.Buffer{}})
	}
	round()
	goroutines, files := runtime.NumGoroutine(), descriptors(t)
	for range 50 {
		round()
	}
	checkLeaks(t, goroutines, files)
}

// checkLeaks fails if there are more goroutines or descriptors than there were.
func checkLeaks(t *testing.T, goroutines, files int) {
	t.Helper()
	for range 100 { // an ended goroutine may be counted for a moment
		if runtime.NumGoroutine() <= goroutines && descriptors(t) <= files {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before; %d descriptors, %d before", runtime.NumGoroutine(), goroutines, descriptors(t),
		files)
}
