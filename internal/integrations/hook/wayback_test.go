package hook_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWayBack: results stay whole if Claude Code refuses the command that prints omitted lines.
func TestWayBack(t *testing.T) {
	print := map[string]string{"CLAUDE_CODE_ENTRYPOINT": "sdk-cli", "CLAUDE_CODE_SESSION_ATTENDED": "0"}
	for _, tt := range []struct {
		name, settings string
		env            map[string]string
		short          bool
	}{
		{"asked", `{}`, nil, true},
		{"denied", `{"permissions":{"deny":["Bash(toktee show *)"]}}`, nil, false},
		{"unreadable", `{"permissions":`, nil, false},
		{"with a BOM", "\ufeff{}", nil, true},
		{"refused", `{"permissions":{"allow":["Bash(go test *)"]}}`, print, false},
		{"allowed", `{"permissions":{"allow":["Bash(go test *)","Bash(toktee show:*)"]}}`, print, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, "claude")
			maps.Copy(r.env, tt.env)
			path := filepath.Join(r.home, ".claude", "settings.json")
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(tt.settings), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := r.answer(t, bash("s", "./build", lines(900, "step"))); (got != "") != tt.short {
				t.Errorf("the answer is %.200q", got)
			}
		})
	}
}

// TestWayBackOfOthers: the same for agents whose rules are in other files.
func TestWayBackOfOthers(t *testing.T) {
	for rule, short := range map[string]bool{"toktee": false, "touch": true} {
		r := newRig(t, "codex")
		path := filepath.Join(r.home, ".codex", "rules", "default.rules")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		text := `prefix_rule(pattern = ["` + rule + `"], decision = "forbidden")`
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		text = strings.ReplaceAll(lines(900, "row"), "\n", `\n`)
		got := r.answer(t, `{"session_id":"s","tool_use_id":"call_1","hook_event_name":"PostToolUse",`+
			`"tool_name":"mcp__x__rows","tool_input":{},`+
			`"tool_response":{"content":[{"type":"text","text":"`+text+`"}]}}`)
		if (got != "") != short {
			t.Errorf("with a rule for %s, the answer is %.200q", rule, got)
		}
	}
}
