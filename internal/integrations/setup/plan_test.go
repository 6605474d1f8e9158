package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/integrations/permit"
)

const claudeSettings = ".claude/settings.json"

// TestLeftAlone: an agent with a file that can't be read as it should be stays as it is, with the reason.
func TestLeftAlone(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"hooks": `, "unexpected EOF"},
		{`[1]`, "it has no JSON object: want {...}"},
		{`{"hooks": "none"}`, `hooks is "none", want an object`},
		{`{"hooks": {"Stop": [], "PostToolUse": {"a": 1}}}`, `hooks: PostToolUse is {"a": 1}, want an array`},
		{"\x00\x01", "invalid character"},
		{strings.Repeat("[", 4<<20), "it nests too deeply"},
		{strings.Repeat(`{"a":`, 1<<20), "it nests too deeply"},
	} {
		p := testPlace(t, map[string]string{claudeSettings: c.text})
		plan := Init(p, []*Agent{Find("claude")})
		if len(plan.Failed) != 1 || !strings.Contains(plan.Failed[0].Error(), c.want) ||
			!strings.Contains(plan.Failed[0].Error(), claudeSettings) {
			t.Errorf("%q: %v, want %q", c.text, plan.Failed, c.want)
		}
		if len(plan.Changes) != 0 {
			t.Errorf("%q: changes %+v of an agent that can't be set up", c.text, plan.Changes)
		}
	}
	p := testPlace(t, map[string]string{
		".claude/CLAUDE.md": paragraphBegin + "\nno end\n", claudeSettings: "{}",
		".codex/config.toml": "[shell_environment_policy]\nset = { CI = \"1\" }\n", ".codex/hooks.json": "{}",
		".config/opencode/plugin/toktee.js": "// somebody else's\n",
	})
	plan := Init(p, []*Agent{Find("claude"), Find("codex"), Find("opencode")})
	if len(plan.Failed) != 3 {
		t.Errorf("left alone: %v, want three", plan.Failed)
	}
}

// TestOthersStay: handlers of others stay, even in a group with toktee's, and so does what another tool of the kind
// has.
func TestOthersStay(t *testing.T) {
	const text = `{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "audit"},
          {"type": "command", "command": "/old/toktee", "args": ["hook", "claude"]}
        ]
      },
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "rtk hook claude"}]}
    ],
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "'/a b/toktee' hook claude"}]}
    ]
  }
}
`
	const want = `{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "audit"}
        ]
      },
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "rtk hook claude"}]}
    ]
  }
}
`
	p := testPlace(t, map[string]string{claudeSettings: text})
	apply(t, Init(p, []*Agent{Find("claude")}))
	b := read(t, p, claudeSettings)
	if strings.Contains(b, "/old/toktee") || strings.Contains(b, "/a b/") || strings.Count(b, "/opt/bin/toktee") != 2 {
		t.Errorf("after init:\n%s", b)
	}
	if err := os.WriteFile(filepath.Join(p.Home, claudeSettings), append([]byte(b), '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	apply(t, Uninstall([]*Agent{Find("claude")}, p))
	if diff := cmp.Diff(want+"\n", read(t, p, claudeSettings)); diff != "" {
		t.Errorf("after uninstall of what somebody has changed since (-want +got)\n%s", diff)
	}
}

func read(t *testing.T, p *Place, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(p.Home, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestChangedSince: what the user changes after init stays when toktee goes.
func TestChangedSince(t *testing.T) {
	p := testPlace(t, map[string]string{claudeSettings: "{\n  \"model\": \"opus\"\n}\n"})
	apply(t, Init(p, []*Agent{Find("claude")}))
	changed := strings.Replace(read(t, p, claudeSettings), "opus", "haiku", 1)
	if err := os.WriteFile(filepath.Join(p.Home, claudeSettings), []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	apply(t, Uninstall(Agents(), p))
	if got, want := read(t, p, claudeSettings), "{\n  \"model\": \"haiku\"\n}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestLinkStays: settings that are a link into another folder stay one, and the file behind it changes.
func TestLinkStays(t *testing.T) {
	p := testPlace(t, map[string]string{"dotfiles/settings.json": "{}\n"})
	link := filepath.Join(p.Home, claudeSettings)
	if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(p.Home, "dotfiles/settings.json"), link); err != nil {
		t.Fatal(err)
	}
	before := tree(t, p.Home)
	apply(t, Init(p, []*Agent{Find("claude")}))
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	if !strings.Contains(read(t, p, "dotfiles/settings.json"), "toktee") {
		t.Error("the file behind the link hasn't changed")
	}
	apply(t, Uninstall([]*Agent{Find("claude")}, p))
	if diff := cmp.Diff(before, tree(t, p.Home)); diff != "" {
		t.Errorf("there and back (-before +after)\n%s", diff)
	}
}

// TestMeantime: a file that changes between the showing and the writing is left alone, and so are the others.
func TestMeantime(t *testing.T) {
	p := testPlace(t, map[string]string{claudeSettings: "{}\n"})
	plan := Init(p, []*Agent{Find("claude")})
	if err := os.WriteFile(filepath.Join(p.Home, claudeSettings), []byte("{\"a\": 1}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := tree(t, p.Home)
	err := plan.Apply()
	if err == nil || !strings.Contains(err.Error(), "settings.json: it has changed in the meantime") {
		t.Errorf("the error is %v", err)
	}
	if diff := cmp.Diff(before, tree(t, p.Home)); diff != "" {
		t.Errorf("written all the same (-before +after)\n%s", diff)
	}
	if left := p.Left(); len(left) > 0 {
		t.Errorf("recorded: %q", left)
	}
	if got := read(t, p, claudeSettings); got != "{\"a\": 1}\n" {
		t.Errorf("the file is %q", got)
	}
}

// TestProject sets up a project, in which agents share a file of instructions.
func TestProject(t *testing.T) {
	p := testPlace(t, map[string]string{"shop/AGENTS.md": "# Shop\n", ".codex/x": "", ".claude/x": ""})
	p.Project = filepath.Join(p.Home, "shop")
	before := tree(t, p.Home)
	all := Agents()
	apply(t, Init(p, all))
	for _, name := range []string{
		".claude/settings.local.json", "CLAUDE.local.md", ".codex/hooks.json", ".github/hooks/toktee.json",
		".cursor/hooks.json", ".cursor/rules/toktee.mdc", ".gemini/settings.json", "GEMINI.md",
		".opencode/plugin/toktee.js", ".pi/extensions/toktee.ts",
	} {
		if !strings.Contains(read(t, p, filepath.Join("shop", name)), "toktee") {
			t.Errorf("%s doesn't name toktee", name)
		}
	}
	if n := strings.Count(read(t, p, "shop/AGENTS.md"), paragraphBegin); n != 1 {
		t.Errorf("AGENTS.md has %d paragraphs", n)
	}
	apply(t, Uninstall([]*Agent{Find("codex")}, p))
	if !strings.Contains(read(t, p, "shop/AGENTS.md"), paragraphBegin) {
		t.Error("without codex, opencode's instructions are gone")
	}
	apply(t, Uninstall(all, p))
	if diff := cmp.Diff(before, tree(t, p.Home)); diff != "" {
		t.Errorf("there and back (-before +after)\n%s", diff)
	}
}

// TestNeverAllows: nothing that is written allows or refuses anything.
func TestNeverAllows(t *testing.T) {
	p := testPlace(t, nil)
	for _, c := range Init(p, Agents()).Changes {
		for _, word := range []string{"permission", "\"allow", "Bash(toktee", "approval", "trust_", "prefix_rule"} {
			if strings.Contains(string(c.After), word) {
				t.Errorf("%s has %q:\n%s", c.Path, word, c.After)
			}
		}
	}
}

// TestHookCommand tells toktee's own commands from those of others.
func TestHookCommand(t *testing.T) {
	for _, c := range []struct {
		command string
		args    []string
		want    bool
	}{
		{"toktee hook claude", nil, true},
		{"/usr/bin/toktee hook claude", nil, true},
		{"'/a b/toktee' hook claude", nil, true},
		{`"C:\Program Files\toktee.exe" hook claude`, nil, true},
		{"/usr/bin/toktee hook claude --event x", nil, true},
		{"/opt/toktee-1.2/toktee", []string{"hook", "claude"}, true},
		{`& "C:\Program Files\a & b\toktee.exe" hook claude`, nil, true},
		{"toktee hook claude && notify-send done", nil, false},
		{"toktee hook claude | tee log", nil, false},
		{"audit; /usr/bin/toktee hook claude", nil, false},
		{"cat >$(mktemp) <f && /usr/bin/toktee hook claude", nil, false},
		{"rtk hook claude", nil, false},
		{"/home/toktee/bin/rtk hook claude", nil, false},
		{"toktee hook claudette", nil, false},
		{"toktee hook codex", nil, false},
		{"toktee", []string{"hook", "codex"}, false},
		{"echo", []string{"hook", "claude"}, false},
		{"toktee run -- make", nil, false},
		{"", nil, false},
	} {
		if got := permit.IsHook("claude", c.command, c.args); got != c.want {
			t.Errorf("isHook(%q, %q) = %t", c.command, c.args, got)
		}
	}
}

// TestKeptOut: a file that is read-only, or a link to a file that isn't there, is the person's wish, and stays so.
func TestKeptOut(t *testing.T) {
	p := testPlace(t, map[string]string{claudeSettings: "{}\n"})
	if err := os.Chmod(filepath.Join(p.Home, claudeSettings), 0o444); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(p.Home, ".claude/CLAUDE.md")
	if err := os.Symlink("../dotfiles/CLAUDE.md", link); err != nil {
		t.Fatal(err)
	}
	plan := Init(p, []*Agent{Find("claude")})
	if len(plan.Changes) != 0 || len(plan.Failed) != 2 ||
		!strings.Contains(plan.Failed[0].Error(), "settings.json: it is read-only") ||
		!strings.Contains(plan.Failed[1].Error(), "CLAUDE.md: it is a link to a file that isn't there") {
		t.Errorf("%d changes, left alone: %v", len(plan.Changes), plan.Failed)
	}
	if err := plan.Apply(); err != nil {
		t.Error(err)
	}
	if target, err := os.Readlink(link); err != nil || target != "../dotfiles/CLAUDE.md" {
		t.Errorf("the link is to %q, %v", target, err)
	}
	if got := read(t, p, claudeSettings); got != "{}\n" {
		t.Errorf("the settings are %q", got)
	}
}

// TestTakenOutByHand: where the person has taken the entries out, or deleted the file, nothing is called set up any
// more, and uninstall deletes the copies of the settings, which may hold secrets.
func TestTakenOutByHand(t *testing.T) {
	const text = "{\"apiKey\": \"secret\"}\n"
	p := testPlace(t, map[string]string{claudeSettings: text})
	before := tree(t, p.Home)
	apply(t, Init(p, []*Agent{Find("claude")}))
	if err := os.WriteFile(filepath.Join(p.Home, claudeSettings), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(p.Home, ".claude/CLAUDE.md")); err != nil {
		t.Fatal(err)
	}
	if left := p.Left(); len(left) > 0 {
		t.Errorf("still set up: %v", left)
	}
	plan := Uninstall(Agents(), p)
	if len(plan.Changes) > 0 {
		t.Errorf("%d changes", len(plan.Changes))
	}
	apply(t, plan)
	if diff := cmp.Diff(before, tree(t, p.Home)); diff != "" {
		t.Errorf("(-before +after)\n%s", diff)
	}
}

// TestKept: the copy that is named is there, also when a file that init made is changed once more.
func TestKept(t *testing.T) {
	p := testPlace(t, map[string]string{claudeSettings: "{}\n"})
	agents := []*Agent{Find("claude"), Find("codex")}
	apply(t, Init(p, agents))
	p.Program = "/usr/local/bin/toktee"
	plan := Init(p, agents)
	apply(t, plan)
	named := 0
	for _, c := range plan.Changes {
		if kept := plan.Kept(&c); kept != "" {
			named++
			if _, err := os.Stat(kept); err != nil {
				t.Errorf("%s: %v", c.Path, err)
			}
		}
	}
	if len(plan.Changes) != 2 || named != 1 {
		t.Errorf("%d changes, %d copies named, want 2 and 1", len(plan.Changes), named)
	}
}
