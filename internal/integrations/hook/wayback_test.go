package hook_test

import (
	"maps"
	"os"
	"path/filepath"
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
