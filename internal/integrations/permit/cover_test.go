package permit_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/integrations/permit"
)

func (r *rig) covers() ([]permit.Cover, error) {
	return permit.Covers(permit.Places{
		Getenv: r.call.Getenv, Dir: r.path("repo/web"), Managed: []string{r.path("etc")},
	})
}

// TestCoversClaude finds the rules by which Claude Code would run anything behind toktee run.
func TestCoversClaude(t *testing.T) {
	for rule, want := range map[string]bool{
		"Bash(toktee:*)": true, "Bash(toktee *)": true, "Bash(toktee*)": true, "Bash(tok*)": true,
		"Bash(toktee run:*)": true, "Bash(toktee prefix:*)": true, "Bash(/data/toktee-prefix *)": true,
		"Bash(toktee run *)": true, "Bash(toktee run -- *)": true, "Bash(toktee run*)": true, "Bash(toktee r*)": true,
		"Bash(/usr/local/bin/toktee run:*)": true, "Bash(toktee run --level minimal -- *)": true,
		"Bash(toktee run --json -- *)": true, "Bash(toktee run --budget=500 *)": true, `Bash("toktee" run *)`: true,

		"Bash(toktee show *)": false, "Bash(toktee show:*)": false, "Bash(toktee run -- go test *)": false,
		"Bash(toktee run -- go test:*)": false,
		"Bash(toktee run -- make *)":    false, "Bash(toktee run)": false, "Bash(toktee run -- make)": false,
		"Bash(toktee run go test:*)": false, "Bash(toktee run --json go *)": false, "Bash(toktee ls)": false,
		"Bash(toktee)": false, "Bash(go test:*)": false, "Bash(tokteeth *)": false, "Bash(t *)": false,
		// These say by themselves that they allow everything.
		"Bash": false, "Bash(*)": false, "Bash(* run *)": false,
		"Read(toktee *)": false, "mcp__toktee": false,
	} {
		r := newRig(t)
		b, err := json.Marshal(map[string]any{"permissions": map[string]any{"allow": []string{"Read", rule}}})
		if err != nil {
			t.Fatal(err)
		}
		r.write("repo/.claude/settings.local.json", string(b))
		got, err := r.covers()
		if err != nil || (len(got) == 1) != want {
			t.Errorf("%s: %v, error %v", rule, got, err)
		}
		r.write("repo/.claude/settings.local.json", strings.Replace(string(b), "allow", "deny", 1))
		if got, err := r.covers(); len(got) > 0 || err != nil {
			t.Errorf("deny %s: %v, error %v", rule, got, err)
		}
	}
}

// TestCovers finds such rules in the settings of every agent, each with its file and its text.
func TestCovers(t *testing.T) {
	r := newRig(t)
	for name, text := range map[string]string{
		"home/.claude/settings.json": `{"permissions":{"allow":["Bash(toktee run *)"],"ask":["Bash(toktee *)"]}}`,
		"etc/managed-settings.json":  `{"permissions":{"allow":["Bash(toktee:*)"]}}`,
		"home/.gemini/settings.json": `{
			// what needs no question
			"tools": {"allowed": ["run_shell_command(git)", "run_shell_command(toktee)",],
				/* and */ "core": ["read_file"]},
			"url": "http://x//y"}`,
		"repo/.gemini/settings.json": `{"allowedTools": ["ShellTool(toktee run)", "run_shell_command(toktee show)"]}`,
		"home/.gemini/policies/mine.toml": "[[rule]]\ntoolName = \"run_shell_command\"\n" +
			"commandPrefix = [\"ls\", \"toktee run --\"]\ndecision = \"allow\"\n" +
			"[[rule]]\ncommandPrefix = \"toktee\"\ndecision = \"ask_user\"\n" +
			"[[rule]]\ncommandRegex = \"^toktee .*\"\ndecision = \"allow\"\npriority = 1\n",
		"home/.copilot/permissions-config.json": `{"locations":{"/repo":{"tool_approvals":[{"kind":"write"},
			{"kind":"commands","commandIdentifiers":["git:*","toktee:*","toktee show"]}]}}}`,
		"home/.config/opencode/opencode.jsonc": `{"permission":{"bash":{"*":"ask","toktee *":"allow",
			"toktee show *":"allow"}}}`,
		"repo/opencode.json": `{"permission":{"bash":"allow"},
			"agent":{"build":{"permission":{"bash":{"toktee run*":"allow","toktee*":"deny"}}}}}`,
		"home/.codex/rules/default.rules": "# prefix_rule(pattern=[\"toktee\"])\n" +
			"prefix_rule(pattern=[\"git\"], decision=\"allow\")\n" +
			"prefix_rule(\n  pattern = [\"toktee\", [\"ls\", \"run\"]], # all\n  justification = \"short\",\n)\n" +
			"prefix_rule(pattern=['toktee'], decision='prompt')\nprefix_rule(pattern=[\"toktee\", \"show\"])\n",
		"repo/.codex/rules/a.rules": "prefix_rule(pattern=[[\"toktee\", \"tk\"]], decision=\"allow\")",
	} {
		r.write(name, text)
	}
	got, err := r.covers()
	if err != nil {
		t.Error(err)
	}
	for i := range got {
		rel, err := filepath.Rel(r.root, got[i].File)
		if err != nil {
			t.Fatal(err)
		}
		got[i].File = filepath.ToSlash(rel)
	}
	want := []permit.Cover{
		{Agent: "claude", File: "home/.claude/settings.json", Rule: "Bash(toktee run *)"},
		{Agent: "claude", File: "etc/managed-settings.json", Rule: "Bash(toktee:*)"},
		{Agent: "gemini", File: "home/.gemini/settings.json", Rule: "run_shell_command(toktee)"},
		{Agent: "gemini", File: "repo/.gemini/settings.json", Rule: "ShellTool(toktee run)"},
		{Agent: "gemini", File: "home/.gemini/policies/mine.toml", Rule: `allow "toktee run --"`},
		{Agent: "gemini", File: "home/.gemini/policies/mine.toml", Rule: `allow "toktee .*"`},
		{Agent: "copilot", File: "home/.copilot/permissions-config.json", Rule: "toktee:* in /repo"},
		{Agent: "opencode", File: "home/.config/opencode/opencode.jsonc", Rule: `"toktee *": "allow"`},
		{Agent: "opencode", File: "repo/opencode.json", Rule: `"toktee run*": "allow"`},
		{Agent: "codex", File: "home/.codex/rules/default.rules",
			Rule: `prefix_rule(pattern = ["toktee", ["ls", "run"]])`},
		{Agent: "codex", File: "repo/.codex/rules/a.rules", Rule: `prefix_rule(pattern = [["toktee", "tk"]])`},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestCoversUnread names the files that can't be read, and finds what stands in the others.
func TestCoversUnread(t *testing.T) {
	r := newRig(t)
	bad := []string{
		"home/.claude/settings.json", "repo/.gemini/settings.json", "home/.gemini/policies/a.toml",
		"home/.copilot/permissions-config.json", "repo/opencode.json",
	}
	for _, name := range bad {
		r.write(name, "{{")
	}
	r.write("home/.codex/rules/a.rules", `prefix_rule(pattern=["toktee"])`)
	got, err := r.covers()
	if len(got) != 1 || err == nil {
		t.Errorf("%v, error %v", got, err)
	}
	for _, name := range bad {
		if err != nil && !strings.Contains(err.Error(), r.path(name)) {
			t.Errorf("%s isn't named: %v", name, err)
		}
	}
	if err := os.RemoveAll(r.path("home")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(r.path("repo")); err != nil {
		t.Fatal(err)
	}
	if got, err := r.covers(); len(got) > 0 || err != nil {
		t.Errorf("without any file: %v, error %v", got, err)
	}
}

// FuzzCovers reads whatever stands in the files.
func FuzzCovers(f *testing.F) {
	for _, seed := range []string{
		`prefix_rule(pattern=["toktee",], decision=`, "prefix_rule(pattern = [[", `{"a":"\`, "/*", "//", "{,}",
		`["x",]`, `{"permission":{"bash":{"toktee *":"allow"}}}`, "[[rule]]\ncommandPrefix=1",
	} {
		f.Add(seed)
	}
	r := newRig(f)
	f.Fuzz(func(t *testing.T, text string) {
		r.t = t
		for _, name := range []string{
			"home/.gemini/settings.json", "home/.gemini/policies/a.toml", "home/.copilot/permissions-config.json",
			"repo/opencode.json", "home/.codex/rules/a.rules", "repo/.claude/settings.json",
		} {
			r.write(name, text)
		}
		covers, _ := r.covers()
		for _, c := range covers {
			if !strings.ContainsAny(text, `\`) && !strings.Contains(text, "tok") {
				t.Errorf("%q has %+v", text, c)
			}
		}
	})
}
