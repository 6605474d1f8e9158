package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// maxPage is more than a page of numbers has bytes: its 4000 tokens are one a digit of three, and one a line feed.
const maxPage = 20000

// TestShow holds that an agent gets an output that was kept in pages, each of which says how to get the next, where
// what show prints goes straight to it: into the pipe or the file in which it captures its shell's output. In a file
// and in a pipe of its own, an output is whole, byte for byte, and so it is for who asks for all of it.
func TestShow(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("whose output it is can be seen in /proc alone")
	}
	dir := t.TempDir()
	toktee, env := builtToktee(t, dir), agentsEnv(dir)
	var kept strings.Builder
	for i := range 6000 {
		fmt.Fprintln(&kept, i+1)
	}
	numbers := filepath.Join(dir, "numbers")
	if err := os.WriteFile(numbers, []byte(kept.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	keep := exec.Command(toktee, "run", "--", "cat", numbers)
	keep.Env = env
	if out, err := keep.CombinedOutput(); err != nil {
		t.Fatalf("toktee run: %v\n%s", err, out)
	}
	a := agent{toktee, env}
	for _, shell := range []string{"bash", "dash", "zsh"} {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("%s isn't there", shell)
			continue
		}
		for _, capture := range []string{"pipe", "file"} {
			t.Run(shell+"/"+capture, func(t *testing.T) { a.shows(t, shell, capture == "file", kept.String()) })
		}
	}
}

// An agent runs its person's toktee.
type agent struct {
	toktee string
	env    []string
}

// shows tries each way in which an output can be shown, in a shell whose output the agent captures in a pipe or a file.
func (a *agent) shows(t *testing.T, shell string, inFile bool, kept string) {
	show := a.toktee + " show"
	for _, script := range []string{
		show, "cd / && " + show, "{ " + show + "; }", "true && " + show + " || echo failed",
	} {
		var got string
		for next := script; next != ""; {
			page, _ := a.captured(t, shell, inFile, next)
			if len(page) > maxPage {
				t.Fatalf("%s: %d bytes, want at most %d", next, len(page), maxPage)
			}
			shown, mark, isMarked := strings.Cut(page, "… ")
			got += shown
			rest := regexp.MustCompile(`^\d+ lines left out; next: toktee (show \d+ --lines \d+:)\n$`)
			m := rest.FindStringSubmatch(mark)
			if next = ""; m != nil {
				next = a.toktee + " " + m[1]
			} else if isMarked {
				t.Fatalf("%s ends with %q", script, mark)
			}
		}
		if got != kept {
			t.Errorf("%s and the pages after it: %d bytes, want the %d that were kept", script, len(got), len(kept))
		}
		if first, _ := a.captured(t, shell, inFile, script); len(first) == len(kept) {
			t.Errorf("%s: the whole output at once, want a page", script)
		}
	}
	for _, script := range []string{
		show + " --all", show + " | cat", show + " >out.txt", "{ " + show + "; } >out.txt", show + " | tee out.txt",
		"v=$(" + show + `); echo "$v"`,
	} {
		got, file := a.captured(t, shell, inFile, script)
		if strings.Contains(script, " >") {
			got, file = file, got // nothing else is printed
			if file != "" {
				t.Errorf("%s prints %.100q besides", script, file)
			}
		}
		if got != kept {
			t.Errorf("%s: %d bytes, want the %d that were kept", script, len(got), len(kept))
		}
	}
}

// captured is what an agent gets of a script, and what the script writes into out.txt.
func (a *agent) captured(t *testing.T, shell string, inFile bool, script string) (got, file string) {
	t.Helper()
	dir := t.TempDir()
	capture := filepath.Join(dir, "capture")
	cmd := exec.Command(a.toktee, "agent", "--", os.Args[0], shell, "-c", script)
	cmd.Env, cmd.Dir = a.env, dir
	if inFile {
		cmd.Env = append(a.env[:len(a.env):len(a.env)], agentFile+"="+capture)
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	if inFile {
		if out, err = os.ReadFile(capture); err != nil {
			t.Fatal(err)
		}
	}
	b, _ := os.ReadFile(filepath.Join(dir, "out.txt")) // most scripts write none
	return string(out), string(b)
}
