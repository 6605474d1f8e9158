//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/creack/pty"
)

// A screen is a terminal on which a person uses toktee.
type screen struct {
	t      *testing.T
	master *os.File
	cmd    *exec.Cmd
	shown  chan []byte
	text   []byte
}

// newScreen starts a script on a terminal, with toktee on its PATH.
func newScreen(t *testing.T, dir, script string, columns uint16) *screen {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	_ = os.Symlink(self, filepath.Join(dir, "toktee")) // it may be there
	s := &screen{t: t, cmd: exec.Command("sh", "-c", script), shown: make(chan []byte, 1000)}
	s.cmd.Dir = dir
	s.cmd.Env = append(os.Environ(), "TOKTEE_STORE="+filepath.Join(dir, "store"), "HOME="+dir, "TERM=xterm",
		"PATH="+dir+":"+os.Getenv("PATH"), "NO_COLOR=", "CLAUDECODE=", "CLAUDE_CODE_SESSION_ID=", "CODEX_THREAD_ID=",
		"CODEX_SANDBOX=", "GEMINI_CLI=", "OPENCODE=") // no agent's terminal
	if s.master, err = pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 30, Cols: columns}); err != nil {
		t.Skipf("there are no pseudo terminals here: %v", err)
	}
	t.Cleanup(func() { s.master.Close(); s.cmd.Process.Kill() })
	go func() {
		defer close(s.shown)
		for {
			buf := make([]byte, 4<<10)
			n, err := s.master.Read(buf)
			if err != nil {
				return
			}
			s.shown <- buf[:n]
		}
	}()
	return s
}

// wait waits until the terminal shows a text, and returns what came before it.
func (s *screen) wait(text string) string {
	s.t.Helper()
	timeout := time.After(5 * time.Minute)
	for {
		if before, after, ok := bytes.Cut(s.text, []byte(text)); ok {
			s.text = after
			return string(before)
		}
		select {
		case b, ok := <-s.shown:
			if !ok {
				s.t.Fatalf("the terminal ends with %q, want %q", s.text, text)
			}
			s.text = append(s.text, b...)
		case <-timeout:
			s.t.Fatalf("the terminal shows %q, want %q", s.text, text)
		}
	}
}

func (s *screen) press(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}
