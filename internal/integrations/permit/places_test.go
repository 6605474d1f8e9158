package permit_test

import (
	"os"
	"strings"
	"testing"
)

// TestPlaces finds a rule wherever Claude Code does, and in the folders above.
func TestPlaces(t *testing.T) {
	for _, file := range []string{
		"home/.claude/settings.json", "home/.claude/remote-settings.json", "repo/.claude/settings.json",
		"repo/.claude/settings.local.json", "repo/web/.claude/settings.json", ".claude/settings.json",
		"etc/managed-settings.json", "etc/managed-settings.d/10-a.json", "etc/managed-settings.d/20-b.json",
	} {
		r := newRig(t)
		r.write("repo/web/x", "")
		r.call.Dir = r.path("repo/web")
		r.rules(file, "deny Bash(touch *)")
		if err := r.refusal("make"); err != nil {
			t.Errorf("%s: another rule: %v", file, err)
		}
		r.rules(file, "deny Bash(make *)")
		if err := r.refusal("make"); err == nil || !strings.Contains(err.Error(), r.path(file)) {
			t.Errorf("%s: %v", file, err)
		}
	}
	r := newRig(t)
	r.env["CLAUDE_CONFIG_DIR"] = r.path("conf")
	r.rules("conf/settings.json", "ask Bash(make *)")
	if err := r.refusal("make"); err == nil {
		t.Error("CLAUDE_CONFIG_DIR: runs")
	}
}

// TestSettings refuses every command of a server's tool if a settings file isn't understood, or has a sandbox or a hook
// that doesn't reach the tool.
func TestSettings(t *testing.T) {
	for _, c := range []struct{ text, want string }{ // "" for a file that has nothing against it
		{"", ""}, {" \n", ""}, {"{}", ""}, {`{"permissions":{}}`, ""}, {`{"permissions":{"deny":[]}}`, ""},
		{`{"permissions":{"defaultMode":"bypassPermissions","additionalDirectories":["/x"]},"model":"m"}`, ""},
		{`{"sandbox":{"enabled":false}}`, ""}, {`{"hooks":{}}`, ""},
		{`{"hooks":{"PostToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"x"}]}]}}`, ""},
		{`{"hooks":{"PreToolUse":[{"matcher":"Edit|Write","hooks":[{"type":"command","command":"x"}]}]}}`, ""},
		{`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"/a/toktee","args":["hook","claude"]}]}]}}`,
			""},
		{`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/a/toktee hook claude"}]}]}}`, ""},

		{`{`, "not a JSON object"}, {`[]`, "not a JSON object"}, {`null`, "not a JSON object"},
		{`"x"`, "not a JSON object"},
		{"// a comment\n{}", "not a JSON object"}, {"\ufeff{}", ""}, {`{} {}`, "not a JSON object"},
		{`{"permissions":[]}`, "permissions"}, {`{"permissions":null}`, "permissions"},
		{`{"permissions":{"deny":"Bash(make)"}}`, "permissions.deny"},
		{`{"permissions":{"ask":[1]}}`, "permissions.ask"},
		{`{"permissions":{"allow":{"a":1}}}`, "permissions.allow"},
		{strings.Repeat(" ", 1<<20) + "{}", "no file of at most"},
		{`{"permissions":{"deny":["Bash(make)"],"Deny":[]}}`, "to deny may apply"},
		{`{"Permissions":{},"permissions":{"deny":["Bash(make)"]}}`, "to deny may apply"},
		{`{"permissions":{"deny":["\u0042ash(make)"]}}`, "to deny may apply"},
		{`{"sandbox":{"enabled":true}}`, "sandbox"}, {`{"sandbox":{}}`, "sandbox"}, {`{"sandbox":true}`, "sandbox"},
		{`{"policyHelper":{"path":"/x"}}`, "from a program"},
		{`{"hooks":[]}`, "the hook before Bash"}, {`{"hooks":{"PreToolUse":{}}}`, "the hook before Bash"},
		{`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"rtk hook claude"}]}]}}`,
			"the hook before Bash"},
		{`{"hooks":{"PreToolUse":[{"matcher":"B.*","hooks":[{"type":"http","url":"x"}]}]}}`, "the hook before Bash"},
		{`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"guard"}]}]}}`, ""}, // it sees the tool, too
		{`{"hooks":{"PreToolUse":[{"matcher":"Edit|Bash","hooks":[{"type":"command","command":"guard"}]}]}}`,
			"the hook before Bash"},
	} {
		r := newRig(t)
		r.call.Server = true
		r.write("repo/.claude/settings.local.json", c.text)
		switch err := r.refusal("make"); {
		case c.want == "" && err != nil:
			t.Errorf("%.80s: %v", c.text, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%.80s: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestFiles refuses commands if a settings file is there and can't be read.
func TestFiles(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"a folder":    func(path string) error { return os.Mkdir(path, 0o700) },
		"a dead link": func(path string) error { return os.Symlink("/nowhere/at/all", path) },
		"a loop":      func(path string) error { return os.Symlink(path, path) },
		"unreadable": func(path string) error {
			if os.Getuid() == 0 { // root reads everything
				return os.Mkdir(path, 0o700)
			}
			return os.WriteFile(path, nil, 0)
		},
	} {
		r := newRig(t)
		r.rules("repo/.claude/settings.json", "deny Bash(touch *)")
		if err := make(r.path("repo/.claude/settings.local.json")); err != nil {
			t.Fatal(err)
		}
		if err := r.refusal("make"); err == nil {
			t.Errorf("%s: runs", name)
		}
	}
	r := newRig(t)
	r.rules("elsewhere.json", "deny Bash(make *)")
	r.write("repo/.claude/x", "")
	if err := os.Symlink(r.path("elsewhere.json"), r.path("repo/.claude/settings.json")); err != nil {
		t.Fatal(err)
	}
	if err := r.refusal("make"); err == nil || !strings.Contains(err.Error(), "to deny may apply") {
		t.Errorf("behind a link: %v", err)
	}
	r = newRig(t)
	r.write("repo/.claude", "a file, so there is nothing below it")
	if err := r.refusal("make"); err != nil {
		t.Errorf(".claude is a file: %v", err)
	}
	r = newRig(t)
	r.rules("repo/.claude/settings.json", "deny Bash(make *)")
	if err := os.Symlink(r.path("repo"), r.path("linked")); err != nil {
		t.Fatal(err)
	}
	r.env["CLAUDE_PROJECT_DIR"], r.call.Dir = r.path("linked"), r.path("linked")
	if err := r.refusal("make"); err == nil {
		t.Error("in a folder behind a link: runs")
	}
}

// BenchmarkCheck reads three settings files of ten rules each and checks a command, as "toktee run" does inside
// Claude Code.
func BenchmarkCheck(b *testing.B) {
	r := newRig(b)
	rules := strings.Repeat(
		"deny Bash(rm -rf *); ask Bash(git push:*); allow Bash(npm run lint); deny Read(./.env); ", 3,
	)
	for _, file := range []string{
		"home/.claude/settings.json", "repo/.claude/settings.json", "repo/.claude/settings.local.json",
	} {
		r.rules(file, strings.TrimSuffix(rules, "; "))
	}
	for b.Loop() {
		if err := r.refusal("go test ./..."); err != nil {
			b.Fatal(err)
		}
	}
}
