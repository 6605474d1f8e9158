package agentcut_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/agentcut"
)

// TestAsMeasured compares with the sizes of docs/clients.md: an output of 500 KB, and of 21 KB that failed or passed.
func TestAsMeasured(t *testing.T) {
	for _, c := range []struct {
		agent, tool string
		failed      bool
		kb          int
		want        [2]int // bytes
	}{
		{"claude", "Bash", false, 500, [2]int{1900, 2300}},
		{"claude", "Bash", true, 21, [2]int{9900, 10100}},
		{"claude", "Bash", false, 21, [2]int{21 << 10, 21 << 10}},
		{"codex", "Bash", false, 500, [2]int{39000, 42000}},
		{"gemini", "run_shell_command", false, 500, [2]int{39000, 41000}},
		{"gemini", "mcp_probe_rows", false, 500, [2]int{39000, 41000}},
		{"cline", "read_files", false, 21, [2]int{7900, 8100}},
		{"copilot", "bash", false, 500, [2]int{400, 1000}},
		{"opencode", "bash", false, 500, [2]int{50000, 52000}},
		{"pi", "bash", false, 500, [2]int{50000, 52000}},
	} {
		cut, ok := agentcut.Of(c.agent, c.tool, c.failed)
		got := len(cut.Sent(strings.Repeat("x", c.kb<<10)))
		if !ok || got < c.want[0] || got > c.want[1] {
			t.Errorf("%s %s: %d bytes are sent of %d KB, want %v", c.agent, c.tool, got, c.kb, c.want)
		}
	}
	cut, _ := agentcut.Of("opencode", "probe_rows", false)
	if got := len(cut.Sent(strings.Repeat("row\n", 3000))); got != 2000*len("row\n") {
		t.Errorf("opencode sends %d bytes of 3,000 short lines", got)
	}
	for agent, tool := range map[string]string{"someone": "Bash", "claude": "Read", "gemini": "read_file"} {
		if _, ok := agentcut.Of(agent, tool, false); ok {
			t.Errorf("%s cuts %s, which isn't known", agent, tool)
		}
	}
}
