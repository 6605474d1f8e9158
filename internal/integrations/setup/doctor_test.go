package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCheck puts something in an agent's way, and reads what is said of it.
func TestCheck(t *testing.T) {
	const script = "#!/bin/sh\necho 'agent 9.9.9 (build 4)'\n"
	used := Used{Sessions: 2, Last: time.Now().Add(time.Hour), Dir: "/src", Results: 9, Short: 4}
	for _, c := range []struct {
		name, agent string
		files       map[string]string
		without     bool // it isn't set up
		later       bool // two days after it was set up
		used        Used
		problem     string // part of the first, "" for none
		note        string
	}{
		{name: "not set up", agent: "claude", without: true, note: "not set up: toktee init claude"},
		{name: "well", agent: "claude", used: used, note: "4 of 9 results shortened"},
		{name: "newer", agent: "claude", used: used, note: "version 9.9.9 is newer than 2.1.332"},
		{name: "new", agent: "claude", note: "hasn't been called since it was set up: start a session"},
		{
			name: "never called", agent: "claude", later: true,
			problem: "hasn't been called since it was set up: start a session",
		},
		{name: "not trusted", agent: "codex", problem: "type /hooks and trust"},
		{
			name: "called before it was set up", agent: "gemini", later: true, problem: "hasn't been called since",
			used: Used{Sessions: 1, Last: time.Now().Add(-time.Hour)},
		},
		{
			name: "all hooks off", agent: "claude", used: used, problem: "has disableAllHooks",
			files: map[string]string{".claude/settings.json": "{\"disableAllHooks\": true /* for now */}"},
		},
		{
			name: "hooks off", agent: "gemini", used: used, problem: "hooksConfig.enabled false",
			files: map[string]string{".gemini/settings.json": `{"hooksConfig": {"enabled": false}}`},
		},
		{
			name: "one hook off", agent: "gemini", used: used, problem: "hooksConfig.disabled",
			files: map[string]string{".gemini/settings.json": `{"hooksConfig": {"disabled": ["toktee"]}}`},
		},
		{
			name: "feature off", agent: "codex", used: used, problem: "features.hooks false",
			files: map[string]string{".codex/config.toml": "[features]\nhooks = false\n"},
		},
		{
			name: "another's hook", agent: "claude", used: used, note: "may replace results of Bash: toktee leaves",
			files: map[string]string{
				".claude/settings.json": `{"hooks": {"PostToolUse": [{"matcher": "Bash", "command": "x"}]}}`,
			},
		},
		{
			name: "code mode", agent: "codex", note: "toktee agent -- codex, or toktee init --gateway codex",
			used: Used{Sessions: 1, Last: time.Now().Add(time.Hour), Program: true},
		},
		{
			name: "sandbox", agent: "codex", used: used, note: "to writable_roots of [sandbox_workspace_write]",
			files: map[string]string{".codex/config.toml": "sandbox_mode = \"workspace-write\"\n"},
		},
		{
			name: "old node", agent: "qwen", used: used, problem: "it needs Node 22, and ",
			files: map[string]string{
				"bin/qwen": "#!/usr/bin/env node\n", "bin/node": "#!/bin/sh\necho v18.1.0\n",
			},
		},
		{name: "no hooks to speak of", agent: "qwen", note: "its hooks can't replace results"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testPlace(t, c.files)
			p.Path, p.Shims, p.Store = filepath.Join(p.Home, "bin"), "", filepath.Join(p.Home, "data")
			a := Find(c.agent)
			if err := os.MkdirAll(p.Path, 0o755); err != nil {
				t.Fatal(err)
			}
			if _, ok := c.files["bin/"+a.Program]; !ok {
				if err := os.WriteFile(filepath.Join(p.Path, a.Program), []byte(script), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			_ = os.Chmod(filepath.Join(p.Path, "node"), 0o755) // if there is one
			if !c.without {
				apply(t, Init(p, []*Agent{a}))
			}
			p.Now = time.Now()
			if c.later {
				p.Now = p.Now.Add(48 * time.Hour)
			}
			h := p.Check(t.Context(), a, c.used)
			var problems, notes []string
			for _, n := range h.Notes {
				if n.Problem {
					problems = append(problems, n.Text)
				} else {
					notes = append(notes, n.Text)
				}
			}
			if c.problem == "" && len(problems) > 0 || !strings.Contains(strings.Join(problems, "\n"), c.problem) {
				t.Errorf("problems %q, want %q", problems, c.problem)
			}
			if !strings.Contains(strings.Join(notes, "\n"), c.note) {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
			if c.name == "well" && h.Version != "9.9.9" {
				t.Errorf("version %q", h.Version)
			}
		})
	}
}

func TestNewer(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"2.1.330", "2.1.330", false}, {"2.1.331", "2.1.330", true}, {"2.2.0", "2.1.330", true}, {"1.9", "2.1", false},
		{"2.1", "2.1.330", false}, {"0.170.0", "0.169.0", true}, {"10.0.0", "9.9.9", true},
	} {
		if got := newer(c.a, c.b); got != c.want {
			t.Errorf("newer(%s, %s) = %t", c.a, c.b, got)
		}
	}
}
