package permit_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/permit"
)

func TestRefuses(t *testing.T) {
	const show = `"allow":["Bash(toktee show:*)"]`
	for _, tt := range []struct {
		name     string
		settings string // members of a settings file
		args     string // the command line of Claude Code, with _ for spaces in arguments
		vars     string
		mode     string // of the session, as the hook is told
		agent    string // the "tools" of the sub-agent's definition
		want     bool
	}{
		{name: "a person can be asked", args: "claude"},
		{name: "a rule denies it", settings: `"permissions":{"deny":["Bash(toktee:*)"]}`, args: "claude", want: true},
		{name: "a rule asks", settings: `"permissions":{"ask":["Bash(toktee:*)"]}`, args: "claude"},
		{name: "a rule asks nobody", settings: `"permissions":{` + show[:len(show)-1] + `],"ask":["Bash(toktee:*)"]}`,
			args: "claude -p go", vars: "-p", want: true},
		{name: "nobody can be asked", args: "claude -p go", vars: "-p", want: true},
		{name: "a list of other commands", args: "claude -p go --allowedTools Bash(go_test_*) Read", vars: "-p",
			want: true},
		{name: "a list with it", args: "claude -p go --allowedTools Read,Bash(toktee_show_*)", vars: "-p"},
		{name: "its equal sign", args: "claude -p go --allowed-tools=Bash(toktee_show:*)", vars: "-p"},
		{name: "all commands", args: "claude --allowedTools Bash(*) Read -p go", vars: "-p"},
		{name: "the tool", args: "claude --allowedTools Bash -p go", vars: "-p"},
		{name: "another word", args: "claude -p go --allowedTools Bash(toktee_shows:*)", vars: "-p", want: true},
		{name: "denied by a flag", args: "claude -p go --allowedTools Bash --disallowedTools Bash(toktee_*)",
			vars: "-p", want: true},
		{name: "allowed by settings", settings: `"permissions":{` + show + `}`, args: "claude -p go", vars: "-p"},
		{name: "it never asks", args: "claude -p go --dangerously-skip-permissions", vars: "-p"},
		{name: "mode of the settings", settings: `"permissions":{"defaultMode":"bypassPermissions"}`,
			args: "claude -p go", vars: "-p"},
		{name: "mode of the event", args: "claude", mode: "dontAsk", want: true},
		{name: "mode of the event, allowed", settings: `"permissions":{` + show + `}`, args: "claude", mode: "dontAsk"},
		{name: "a check decides", args: "claude -p go --permission-mode auto", vars: "-p"},
		{name: "a program is asked", args: "claude -p go --permission-prompt-tool mcp", vars: "-p"},
		{name: "a sandbox", settings: `"sandbox":{"enabled":true}`, args: "claude -p go", vars: "-p"},
		{name: "a sandbox that asks", settings: `"sandbox":{"enabled":true,"autoAllowBashIfSandboxed":false}`,
			args: "claude -p go", vars: "-p", want: true},
		{name: "settings in a flag", args: `claude -p go --settings {"permissions":{"allow":["Bash"]}}`, vars: "-p"},
		{name: "denied there", args: `claude --settings {"permissions":{"deny":["Bash"]}}`, want: true},
		{name: "a file that isn't there", args: "claude --settings none.json -p go", vars: "-p", want: true},
		{name: "no tool for commands", args: "claude --tools Read,Grep", want: true},
		{name: "all tools", args: "claude --tools default"},
		{name: "a sub-agent that reads", args: "claude", agent: "tools: Read, Grep", want: true},
		{name: "a list of its tools", args: "claude", agent: "tools:\n  - Read\n  - Grep", want: true},
		{name: "a sub-agent with commands", args: "claude", agent: "tools: Read, Bash"},
		{name: "one that mustn't", args: "claude", agent: "disallowedTools: Bash", want: true},
		{name: "one with all tools", args: "claude", agent: "model: x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home, dir := t.TempDir(), t.TempDir()
			write := func(path, text string) {
				t.Helper()
				err := os.MkdirAll(filepath.Dir(path), 0o700)
				if err = errors.Join(err, os.WriteFile(path, []byte(text), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			write(filepath.Join(home, ".claude", "settings.json"), "{"+tt.settings+"}")
			vars := map[string]string{"HOME": home, "CLAUDE_CODE_ENTRYPOINT": "cli"}
			if tt.vars == "-p" {
				vars["CLAUDE_CODE_ENTRYPOINT"], vars["CLAUDE_CODE_SESSION_ATTENDED"] = "sdk-cli", "0"
			}
			c := permit.Caller{
				Agent: "claude", Dir: dir, Mode: tt.mode, Managed: []string{},
				Getenv: func(name string) (string, bool) { v, ok := vars[name]; return v, ok },
				Process: func() (permit.Process, error) {
					args := strings.Split(tt.args, " ")
					for i := range args {
						args[i] = strings.ReplaceAll(args[i], "_", " ")
					}
					return permit.Process{Args: args}, nil
				},
			}
			if tt.agent != "" {
				c.AgentType = "helper"
				text := "---\nname: helper\n" + tt.agent + "\n---\nHelp.\n"
				write(filepath.Join(dir, ".claude", "agents", "helper.md"), text)
			}
			if got, err := c.Refuses("toktee show 401882137095"); got != tt.want || err != nil {
				t.Errorf("refused: %v, %v, want %v", got, err, tt.want)
			}
		})
	}
}

func TestRefusesTool(t *testing.T) {
	for settings, want := range map[string]bool{
		`{}`: true, `{"permissions":{"allow":["mcp__files__read"]}}`: true, `{"sandbox":{"enabled":true}}`: true,
		`{"permissions":{"allow":["mcp__files"]}}`: false, `{"permissions":{"allow":["mcp__files__*"]}}`: false,
		`{"permissions":{"allow":["mcp__files__toktee_output"]}}`:                            false,
		`{"permissions":{"allow":["mcp__files"],"deny":["mcp__files__toktee_output"]}}`:      true,
		`{"permissions":{"allow":["mcp__files"],"deny":["mcp__files__write","Bash(rm:*)"]}}`: false,
		`{"permissions":{"allow":["mcp__file"]}}`:                                            true,
		`{"permissions":{"defaultMode":"bypassPermissions"}}`:                                false,
	} {
		home := t.TempDir()
		if err := os.MkdirAll(filepath.Join(home, ".claude"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, ".claude", "settings.json"), []byte(settings), 0o600); err != nil {
			t.Fatal(err)
		}
		vars := map[string]string{"HOME": home, "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}
		c := permit.Caller{
			Agent: "claude", Dir: t.TempDir(), Managed: []string{},
			Getenv: func(name string) (string, bool) { v, ok := vars[name]; return v, ok },
			Process: func() (permit.Process, error) {
				return permit.Process{Args: []string{"claude", "-p", "go"}}, nil
			},
		}
		if got, err := c.RefusesTool("mcp__files__toktee_output"); got != want || err != nil {
			t.Errorf("%s: refused: %v, %v, want %v", settings, got, err, want)
		}
	}
}
