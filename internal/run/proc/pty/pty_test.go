//go:build unix

package pty_test

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/proc/pty"
)

func TestOpen(t *testing.T) {
	tests := []struct{ name, script, want string }{
		{"both streams are a terminal", "test -t 1 && test -t 2 && echo yes; echo err >&2", "yes\r\nerr\r\n"},
		{"its size", "stty size <&1", "40 120\r\n"},
		{"nothing to read", "read x || echo end", "end\r\n"},
		{"all of a long output", "seq 1 20000 | tail -1; exit 3", "20000\r\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			_, err := proc.Run(t.Context(),
				proc.Command{Argv: []string{"sh", "-c", tt.script}, Stdout: &out, Pty: pty.Open(40, 120)})
			if err != nil || out.String() != tt.want {
				t.Errorf("got %q, error %v; want %q", out.String(), err, tt.want)
			}
		})
	}
}

func TestStop(t *testing.T) {
	var out bytes.Buffer
	begin := time.Now()
	exit, err := proc.Run(t.Context(), proc.Command{
		Argv: []string{"sh", "-c", "echo go; sleep 100"}, Stdout: &out, Pty: pty.Open(24, 80),
		Timeout: 3 * time.Second,
	})
	var timeout *proc.TimeoutError
	if !errors.As(err, &timeout) || exit.Signal != "SIGTERM" || !strings.HasPrefix(out.String(), "go") {
		t.Errorf("got %q, exit %+v, error %v", out.String(), exit, err)
	}
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// Nobody waits for what lives on and holds the terminal.
func TestLeftRunning(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var out bytes.Buffer
	exit, err := proc.Run(ctx, proc.Command{
		Argv: []string{"sh", "-c", "trap '' HUP; sleep 300 & echo $!"}, Stdout: &out, Pty: pty.Open(24, 80),
	})
	if err != nil || exit.Code != 0 || exit.Duration > 20*time.Second {
		t.Errorf("got %q, exit %+v, error %v", out.String(), exit, err)
	}
	if pid, err := strconv.Atoi(strings.TrimSpace(out.String())); err != nil ||
		syscall.Kill(pid, syscall.SIGKILL) != nil {
		t.Errorf("the process that was left running is gone: %v", err)
	}
}
