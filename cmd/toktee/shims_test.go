package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// agentVariable makes the test's program an agent: it runs its arguments with the output in a pipe of its own, as
// agents run shells, and prints what came.
const agentVariable = "TOKTEE_TEST_AGENT"

// agentFile makes it capture the output in this file instead, as Claude Code does.
const agentFile = "TOKTEE_TEST_AGENT_FILE"

// actAsAgent runs a command and exits as it does. As with some agents, the command could print to its input.
func actAsAgent(args []string) {
	var out bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	if in, err := os.OpenFile(os.DevNull, os.O_RDWR, 0); err == nil {
		cmd.Stdin = in
	}
	cmd.Stdout, cmd.Stderr = &out, &out
	if path := os.Getenv(agentFile); path != "" {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			panic(err)
		}
		cmd.Stdout, cmd.Stderr = f, f
	}
	err := cmd.Run()
	os.Stdout.Write(out.Bytes())
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		os.Exit(exit.ExitCode())
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// builtToktee builds toktee in a folder of its own, as shims need it.
func builtToktee(t *testing.T, dir string) string {
	t.Helper()
	toktee := filepath.Join(dir, "own", "toktee")
	if out, err := exec.Command("go", "build", "-o", toktee, ".").CombinedOutput(); err != nil {
		t.Fatalf("building toktee: %v\n%s", err, out)
	}
	return toktee
}

// agentsEnv is the environment of an agent whose person has nothing but what is in the folder.
func agentsEnv(dir string) []string {
	return append(os.Environ(),
		"XDG_DATA_HOME="+filepath.Join(dir, "data"), "TOKTEE_STORE="+filepath.Join(dir, "store"),
		"XDG_CONFIG_HOME="+filepath.Join(dir, "config"), agentVariable+"=1", "TOKTEE_ACTIVE=",
		"CLAUDE_CODE_SESSION_ID=")
}

// loud is a program that prints 2000 lines to each stream, says why it fails, and exits with 3.
const loud = `#!/bin/sh
seq 1 2000
seq 1 2000 >&2
echo "main.c:7: error: no total"
exit 3
`

// TestShims holds that a shim summarises where the agent gets the output, and nowhere else, and that it keeps the exit
// status, in every shell that is there.
func TestShims(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("whose output it is can be seen in /proc alone")
	}
	dir := t.TempDir()
	toktee, bin := builtToktee(t, dir), filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "loud"), []byte(loud), 0o755); err != nil {
		t.Fatal(err)
	}
	env := append(agentsEnv(dir), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	install := exec.Command(toktee, "shims", "install", "loud")
	install.Env = env
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("shims install: %v\n%s", err, out)
	}
	testMeanwhile(t, toktee, bin, env)
	settings := filepath.Join(dir, "config", "toktee", "config.toml")
	if err := os.MkdirAll(filepath.Dir(settings), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, []byte("[commands]\nnever = [\"loud plan *\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const all, short = 4001, 0 // lines: all of them as they are, or the short text
	tests := []struct {
		name, script string
		lines        int    // of what the agent gets; 0 for the short text
		last         string // what it ends with
		code         int
	}{
		{"plain", "loud", short, "", 3},
		{"after cd", "cd / && loud", short, "", 3},
		{"with status", "loud; echo status $?", short, "status 3", 0},
		{"in a list", "true && loud || echo failed", short, "failed", 0},
		{"in a subshell", "(cd / && loud)", short, "", 3},
		{"in a group", "{ loud; }", short, "", 3},
		{"with another input", "eval loud </dev/zero", short, "", 3},
		{"both streams", "loud 2>&1", short, "", 3},
		{"into grep", "loud 2>/dev/null | grep -c .", 1, "2001", 0},
		{"into tail", "loud 2>&1 | tail -1", 1, "main.c:7: error: no total", 0},
		{"into a file", "loud >out.txt 2>&1; wc -l <out.txt | tr -d ' '", 1, "4001", 0},
		{"in a group into a file", "{ loud 2>/dev/null; } >out.txt; wc -l <out.txt | tr -d ' '", 1, "2001", 0},
		{"in a group with another input into a file",
			"{ loud; } </dev/zero >out.txt 2>&1; wc -l <out.txt | tr -d ' '", 1, "4001", 0},
		{"substituted", `v=$(loud 2>/dev/null); echo "$v" | wc -l | tr -d ' '`, 1, "2001", 0},
		{"substituted after cd", `v=$(cd / && loud 2>/dev/null); echo "$v" | wc -l | tr -d ' '`, 1, "2001", 0},
		{"substituted in a subshell", `v=$( (loud 2>/dev/null) ); echo "$v" | wc -l | tr -d ' '`, 1, "2001", 0},
		{"in the background", "loud & wait $!", all, "main.c:7: error: no total", 3},
		{"switched off", "TOKTEE_RAW=1 loud", all, "main.c:7: error: no total", 3},
		{"exempt", "cd / && loud plan -x", all, "main.c:7: error: no total", 3},
		{"read by a program", "xargs -n1 sh -c 'loud' </dev/null", all, "main.c:7: error: no total", 123},
	}
	for _, shell := range []string{"bash", "dash", "zsh"} {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("%s isn't there", shell)
			continue
		}
		for _, tt := range tests {
			t.Run(shell+"/"+tt.name, func(t *testing.T) {
				cmd := exec.Command(toktee, "agent", "--", os.Args[0], shell, "-c", tt.script)
				cmd.Env, cmd.Dir = env, t.TempDir()
				out, err := cmd.Output()
				if code := cmd.ProcessState.ExitCode(); code != tt.code {
					t.Errorf("exit code %d, want %d (%v)", code, tt.code, err)
				}
				text := strings.TrimSuffix(string(out), "\n")
				lines := strings.Count(text, "\n") + 1
				isShort := strings.Contains(text, "toktee show ")
				if isShort != (tt.lines == short) || tt.lines != short && lines != tt.lines {
					t.Errorf("got %d lines, a short text: %v; want %d:\n%.300s", lines, isShort, tt.lines, text)
				}
				if tt.lines == short && !strings.Contains(text, "main.c:7: error: no total") {
					t.Errorf("the short text doesn't say why it failed:\n%.300s", text)
				}
				if !strings.HasSuffix(text, tt.last) {
					t.Errorf("it ends with %q, want %q", text[max(0, len(text)-40):], tt.last)
				}
			})
		}
	}
}

// testMeanwhile: where an agent captures output in a file, a command that runs in the background can be looked at
// before it ends, and its short text is in the output's place afterwards, unless somebody else has printed there too.
func testMeanwhile(t *testing.T, toktee, bin string, env []string) {
	t.Helper()
	slow := "#!/bin/sh\nseq 1 300\nuntil [ -e go-on ]; do sleep 0.05; done\nseq 1 300\n" +
		"echo 'main.c:7: error: no total'\nexit 3\n"
	if err := os.WriteFile(filepath.Join(bin, "slow"), []byte(slow), 0o755); err != nil {
		t.Fatal(err)
	}
	install := exec.Command(toktee, "shims", "install", "slow")
	install.Env = env
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("shims install: %v\n%s", err, out)
	}
	for _, tt := range []struct {
		name, script string
		short        bool
	}{
		{"alone", "echo before; slow; echo status $?", true},
		{"beside another", "echo before; { sleep 0.2; echo beside; } & slow; echo status $?; wait", false},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "capture")
		cmd := exec.Command(toktee, "agent", "--", os.Args[0], "sh", "-c", tt.script)
		cmd.Env, cmd.Dir = append(env, agentFile+"="+path), dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		seen := ""
		for range 400 {
			b, _ := os.ReadFile(path)
			if seen = string(b); strings.Contains(seen, "\n300\n") && (tt.short || strings.Contains(seen, "beside")) {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if !strings.HasPrefix(seen, "before\n") || !strings.Contains(seen, "\n300\n") {
			t.Errorf("%s: before its end, the file has %.200q", tt.name, seen)
		}
		if err := os.WriteFile(filepath.Join(dir, "go-on"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		b, err := os.ReadFile(path)
		text := string(b)
		if err != nil || !strings.HasPrefix(text, "before\n") || !strings.Contains(text, "error: no total") ||
			!strings.Contains(text, "status 3") || strings.Contains(text, "toktee show ") != tt.short ||
			(strings.Count(text, "\n") > 500) == tt.short {
			t.Errorf("%s: at its end, %v, %d lines:\n%.300s", tt.name, err, strings.Count(text, "\n"), text)
		}
	}
}
