package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/run/proc/pty"
)

// TestAgentAsks starts Claude Code on a terminal: the person is asked once whether it may fetch omitted lines.
func TestAgentAsks(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for answer, allowed := range map[string]bool{"y": true, "n": false} {
		home := t.TempDir()
		toktee, claude := filepath.Join(home, "toktee"), filepath.Join(home, "claude")
		settings := filepath.Join(home, ".claude", "settings.json")
		if err := os.Symlink(self, toktee); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(claude, []byte("#!/bin/sh\necho it has started\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		// run returns what the terminal shows, or stdout without a terminal as the input.
		run := func(typed, program string, args ...string) string {
			t.Helper()
			cmd := exec.Command(program, args...)
			cmd.Env = []string{"HOME=" + home, "PATH=" + home + ":/usr/bin:/bin"}
			if typed == "" {
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s", args, err, out)
				}
				return string(out)
			}
			master, slave, err := pty.Open(40, 120)()
			if err != nil {
				t.Fatal(err)
			}
			defer master.Close()
			cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
			if _, err := io.WriteString(master, typed+"\n"); err != nil {
				t.Fatal(err)
			}
			err = cmd.Start()
			slave.Close()
			shown, _ := io.ReadAll(master) // it ends with an error, since the terminal is gone
			if err != nil || cmd.Wait() != nil {
				t.Fatalf("%v: %v\n%s", args, err, shown)
			}
			return string(shown)
		}
		const question = "without asking (Bash(toktee show:*), Bash(toktee ls:*) in ~/.claude/settings.json)? [y/N]"
		if shown := run("", toktee, "agent", "--", claude); strings.Contains(shown, question) {
			t.Errorf("it asks without a terminal:\n%s", shown)
		}
		shown := run(answer, toktee, "agent", "--", claude)
		if !strings.Contains(shown, question) || !strings.Contains(shown, "it has started") {
			t.Errorf("the terminal shows\n%s", shown)
		}
		if b, err := os.ReadFile(settings); strings.Contains(string(b), "Bash(toktee show:*)") != allowed ||
			strings.Contains(string(b), "hook") {
			t.Errorf("%s: %v\n%s", answer, err, b)
		}
		if shown := run(answer, toktee, "agent", "--", claude); strings.Contains(shown, question) {
			t.Errorf("it asks again:\n%s", shown)
		}
		if run("", toktee, "uninstall", "--yes"); allowed {
			if b, err := os.ReadFile(settings); err == nil {
				t.Errorf("uninstall leaves %s", b)
			}
		}
	}
}
