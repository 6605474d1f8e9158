package hook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/integrations/hook"
	"github.com/toktee/toktee/internal/integrations/permit"
)

// newRewriteRig is a machine on which the user has switched rewriting on, and nothing speaks against it.
func newRewriteRig(t *testing.T) *rig {
	t.Helper()
	r := newRig(t, "claude")
	for k, v := range map[string]string{
		"XDG_CONFIG_HOME": filepath.Join(r.home, "config"), "CLAUDE_PROJECT_DIR": r.home, "CLAUDE_PID": "4711",
		"CLAUDE_CODE_ENTRYPOINT": "cli",
	} {
		r.env[k] = v
	}
	r.write(t, "config/toktee/config.toml", "[hooks]\nrewrite = [\"claude\"]\n")
	r.write(t, ".claude/shell-snapshots/snapshot-bash-1-a.sh", "")
	return r
}

func (r *rig) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(r.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// before is what the hook prints before a Bash call with this input; change changes the event.
func (r *rig) before(t *testing.T, input string, change func(ev map[string]any)) string {
	t.Helper()
	ev := map[string]any{
		"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Bash", "cwd": r.home,
		"permission_mode": "bypassPermissions", "tool_input": json.RawMessage(input),
	}
	if change != nil {
		change(ev)
	}
	b, err := json.Marshal(ev)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	hook.Run(context.Background(), hook.Options{
		Agent: r.agent, Self: "/opt/my bin/toktee", Managed: []string{},
		Process: func(int) (permit.Process, error) { return permit.Process{Args: []string{"claude"}}, nil },
		Getenv:  func(k string) (string, bool) { v, ok := r.env[k]; return v, ok },
	}, bytes.NewReader(b), &out)
	return out.String()
}

// TestRewrite puts a command under toktee and hands back all else as it came, without a word on whether it may run.
func TestRewrite(t *testing.T) {
	input := `{"command":"go test -run 'A|B'  ./...","description":"<tests> & more","timeout":12345678901234567890,` +
		`"run_in_background":false,"new":{"a":[1.0]}}`
	var got, want any
	out := newRewriteRig(t).before(t, input, nil)
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	err := json.Unmarshal([]byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":`+
		strings.Replace(input, "go test", "'/opt/my bin/toktee' run -- go test", 1)+`}}`), &want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(out, "12345678901234567890") {
		t.Errorf("a number has changed: %s", out)
	}
}

// TestNoRewrite leaves a command alone unless the user has switched it on, for calls that aren't plain ones, and where
// the short text couldn't be fetched again.
func TestNoRewrite(t *testing.T) {
	const plain = `{"command":"make"}`
	for name, change := range map[string]func(r *rig, ev map[string]any) string{
		"by default": func(r *rig, _ map[string]any) string {
			r.write(t, "config/toktee/config.toml", "")
			return plain
		},
		"by a project": func(r *rig, _ map[string]any) string {
			r.write(t, "config/toktee/config.toml", "")
			r.write(t, ".toktee/config.toml", "[hooks]\nrewrite = [\"claude\"]\n")
			return plain
		},
		"bad settings": func(r *rig, _ map[string]any) string {
			r.write(t, "config/toktee/config.toml", "[hooks]\nrewrite = [\"claude\", \"codex\"]\n")
			return plain
		},
		"a rule": func(r *rig, _ map[string]any) string {
			r.write(t, ".claude/settings.json", `{"permissions":{"deny":["Bash(make:*)"]}}`)
			return plain
		},
		"another mode":  func(_ *rig, ev map[string]any) string { ev["permission_mode"] = "default"; return plain },
		"no mode":       func(_ *rig, ev map[string]any) string { delete(ev, "permission_mode"); return plain },
		"a sub-agent":   func(_ *rig, ev map[string]any) string { ev["agent_id"] = "a"; return plain },
		"a sub-agent's": func(_ *rig, ev map[string]any) string { ev["agent_type"] = "Explore"; return plain },
		"no folder":     func(_ *rig, ev map[string]any) string { delete(ev, "cwd"); return plain },
		"another tool":  func(_ *rig, ev map[string]any) string { ev["tool_name"] = "PowerShell"; return plain },
		"after the call": func(_ *rig, ev map[string]any) string {
			ev["hook_event_name"] = "PostToolUse"
			return plain
		},
		"gateway":       func(r *rig, _ map[string]any) string { r.env["TOKTEE_GATEWAY"] = "claude"; return plain },
		"raw":           func(r *rig, _ map[string]any) string { r.env["TOKTEE_RAW"] = "1"; return plain },
		"nothing kept":  func(r *rig, _ map[string]any) string { r.env["TOKTEE_NO_STORE"] = "1"; return plain },
		"another agent": func(r *rig, _ map[string]any) string { r.agent = "codex"; return plain },
		"background":    func(*rig, map[string]any) string { return `{"command":"make","run_in_background":true}` },
		"outside": func(*rig, map[string]any) string {
			return `{"command":"make","dangerouslyDisableSandbox":true}`
		},
		"no command": func(*rig, map[string]any) string { return `{"description":"make"}` },
		"a list":     func(*rig, map[string]any) string { return `{"command":["make"]}` },
		"no input":   func(*rig, map[string]any) string { return `null` },
		"twice":      func(*rig, map[string]any) string { return `{"command":"/opt/my\\ bin/toktee run -- make"}` },
		"exec is off": func(r *rig, _ map[string]any) string {
			r.write(t, "config/toktee/config.toml", "[hooks]\nrewrite = [\"claude\"]\n[tools.exec]\nenabled = false\n")
			return plain
		},
	} {
		r := newRewriteRig(t)
		if out := r.before(t, plain, nil); !strings.Contains(out, "toktee' run -- make") {
			t.Fatalf("the command itself: %q", out)
		}
		ev := map[string]any{}
		out := r.before(t, plain, func(m map[string]any) {
			input := change(r, m)
			m["tool_input"] = json.RawMessage(input)
			ev = m
		})
		if out != "" {
			t.Errorf("%s: %v: %s", name, ev, out)
		}
	}
}

// TestRunPasses leaves the output of a command under toktee as it is: it is a short text already.
func TestRunPasses(t *testing.T) {
	text := strings.Repeat("--- FAIL: TestOne (0.00s)\n    one_test.go:7: want 1, got 2\n", 200)
	for command, passes := range map[string]bool{
		"/opt/bin/toktee run -- go test ./...": true, "toktee run --level minimal -- make": true,
		"go test ./...": false, "toktee.exe run -- make": true, "other run -- make": false,
	} {
		if out := newRig(t, "claude").answer(t, bash("s", command, text)); (out == "") != passes {
			t.Errorf("%s: %.200s", command, out)
		}
	}
}
