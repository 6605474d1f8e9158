package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestAgentRules runs the commands of the table of evasions behind "toktee run" and "toktee tool" inside each agent,
// whose rules deny or ask about what they do: nothing runs. A shim runs its program: the agent has seen that command.
func TestAgentRules(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of Unix")
	}
	dir := t.TempDir()
	toktee, repo := builtToktee(t, dir), filepath.Join(dir, "repo")
	for name, text := range map[string]string{
		".env": "SECRET=1\n", "sub/a.txt": "a\n", "locked/a.txt": "a\n",
		".claude/settings.json": `{"permissions": {"deny": ["Bash(touch:*)", "Edit(./locked/**)"],
			"ask": ["Bash(git push:*)", "Read(./.env)"], "allow": ["Bash(toktee:*)"]}}`,
		".codex/rules/a.rules": `prefix_rule(pattern=["touch"], decision="forbidden")
prefix_rule(pattern=["git", "push"], decision="prompt")
prefix_rule(pattern=["toktee"], decision="allow")`,
		".gemini/settings.json": `{"tools": {"exclude": ["run_shell_command(touch)"]}}`,
		".gemini/policies/a.toml": `[[rule]]
toolName = "run_shell_command"
commandPrefix = "git push"
decision = "ask_user"
priority = 1
[[rule]]
toolName = "run_shell_command"
commandPrefix = "toktee"
decision = "allow"
priority = 2
`,
		"opencode.json": `{"permission": {"bash": {"touch*": "deny", "git push*": "ask", "toktee *": "allow"}}}`,
	} {
		path := filepath.Join(repo, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"link": ".env", "folder": "sub", "sub/up": "../.env"} {
		if err := os.Symlink(to, filepath.Join(repo, name)); err != nil {
			t.Fatal(err)
		}
	}
	env := append(agentsEnv(dir), "HOME="+filepath.Join(dir, "home"), "CLAUDECODE=", "CODEX_THREAD_ID=")
	code := func(variable string, argv ...string) int {
		t.Helper()
		cmd := exec.Command(toktee, argv...)
		cmd.Dir, cmd.Env = repo, append(env, variable)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if strings.Contains(string(out), "SECRET") {
			t.Errorf("%s: %q prints %s", variable, argv, out)
		}
		return cmd.ProcessState.ExitCode()
	}
	f, err := os.Open("../../internal/integrations/permit/testdata/evasions.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		target, command, ok := strings.Cut(in.Text(), "\t")
		if !ok || strings.HasPrefix(target, "#") {
			continue
		}
		command = strings.NewReplacer(`\n`, "\n", "$DIR", repo).Replace(command)
		args, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		agents := []string{"CLAUDECODE=1"}
		if target == "touch" || target == "push" { // the others have no rules for files that hold for commands
			agents = append(agents, "CODEX_THREAD_ID=1", "GEMINI_CLI=1", "OPENCODE=1")
		}
		for _, agent := range agents {
			if got := code(agent, "run", "--", "bash", "-c", command); got != 126 {
				t.Errorf("%s: run -- bash -c %q: exit %d, want 126", agent, command, got)
			}
			if got := code(agent, "tool", "exec", string(args)); got != 126 {
				t.Errorf("%s: tool exec %s: exit %d, want 126", agent, args, got)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(repo, "x")); err == nil {
		t.Error("x was made")
	}

	if got := code("", "shims", "install", "touch"); got != 0 {
		t.Fatalf("shims install: exit %d", got)
	}
	if got := code("", "agent", "--", os.Args[0], "sh", "-c", "CLAUDECODE=1 touch x"); got != 0 {
		t.Errorf("a shim: exit %d", got)
	}
	if _, err := os.Stat(filepath.Join(repo, "x")); err != nil {
		t.Error(err)
	}
}
