package permit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/permit"
)

func TestRefusesOfOthers(t *testing.T) {
	const rules, policy, open = ".codex/rules/x.rules", ".gemini/policies/x.toml", ".config/opencode/opencode.json"
	const shell = "[[rule]]\ntoolName = \"run_shell_command\"\n"
	for _, tt := range []struct {
		agent      string // with the sub-agent's definition
		file, text string
		want       bool
	}{
		{"codex", rules, `prefix_rule(pattern = ["toktee"], decision = "forbidden")`, true},
		{"codex", rules, `prefix_rule(pattern = ["toktee", ["show", "ls"]], decision = "forbidden")`, true},
		{"codex", rules, `prefix_rule(pattern = ["toktee", "run"], decision = "forbidden")`, false},
		{"codex", rules, `prefix_rule(pattern = ["toktee"], decision = "prompt")`, false},
		{"gemini", ".gemini/settings.json", `{"tools":{"exclude":["run_shell_command(toktee)"]}}`, true},
		{"gemini", ".gemini/settings.json", `{"tools":{"exclude":["run_shell_command"]}}`, true},
		{"gemini", ".gemini/settings.json", `{"tools":{"exclude":["run_shell_command(touch)"]}}`, false},
		{"gemini", policy,
			shell + "commandPrefix = [\"touch\", \"toktee show\"]\ndecision = \"deny\"\n", true},
		{"gemini", policy,
			shell + "commandPrefix = \"touch\"\ndecision = \"deny\"\n", false},
		{"gemini", policy, shell + "decision = \"deny\"\n", true},
		{"opencode", open, `{"permission":{"bash":"deny"}}`, true},
		{"opencode", open, `{"permission":{"bash":{"*":"ask","toktee *":"deny"}}}`, true},
		{"opencode", open, `{"permission":{"bash":{"*":"deny","toktee show *":"allow"}}}`, false},
		{"opencode", open, `{"permission":{"edit":"deny"}}`, false},
		{"opencode", open, `{"agent":{"review":{"tools":{"bash":false}}}}`, false},
		{"opencode/review", open, `{"agent":{"review":{"tools":{"bash":false}}}}`, true},
		{"opencode/plan", open, `{"agent":{"review":{"tools":{"bash":false}}}}`, false},
		{"pi", ".gemini/settings.json", `{"tools":{"exclude":["run_shell_command"]}}`, false},
	} {
		home := t.TempDir()
		path := filepath.Join(home, tt.file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		agent, of, _ := strings.Cut(tt.agent, "/")
		c := permit.Caller{
			Agent: agent, Dir: filepath.Join(home, "project"), AgentType: of,
			Getenv: func(name string) (string, bool) {
				v, ok := map[string]string{"HOME": home}[name]
				return v, ok
			},
		}
		if _, err := c.Refuses(""); err != nil {
			t.Errorf("%s: %s: no command: %v", tt.agent, tt.text, err)
		}
		if got, err := c.Refuses("toktee show 401882137095"); got != tt.want || err != nil {
			t.Errorf("%s: %s: %v, %v, want %v", tt.agent, tt.text, got, err, tt.want)
		}
	}
}

// TestRefusesAlone has agents that ask about commands, started with nobody to answer.
func TestRefusesAlone(t *testing.T) {
	const policy, settings = ".gemini/policies/x.toml", ".gemini/settings.json"
	const shell = "[[rule]]\ntoolName = \"run_shell_command\"\n"
	for _, tt := range []struct {
		started    string
		file, text string
		want       bool
	}{
		{"node /bin/gemini -p go", "", "", true},
		{"node /bin/gemini", "", "", false},
		{"node /bin/gemini --prompt go --approval-mode auto_edit", "", "", true},
		{"node /bin/gemini -p go --approval-mode yolo", "", "", false},
		{"node /bin/gemini -p go --approval-mode=yolo", "", "", false},
		{"node /bin/gemini -y -p go", "", "", false},
		{"node /bin/gemini -p go --allowed-tools=read_file,run_shell_command(toktee)", "", "", false},
		{"node /bin/gemini -p go --allowed-tools run_shell_command(ls)", "", "", true},
		{"node /bin/gemini -p go", policy, shell + "commandPrefix = [\"toktee show\"]\ndecision = \"allow\"\n", false},
		{"node /bin/gemini -p go", policy, shell + "commandPrefix = [\"touch\"]\ndecision = \"allow\"\n", true},
		{"node /bin/gemini -p go", settings, `{"tools":{"allowed":["run_shell_command(toktee show)"]}}`, false},
		{"node /bin/gemini -p go", settings, `{"tools":{"allowed":["run_shell_command(toktee show)"],` +
			`"exclude":["run_shell_command"]}}`, true},
		{"copilot -p go", "", "", true},
		{"copilot", "", "", false},
		{"copilot -p go --allow-all-tools", "", "", false},
		{"copilot -p go --allow-tool shell(toktee:*)", "", "", false},
		{"copilot -p go --allow-tool shell(touch)", "", "", true},
		{"opencode run go", ".config/opencode/opencode.json", `{"permission":{"bash":{"*":"ask"}}}`, true},
		{"opencode", ".config/opencode/opencode.json", `{"permission":{"bash":{"*":"ask"}}}`, false},
		{"opencode run go", ".config/opencode/opencode.json",
			`{"permission":{"bash":{"*":"ask","toktee show *":"allow"}}}`, false},
		{"opencode run go", "", "", false},
	} {
		home := t.TempDir()
		if path := filepath.Join(home, tt.file); tt.file != "" {
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		args := strings.Fields(tt.started)
		c := permit.Caller{
			Agent: filepath.Base(args[0]), Dir: filepath.Join(home, "project"),
			Process: func() (permit.Process, error) { return permit.Process{Args: args}, nil },
			Getenv: func(name string) (string, bool) {
				v, ok := map[string]string{"HOME": home}[name]
				return v, ok
			},
		}
		if c.Agent == "node" {
			c.Agent = filepath.Base(args[1])
		}
		if got, err := c.Refuses("toktee show 401882137095"); got != tt.want || err != nil {
			t.Errorf("%s: %s: %v, %v, want %v", tt.started, tt.text, got, err, tt.want)
		}
		c.Apart = true
		if got, err := c.Refuses("toktee show"); got && !strings.Contains(tt.text, "exclude") || err != nil {
			t.Errorf("%s: apart: %v, %v", tt.started, got, err)
		}
	}
}
