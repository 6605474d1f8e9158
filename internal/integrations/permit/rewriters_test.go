package permit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRewriters finds the hooks of others that may replace results, in all places that an agent reads.
func TestRewriters(t *testing.T) {
	const (
		redact = `{"type": "command", "command": "redact"}`
		own    = `{"type": "command", "command": "/opt/bin/toktee", "args": ["hook", "claude"]}`
		all    = "Bash Read Edit mcp__db__rows"
		user   = "home/.claude/settings.json"
		a      = "home/.claude/plugins/installed_plugins.json\n" +
			`{"plugins": {"a@m": [{"installPath": "$ROOT/a"}]}}` + "\n\n" +
			user + "\n" + `{"enabledPlugins": {"a@m": true}}` + "\n\n"
	)
	group := func(event, matcher, handler string) string {
		return `{"hooks": {"` + event + `": [{"matcher": "` + matcher + `", "hooks": [` + handler + `]}]}}`
	}
	post := func(file, matcher, handler string) string {
		return file + "\n" + group("PostToolUse", matcher, handler)
	}
	for _, c := range []struct {
		agent string
		files string // each below its name, with an empty line between them
		takes string // tools among those below
	}{
		{"claude", "", ""},
		{"claude", post(user, "", own), ""},
		{"claude", post(user, "", own+","+redact), all},
		{"claude", post(user, "*", redact), all},
		{"claude", post("repo/.claude/settings.json", "Bash|Edit", redact), "Bash Edit"},
		{"claude", post("repo/.claude/settings.local.json", "^(Read|mcp__.*)$", redact), "Read mcp__db__rows"},
		{"claude", post("etc/managed-settings.json", "(?!Bash)x", redact), all}, // Go can't read it
		{"claude", post(".claude/settings.json", "Bash", redact), "Bash"},       // above the project
		{"claude", user + "\n\ufeff// mine\n" + group("PostToolUse", "Bash", redact), "Bash"},
		{"claude", post(user, "Bash", `{"type": "http", "url": "http://x"}`), "Bash"},
		{"claude", user + "\n" + group("PreToolUse", "Bash", redact), ""},
		{"claude", post(user, "Bash", `{"command": "log", "async": true}`), ""},
		{"claude", user + "\n" + group("PostToolUse", "Bash", redact)[3:], ""}, // no JSON
		{"claude", user + "\n" + `{"hooks": {"PostToolUse": {"Bash": 1}}}`, all},
		{"claude", post(user, "Bash", `{"command": "toktee hook claude | redact"}`), "Bash"},

		{"claude", a + post("a/hooks/hooks.json", "Bash", redact), "Bash"},
		{"claude", a + post("a/.claude-plugin/plugin.json", "Read", redact), "Read"},
		{"claude", a + "a/.claude-plugin/plugin.json\n" + `{"hooks": "./h.json"}` + "\n\n" +
			post("a/h.json", "Read", redact), "Read"},
		{"claude", a + "a/hooks/hooks.json\n" + group("PreToolUse", "Bash", redact), ""},
		{"claude", strings.Replace(a, "true", "false", 1) + post("a/hooks/hooks.json", "Bash", redact), ""},

		{"codex", post("home/.codex/hooks.json", "^Bash$", redact), "Bash"},
		{"codex", "home/.codex/config.toml\n[[hooks.PostToolUse]]\nmatcher = \"Bash\"\n" +
			"[[hooks.PostToolUse.hooks]]\ntype = \"command\"\ncommand = \"redact\"\n", "Bash"},
		{"codex", post("repo/.codex/hooks.json", "mcp", redact), "mcp__db__rows"},
		{"codex", post("home/.codex/hooks.json", "", `{"command": "'/a b/toktee' hook codex"}`), ""},
		{"gemini", "home/.gemini/settings.json\n" + group("AfterTool", "Bash", redact), "Bash"},
		{"gemini", "home/.gemini/extensions/x/hooks/hooks.json\n" + group("AfterTool", "", redact), all},
		{"copilot", "repo/.github/hooks/x.json\n" + `{"hooks": {"postToolUse": [{"bash": "redact"}]}}`, all},
		{"copilot", "home/.copilot/settings.json\n" + `{"hooks": {"postToolUse": [{"bash": "redact"}]}}`, all},
		{"copilot", "home/.copilot/settings.json\n// a comment\n" + group("PostToolUse", "Bash", redact), "Bash"},
		{"copilot", "repo/.github/copilot/settings.local.json\n" + group("PostToolUse", "Bash", redact), "Bash"},
		{"copilot", "home/.copilot/hooks/toktee.json\n" + `{"hooks": {"postToolUse": ` +
			`[{"bash": "/x/toktee hook copilot --event postToolUse"}]}}`, ""},
		{"opencode", post(user, "", redact), ""},
	} {
		root := t.TempDir()
		for file := range strings.SplitSeq(c.files, "\n\n") {
			path, text, _ := strings.Cut(file, "\n")
			path = filepath.Join(root, path)
			if text == "" {
				continue
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "$ROOT", root)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		env := map[string]string{"HOME": filepath.Join(root, "home")}
		p := Places{
			Getenv: func(k string) (string, bool) { v, ok := env[k]; return v, ok },
			Dir:    filepath.Join(root, "repo"), Managed: []string{filepath.Join(root, "etc")},
		}
		var took []string
		for _, tool := range []string{"Bash", "Read", "Edit", "mcp__db__rows"} {
			for _, r := range p.Rewriters(c.agent) {
				if r.Takes(tool) {
					took = append(took, tool)
					break
				}
			}
		}
		if got := strings.Join(took, " "); got != c.takes {
			t.Errorf("%s, %s: another hook gets results of %q, want %q", c.agent, c.files, got, c.takes)
		}
	}
}

// BenchmarkRewriters reads what each call of the hook reads.
func BenchmarkRewriters(b *testing.B) {
	home := b.TempDir()
	var s strings.Builder
	s.WriteString(`{"permissions": {"allow": ["Bash(a)"`)
	for range 100 {
		s.WriteString(`, "Bash(npm run test:*)"`)
	}
	s.WriteString(`]}, "hooks": {"PostToolUse": [{"matcher": "Edit|Write", "hooks": [{"command": "fmt"}]}]}}`)
	dir := filepath.Join(home, "a", "b", "c", "d")
	for _, path := range []string{filepath.Join(home, ".claude"), filepath.Join(dir, ".claude")} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, "settings.json"), []byte(s.String()), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	p := Places{Getenv: func(k string) (string, bool) { return home, k == "HOME" }, Dir: dir}
	for b.Loop() {
		p.Rewriters("claude")
	}
}
