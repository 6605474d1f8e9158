package mcpserver_test

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/internal/integrations/mcpserver"
	"github.com/toktee/toktee/internal/integrations/permit"
)

// guarded starts a server of Claude Code, in a project with these settings and some files.
func guarded(t *testing.T, settings string) *bench {
	t.Helper()
	home := t.TempDir()
	var root string
	b := serve(t, func(o *mcpserver.Options) {
		root = o.Tools.Root
		o.Rules = func(client string) ([]*permit.Rules, error) {
			c := permit.Caller{
				Agent: permit.ClientsAgent(client), Dir: root, Server: true, Managed: []string{home},
				Getenv: func(name string) (string, bool) {
					return map[string]string{"HOME": home}[name], name == "HOME"
				},
				Process: func() (permit.Process, error) { return permit.Process{Args: []string{"claude", "-p"}}, nil },
			}
			rules, err := c.Rules()
			return []*permit.Rules{rules}, err
		}
	})
	for name, text := range map[string]string{
		".claude/settings.json": settings, ".env": "SECRET=1\n", "sub/a.txt": "a\n", "locked/a.txt": "SECRET\n",
	} {
		path := filepath.Join(b.root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"link": ".env", "folder": "sub", "sub/up": "../.env"} {
		if err := os.Symlink(to, filepath.Join(b.root, name)); err != nil {
			t.Skip(err)
		}
	}
	return b
}

// claude connects as Claude Code. answer is what the person says when asked; nil means that it can't ask.
func (b *bench) claude(t *testing.T, answer func(question string) string) *mcp.ClientSession {
	t.Helper()
	o := &mcp.ClientOptions{}
	if answer != nil {
		o.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: answer(r.Params.Message), Content: map[string]any{}}, nil
		}
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "claude-code", Version: "1"}, o)
	s, err := c.Connect(t.Context(), &mcp.IOTransport{Reader: b.out, Writer: b.in, MaxLineLength: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOnlyOutputs: without further options there is nothing that runs a command or touches a file.
func TestOnlyOutputs(t *testing.T) {
	s := serve(t, func(o *mcpserver.Options) { o.Offer = nil }).connect(t, nil)
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if slices.Sort(names); strings.Join(names, " ") != "abort toktee_output" {
		t.Errorf("the tools are %q", names)
	}
	if text := s.InitializeResult().Instructions; strings.Contains(text, "exec") || !strings.Contains(text, "abort") {
		t.Errorf("the instructions are %q", text)
	}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "exec"}); err == nil {
		t.Error("exec runs")
	}
}

// TestGate refuses what the agent's rules deny or ask about, and names the rule and its file.
func TestGate(t *testing.T) {
	for _, list := range []string{"deny", "ask"} {
		b := guarded(t, `{"permissions":{"`+list+
			`":["Bash(touch:*)","Read(./.env)","Edit(./sub/**)","Read(./locked/**)"]}}`)
		s := b.claude(t, nil)
		for _, c := range []struct {
			tool string
			args map[string]any
			rule string // "" for none
		}{
			{"exec", map[string]any{"command": "touch x"}, "Bash(touch:*)"},
			{"exec", map[string]any{"command": []string{"touch", "x"}}, "Bash(touch:*)"},
			{"exec", map[string]any{"command": "sh", "stdin": "touch x"}, "Bash(touch:*)"},
			{"exec", map[string]any{"command": "$A x", "env": map[string]any{"A": "touch"}}, "Bash(touch:*)"},
			{"exec", map[string]any{"command": "cat up", "dir": "sub"}, "Read(./.env)"},
			{"exec", map[string]any{"command": "cd sub && cat up"}, "Read(./.env)"},
			{"exec", map[string]any{"command": "echo hi"}, ""},
			{"execute_code", map[string]any{"language": "python", "code": "1"}, "Bash(touch:*)"},
			{"read", map[string]any{"path": ".env"}, "Read(./.env)"},
			{"read", map[string]any{"path": "sub/../.env"}, "Read(./.env)"},
			{"read", map[string]any{"path": filepath.Join(b.root, ".env")}, "Read(./.env)"},
			{"read", map[string]any{"path": "link"}, "Read(./.env)"},
			{"read", map[string]any{"path": "folder/up"}, "Read(./.env)"},
			{"read", map[string]any{"path": "sub/a.txt"}, ""},
			{"edit", map[string]any{"path": "sub/a.txt", "old_string": "a", "new_string": "b"}, "Edit(./sub/**)"},
			{"edit", map[string]any{"path": "link", "old_string": "1", "new_string": "2"}, "Read(./.env)"},
			{"write", map[string]any{"path": "sub/new/b.txt", "content": ""}, "Edit(./sub/**)"},
			{"write", map[string]any{"path": "folder/b.txt", "content": ""}, "Edit(./sub/**)"},
			{"write", map[string]any{"path": "b.txt", "content": "b"}, ""},
			{"patch", map[string]any{"patch": "--- /dev/null\n+++ b/sub/c.txt\n@@ -0,0 +1 @@\n+c\n"}, "Edit(./sub/**)"},
			{"patch", map[string]any{"patch": "--- a/sub/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"}, "Edit(./sub/**)"},
			{"grep", map[string]any{"pattern": "SECRET", "path": ".env"}, "Read(./.env)"},
			{"grep", map[string]any{"pattern": "SECRET", "path": "locked"}, "Read(./locked/**)"},
			{"list", map[string]any{"path": "locked"}, "Read(./locked/**)"},
			{"list", map[string]any{}, ""},
		} {
			text, r := call(t, s, c.tool, c.args)
			isRefused := r.IsError && strings.Contains(text, "refused: a rule of claude to "+list)
			if isRefused != (c.rule != "") || !strings.Contains(text, c.rule) ||
				isRefused && !strings.Contains(text, "settings.json") || strings.Contains(text, "SECRET") {
				t.Errorf("%s %v gives %q, want the rule %q", c.tool, c.args, text, c.rule)
			}
		}
		for _, args := range []map[string]any{
			{"pattern": "SECRET"}, {"pattern": "SECRET", "glob": ".env"}, {"pattern": "SECRET", "files_only": true},
			{"pattern": "S", "glob": "**/a.txt"},
		} {
			text, _ := call(t, s, "grep", args)
			if strings.Contains(text, "SECRET") || strings.Contains(text, "locked") ||
				strings.Contains(text, "left out") {
				t.Errorf("%s: grep %v gives %q", list, args, text)
			}
		}
		for _, name := range []string{"x", "sub/new", "sub/b.txt", "sub/c.txt"} {
			if _, err := os.Stat(filepath.Join(b.root, name)); err == nil {
				t.Errorf("%s was made", name)
			}
		}
	}
}

// TestEvasionsOverMCP runs none of the commands that a rule is for.
func TestEvasionsOverMCP(t *testing.T) {
	f, err := os.Open("../permit/testdata/evasions.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, list := range []string{"deny", "ask"} {
		b := guarded(t, `{"permissions":{"`+list+
			`":["Bash(touch:*)","Bash(git push *)","Read(./.env)","Edit(./locked/**)"]}}`)
		s := b.claude(t, nil)
		f.Seek(0, 0)
		for in := bufio.NewScanner(f); in.Scan(); {
			_, command, ok := strings.Cut(in.Text(), "\t")
			if !ok || strings.HasPrefix(in.Text(), "#") {
				continue
			}
			command = strings.NewReplacer(`\n`, "\n", "$DIR", b.root).Replace(command)
			if text, r := call(t, s, "exec", map[string]any{"command": command}); !r.IsError ||
				!strings.HasPrefix(text, "refused: ") {
				t.Errorf("%s: %q gives %q", list, command, text)
			}
		}
		if _, err := os.Stat(filepath.Join(b.root, "x")); err == nil {
			t.Error("x was made")
		}
	}
}

// TestAsks puts a rule that asks to the person, and a rule that denies to nobody.
func TestAsks(t *testing.T) {
	answer, asked := "", []string{}
	b := guarded(t, `{"permissions":{"ask":["Bash(touch:*)"],"deny":["Read(./.env)"]}}`)
	s := b.claude(t, func(question string) string {
		asked = append(asked, question)
		return answer
	})
	for i, want := range []string{"decline", "cancel", "accept"} {
		answer = want
		_, r := call(t, s, "exec", map[string]any{"command": "touch x"})
		_, err := os.Stat(filepath.Join(b.root, "x"))
		if ran := err == nil; ran != (want == "accept") || r.IsError == ran || len(asked) != i+1 {
			t.Errorf("after %s: ran %v, error %v, %q", want, ran, r.IsError, asked)
		}
	}
	if !strings.Contains(asked[0], "touch x") || !strings.Contains(asked[0], "Bash(touch:*)") {
		t.Errorf("the question is %q", asked[0])
	}
	for _, command := range []string{"cat .env", "touch .env"} {
		if text, r := call(t, s, "exec", map[string]any{"command": command}); !r.IsError || len(asked) != 3 {
			t.Errorf("%s gives %q, asked %q", command, text, asked)
		}
	}
}

// TestUnreadRules refuses every call if the rules can't be read, but those of abort and toktee_output.
func TestUnreadRules(t *testing.T) {
	b := guarded(t, `{`)
	s := b.claude(t, nil)
	for name, args := range map[string]map[string]any{
		"exec": {"command": "echo hi"}, "read": {"path": "sub/a.txt"}, "list": {},
		"write": {"path": "y", "content": ""},
	} {
		text, r := call(t, s, name, args)
		if !r.IsError || !strings.Contains(text, "the rules of claude can't be read: ") {
			t.Errorf("%s gives %q", name, text)
		}
	}
	if text, _ := call(t, s, "toktee_output", map[string]any{"id": "401882137095"}); strings.Contains(text, "rules") {
		t.Errorf("toktee_output gives %q", text)
	}
}
