package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A screen is a real terminal of so many columns and rows, in a tmux server of its own.
type screen struct {
	t    *testing.T
	env  []string
	sent string // the file with every byte that the program has sent to the terminal
}

// newScreen starts a shell command in a terminal. settings are NAME=VALUE, for the command alone.
func newScreen(t *testing.T, store string, width, height int, command string, settings ...string) *screen {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("needs tmux, a terminal to look at")
	}
	dir, err := os.MkdirTemp("", "tmux") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, sent: filepath.Join(t.TempDir(), "sent")}
	for _, e := range append(os.Environ(), "TMUX_TMPDIR="+dir, "LC_ALL=C.UTF-8") {
		switch name, _, _ := strings.Cut(e, "="); name {
		case "TMUX", "NO_COLOR", "COLORTERM":
		default:
			s.env = append(s.env, e)
		}
	}
	t.Cleanup(func() {
		s.tmux("kill-server")
		os.RemoveAll(dir)
	})
	env := append([]string{"TOKTEE_STORE=" + store, "PATH=" + programs + ":" + os.Getenv("PATH"),
		"XDG_CONFIG_HOME=" + t.TempDir()}, settings...)
	line := "tmux wait-for go; " + command + "; echo ENDED $?; exec cat"
	s.tmux("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height),
		"-c", t.TempDir(), "env "+strings.Join(append(quoted(env), "sh", "-c", quote(line)), " "))
	s.tmux("set-option", "-g", "status", "off")
	s.tmux("set-option", "-s", "set-clipboard", "on")
	s.tmux("resize-window", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height))
	s.tmux("pipe-pane", "-o", "exec cat >"+quote(s.sent))
	s.tmux("wait-for", "-S", "go")
	return s
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func quoted(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, quote(s))
	}
	return out
}

// tmux runs a command of tmux, and returns what it prints.
func (s *screen) tmux(args ...string) string {
	cmd := exec.Command("tmux", args...)
	cmd.Env = s.env
	out, err := cmd.CombinedOutput()
	if err != nil && args[0] != "kill-server" && args[0] != "show-buffer" {
		s.t.Fatalf("tmux %q: %v: %s", args, err, out)
	}
	return string(out)
}

// keys presses keys, as tmux names them.
func (s *screen) keys(names ...string) {
	s.tmux(append([]string{"send-keys", "--"}, names...)...)
}

// until waits until the screen shows all of these texts, and returns it.
func (s *screen) until(texts ...string) string {
	s.t.Helper()
	return s.wait(fmt.Sprintf("it never shows %q", texts), func(shown string) bool {
		for _, text := range texts {
			if !strings.Contains(shown, text) {
				return false
			}
		}
		return true
	})
}

// without waits until the screen doesn't show a text.
func (s *screen) without(text string) string {
	s.t.Helper()
	return s.wait(fmt.Sprintf("it never stops showing %q", text), func(shown string) bool {
		return !strings.Contains(shown, text)
	})
}

func (s *screen) wait(failed string, ok func(string) bool) string {
	s.t.Helper()
	var shown string
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if shown = s.tmux("capture-pane", "-p"); ok(shown) {
			return shown
		}
	}
	s.t.Fatalf("%s:\n%s", failed, shown)
	return ""
}

// looks is the screen with its escape sequences, as tmux writes them.
func (s *screen) looks() string { return s.tmux("capture-pane", "-p", "-e") }

// bytes is everything that was sent to the terminal so far.
func (s *screen) bytes() string {
	s.t.Helper()
	b, err := os.ReadFile(s.sent)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(b)
}
