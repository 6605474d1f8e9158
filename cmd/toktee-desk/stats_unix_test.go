//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/proc/pty"
)

// TestStatsTerminal: on a terminal there are colours, unless something switches them off, and on none is ever waited
// for a status.
func TestStatsTerminal(t *testing.T) {
	p := newStatsPlace(t)
	p.run("", "run", "--", "seq", "1000")
	for _, c := range []struct {
		name, env string
		args      []string
		colours   bool
	}{
		{"terminal", "TERM=xterm", []string{"stats"}, true},
		{"NO_COLOR", "NO_COLOR=1", []string{"stats"}, false},
		{"dumb", "TERM=dumb", []string{"stats"}, false},
		{"JSON", "TERM=xterm", []string{"stats", "--json"}, false},
		{"status line", "TERM=xterm", []string{"stats", "--statusline"}, false},
	} {
		var out bytes.Buffer
		_, err := proc.Run(t.Context(), proc.Command{
			Argv: append([]string{p.program}, c.args...), Stdout: &out, Pty: pty.Open(40, 80),
			Env: append(p.env, c.env),
		})
		if err != nil || out.Len() == 0 || strings.Contains(out.String(), "\x1b[") != c.colours {
			t.Errorf("%s: %v\n%q", c.name, err, out.String())
		}
	}
}

// TestStatuslineLeavesNothing: the processes of another status line end with its time, and with us.
func TestStatuslineLeavesNothing(t *testing.T) {
	p := newStatsPlace(t)
	fifo := filepath.Join(p.dir, "open")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, sig := range []os.Signal{nil, os.Interrupt, os.Kill} {
		cmd := exec.CommandContext(t.Context(), filepath.Join(programs, "toktee"), "stats", "--statusline", "--after",
			"exec 9>"+fifo+"; f() { sleep 0.5; echo up >&9; sleep 40; }; f")
		cmd.Env = p.env
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		open, err := os.Open(fifo) // waits for the command
		if err != nil {
			t.Fatal(err)
		}
		if _, err := open.Read(make([]byte, 3)); err != nil { // what ends it with us knows it by now
			t.Fatal(err)
		}
		if sig != nil {
			cmd.Process.Signal(sig)
		}
		cmd.Wait()
		if _, err := io.ReadAll(open); err != nil || time.Since(began) > 20*time.Second {
			t.Errorf("after the signal %v: %v, its last process ended after %v", sig, err, time.Since(began))
		}
		open.Close()
	}
}
