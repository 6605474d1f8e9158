package permit_test

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/permit"
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
		if err := r.objection("make"); err != nil {
			t.Errorf("%s: another rule: %v", file, err)
		}
		r.rules(file, "deny Bash(make *)")
		if err := r.objection("make"); err == nil || !strings.Contains(err.Error(), r.path(file)) {
			t.Errorf("%s: %v", file, err)
		}
	}
	r := newRig(t)
	r.env["CLAUDE_CONFIG_DIR"] = r.path("conf")
	r.write("conf/shell-snapshots/snapshot-zsh-1-a.sh", "")
	r.rules("conf/settings.json", "ask Bash(make *)")
	if err := r.objection("make"); err == nil {
		t.Error("CLAUDE_CONFIG_DIR: is rewritten")
	}
}

// TestSettings leaves every command alone where a settings file isn't understood, or says that the text matters.
func TestSettings(t *testing.T) {
	for _, c := range []struct{ text, want string }{ // "" for a file that has nothing against it
		{"", ""}, {" \n", ""}, {"{}", ""}, {`{"permissions":{}}`, ""}, {`{"permissions":{"deny":[]}}`, ""},
		{`{"permissions":{"defaultMode":"bypassPermissions","additionalDirectories":["/x"]},"model":"m"}`, ""},
		{`{"enabledPlugins":{"toktee@x":true,"lint@y":false}}`, ""},
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
		{`{"permissions":{"deny":["Bash(make)"],"Deny":[]}}`, "a rule to deny"},
		{`{"Permissions":{},"permissions":{"deny":["Bash(make)"]}}`, "a rule to deny"},
		{`{"permissions":{"deny":["\u0042ash(make)"]}}`, "a rule to deny"},
		{`{"sandbox":{"enabled":true}}`, "sandbox"}, {`{"sandbox":{}}`, "sandbox"}, {`{"sandbox":true}`, "sandbox"},
		{`{"policyHelper":{"path":"/x"}}`, "from a program"},
		{`{"enabledPlugins":{"guard@x":true}}`, "plugin"}, {`{"enabledPlugins":["x"]}`, "plugin"},
		{`{"enabledPlugins":{"guard@x":["1.0"]}}`, "plugin"},
		{`{"hooks":[]}`, "another hook"}, {`{"hooks":{"PreToolUse":{}}}`, "another hook"},
		{`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"rtk hook claude"}]}]}}`,
			"another hook"},
		{`{"hooks":{"PreToolUse":[{"matcher":"B.*","hooks":[{"type":"http","url":"x"}]}]}}`, "another hook"},
		{`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"guard"}]}]}}`, "another hook"},
		{`{"hooks":{"PreToolUse":[{"matcher":"Edit|Bash","hooks":[{"type":"command","command":"guard"}]}]}}`,
			"another hook"},
	} {
		r := newRig(t)
		r.write("repo/.claude/settings.local.json", c.text)
		switch err := r.objection("make"); {
		case c.want == "" && err != nil:
			t.Errorf("%.80s: %v", c.text, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%.80s: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestFiles leaves commands alone where a settings file is there and can't be read.
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
		if err := r.objection("make"); err == nil {
			t.Errorf("%s: is rewritten", name)
		}
	}
	r := newRig(t)
	r.rules("elsewhere.json", "deny Bash(make *)")
	r.write("repo/.claude/x", "")
	if err := os.Symlink(r.path("elsewhere.json"), r.path("repo/.claude/settings.json")); err != nil {
		t.Fatal(err)
	}
	if err := r.objection("make"); err == nil || !strings.Contains(err.Error(), "a rule to deny") {
		t.Errorf("behind a link: %v", err)
	}
	r = newRig(t)
	r.write("repo/.claude", "a file, so there is nothing below it")
	if err := r.objection("make"); err != nil {
		t.Errorf(".claude is a file: %v", err)
	}
	r = newRig(t)
	r.rules("repo/.claude/settings.json", "deny Bash(make *)")
	if err := os.Symlink(r.path("repo"), r.path("linked")); err != nil {
		t.Fatal(err)
	}
	r.env["CLAUDE_PROJECT_DIR"], r.call.Dir = r.path("linked"), r.path("linked")
	if err := r.objection("make"); err == nil {
		t.Error("in a folder behind a link: is rewritten")
	}
}

// TestSession leaves commands alone where the session may have rules that stand in no file.
func TestSession(t *testing.T) {
	for name, change := range map[string]func(r *rig){
		"a sub-agent":         func(r *rig) { r.call.Agent = "a1" },
		"no project":          func(r *rig) { delete(r.env, "CLAUDE_PROJECT_DIR") },
		"a relative project":  func(r *rig) { r.env["CLAUDE_PROJECT_DIR"] = "." },
		"no working folder":   func(r *rig) { r.call.Dir = "" },
		"a folder that isn't": func(r *rig) { r.call.Dir = r.path("gone") },
		"no home":             func(r *rig) { delete(r.env, "HOME") },
		"no process":          func(r *rig) { delete(r.env, "CLAUDE_PID") },
		"a bad process":       func(r *rig) { r.env["CLAUDE_PID"] = "x" },
		"a process unknown":   func(r *rig) { r.env["CLAUDE_PID"] = "12" },
		"the library":         func(r *rig) { r.env["CLAUDE_CODE_ENTRYPOINT"] = "sdk-py" },
		"no entry":            func(r *rig) { delete(r.env, "CLAUDE_CODE_ENTRYPOINT") },
		"managed elsewhere":   func(r *rig) { r.env["CLAUDE_CODE_MANAGED_SETTINGS_PATH"] = "/x" },
		"denied by a flag":    func(r *rig) { r.argv = append(r.argv, "--disallowedTools", "Bash(make:*)") },
		"the flag's other":    func(r *rig) { r.argv = append(r.argv, "--disallowed-tools=Bash(make:*)") },
		"settings by a flag":  func(r *rig) { r.argv = append(r.argv, "--settings", "{}") },
		"agents by a flag":    func(r *rig) { r.argv = append(r.argv, "--agents", "{}") },
		"an unknown flag":     func(r *rig) { r.argv = append(r.argv, "--new") },
		"rules by a variable": func(r *rig) { r.vars = []string{"HOME", "CLAUDE_BG_SESSION_PERMISSION_RULES"} },
		"a job":               func(r *rig) { r.vars = []string{"CLAUDE_JOB_DIR"} },
		"settings of a host":  func(r *rig) { r.vars = []string{"CLAUDE_CODE_MCP_SERVE_SETTINGS"} },
		"a linked worktree": func(r *rig) {
			if err := os.Remove(r.path("repo/.git")); err != nil {
				t.Fatal(err)
			}
			r.write("repo/.git", "gitdir: /elsewhere")
		},
		"no shell yet":  func(r *rig) { r.env["CLAUDE_CONFIG_DIR"] = r.path("conf") },
		"an alias":      snapshot("alias -- make='echo no'\n"),
		"a function":    snapshot("make () {\n\techo no\n}\n"),
		"one of Bash":   snapshot(`eval $'make () \n{ \n    echo FUNC\n}' > /dev/null 2>&1` + "\n"),
		"another form":  snapshot("function make {\n"),
		"names unread":  snapshot(`eval "$(echo 'bWFrZQ==' | base64 -d)"` + "\n"),
		"global alias":  snapshot("alias -g all=x\n"),
		"quoted alias":  snapshot("alias -- 'make'='x'\n"),
		"all ways":      snapshot("alias make=x"),
		"right in line": snapshot("true; make() { :; }"),
	} {
		r := newRig(t)
		if err := r.objection("make all"); err != nil {
			t.Fatal(err)
		}
		change(r)
		if err := r.objection("make all"); err == nil {
			t.Errorf("%s: is rewritten", name)
		}
	}
	for name, change := range map[string]func(r *rig){
		"flags": func(r *rig) {
			r.argv = []string{"claude", "--model=m", "-c", "--permission-mode", bypass, "fix make"}
		},
		"an unlike": snapshot("alias -- cmake=x\nalias -- make-all=y\nremake () {\n:\n}\nexport MAKE=1\n" +
			"# make it\n"),
		"variables": func(r *rig) {
			r.vars = []string{"CLAUDE_CODE_MAX_OUTPUT_TOKENS", "CLAUDE_CODE_SESSION_ID", "X_SETTINGS"}
		},
		"from -p":      func(r *rig) { r.env["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli" },
		"no repo":      func(r *rig) { _ = os.Remove(r.path("repo/.git")) },
		"empty config": func(r *rig) { r.env["CLAUDE_CONFIG_DIR"] = "" },
	} {
		r := newRig(t)
		change(r)
		if err := r.objection("make all"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// snapshot is what Claude Code wrote of the user's shell.
func snapshot(text string) func(r *rig) {
	return func(r *rig) { r.write("home/.claude/shell-snapshots/snapshot-zsh-2-b.sh", text) }
}

// TestStarted reads the flags of a real process: this test's own, as the parent of a hook.
func TestStarted(t *testing.T) {
	if _, err := os.Stat("/proc/self/cmdline"); err != nil {
		t.Skip("needs /proc")
	}
	if os.Getenv("PERMIT_CHILD") == "1" {
		r := newRig(t)
		r.call.Process = nil
		r.env["CLAUDE_PID"] = os.Getenv("PERMIT_PID")
		if err := r.objection("make"); err != nil {
			t.Logf("objection: %v", err)
		}
		return
	}
	for pid, want := range map[string]string{
		strconv.Itoa(os.Getpid()): "was started with -test.", "1": "isn't set",
		strconv.Itoa(os.Getppid()): "isn't what started",
	} {
		for _, argv := range [][]string{{os.Args[0]}, {"sh", "-c", `"$0" "$@"; exit 0`, os.Args[0]}} {
			if want == "isn't what started" && len(argv) == 1 {
				continue // that one is the parent of the parent, as behind a shell
			}
			cmd := exec.Command(argv[0], append(argv[1:], "-test.run=^TestStarted$", "-test.v")...)
			cmd.Env = append(os.Environ(), "PERMIT_CHILD=1", "PERMIT_PID="+pid)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%s: %v, want %q:\n%s", argv[0], err, want, out)
			}
		}
	}
}

// BenchmarkObjection is the whole decision, with three settings files of ten rules each.
func BenchmarkObjection(b *testing.B) {
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
		if err := r.objection("go test ./..."); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheck reads the same settings files and checks a command, as "toktee run" does inside Claude Code.
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
	c := permit.Caller{
		Agent: "claude", Getenv: r.call.Getenv, Dir: r.call.Dir, Managed: r.call.Managed,
		Process: func() (permit.Process, error) { return r.call.Process(4711) },
	}
	for b.Loop() {
		rules, err := c.Rules()
		if err != nil {
			b.Fatal(err)
		}
		if err := rules.Check(permit.Call{Line: "go test ./...", Dir: c.Dir}); err != nil {
			b.Fatal(err)
		}
	}
}
