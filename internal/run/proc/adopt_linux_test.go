package proc_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// aloneVariable makes the test binary a program that runs a script, adopts what that orphans, and stops it once the
// file "go" is there.
const aloneVariable = "TOKTEE_TEST_ALONE"

func runAlone(script string) int {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for {
			if _, err := os.Stat("go"); err == nil {
				cancel()
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	exit, err := proc.Run(ctx, proc.Command{
		Argv: []string{"sh", "-c", script}, Stdout: &strings.Builder{}, Adopt: true, Grace: 300 * time.Millisecond,
	})
	fmt.Printf("%d %v", exit.Code, err)
	return 0
}

func alone(t *testing.T, dir, script string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), aloneVariable+"="+script)
	hung := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	defer hung.Stop()
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("the program that ran the command: %v", err)
	}
	return string(out)
}

func TestAdopt(t *testing.T) {
	needSetsid(t)
	extra := []struct{ name, script string }{
		{"orphan without an environment",
			"(env -i /usr/bin/setsid /bin/sh -c 'echo go; sleep 100; :' TOKEN &); sleep 100"},
		{"orphan that ignores terminate",
			"(env -i /usr/bin/setsid /bin/sh -c 'trap \"\" TERM; while :; do sleep 100; done' TOKEN &); sleep 100"},
	}
	for i, tt := range append(extra, trees...) {
		t.Run(tt.name, func(t *testing.T) {
			token := fmt.Sprintf("toktee-adopt-%d-%d", os.Getpid(), i)
			script := "(sleep 0.3; touch go) & " + strings.ReplaceAll(tt.script, "TOKEN", token)
			if got := alone(t, t.TempDir(), script); !strings.HasSuffix(got, context.Canceled.Error()) {
				t.Errorf("got %q", got)
			}
			if pids := left(t, token); len(pids) > 0 {
				t.Errorf("left: %q", pids)
			}
		})
	}
}

// A shell that becomes us by its exec leaves us its background jobs. They are none of the command's.
func TestAdoptSpares(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command("sh", "-c", `sleep 100 >/dev/null 2>&1 & echo $! >pid; exec "$0"`, os.Args[0])
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), aloneVariable+"=touch go; sleep 100")
	out, err := cmd.Output()
	if err != nil || !strings.HasSuffix(string(out), context.Canceled.Error()) {
		t.Errorf("got %q, error %v", out, err)
	}
	pid := pidIn(t, filepath.Join(dir, "pid"))
	if !alive(pid) {
		t.Error("somebody else's job was stopped")
	}
	syscall.Kill(pid, syscall.SIGKILL)
}

// Whoever asks whether an orphan is still there must be told the truth: the adopted are buried when they end.
func TestAdoptBuries(t *testing.T) {
	script := `pid=$(sh -c 'sleep 0.2 >/dev/null & echo $!'); n=0; ` +
		`while kill -0 $pid; do n=$((n+1)); test $n -gt 500 && exit 9; sleep 0.01; done; exit 4`
	if got, want := alone(t, t.TempDir(), script), "4 <nil>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What a command leaves running lives on, and may go on printing.
func TestLeftRunning(t *testing.T) {
	script := `(trap "echo pipe >>log; exit" PIPE; sleep 1.5; echo one; echo two; echo still >>log; sleep 100) & ` +
		`echo $! >pid; echo done`
	check := func(t *testing.T, dir string) {
		t.Helper()
		pid := pidIn(t, filepath.Join(dir, "pid"))
		defer syscall.Kill(-pid, syscall.SIGKILL)
		defer syscall.Kill(pid, syscall.SIGKILL)
		for range 400 {
			if b, _ := os.ReadFile(filepath.Join(dir, "log")); len(b) > 0 {
				if string(b) != "still\n" {
					t.Errorf("the process that was left running wrote %q", b)
				}
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("the process that was left running is gone, or hangs: alive: %v", alive(pid))
	}
	t.Run("marked", func(t *testing.T) {
		dir := t.TempDir()
		stdout, _, exit, err := sh(t, t.Context(), script, func(c *proc.Command) { c.Dir = dir })
		if stdout != "done\n" || !exit.Held || err != nil {
			t.Errorf("got %q, exit %+v, error %v", stdout, exit, err)
		}
		check(t, dir)
	})
	t.Run("adopted", func(t *testing.T) {
		dir := t.TempDir()
		if got := alone(t, dir, script); got != "0 <nil>" {
			t.Errorf("got %q", got)
		}
		check(t, dir)
	})
}
