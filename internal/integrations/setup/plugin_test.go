package setup

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClaudePlugin: the hooks of the plugin in the repository are init's own, for the toktee in PATH.
func TestClaudePlugin(t *testing.T) {
	got, err := os.ReadFile("../../../packaging/plugins/claude-code/hooks/hooks.json")
	if err != nil {
		t.Fatal(err)
	}
	events := map[string][]any{}
	for _, g := range claudeHooks("toktee") {
		events[g.event] = append(events[g.event], g.value)
	}
	want, err := json.MarshalIndent(map[string]any{"hooks": events}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want)+"\n", string(got)); diff != "" {
		t.Errorf("hooks.json (-want +got)\n%s", diff)
	}
}

// TestOtherAgents: docs/hooks.md shows the paragraph for other agents that init writes for agents without hooks.
func TestOtherAgents(t *testing.T) {
	page, err := os.ReadFile("../../../docs/hooks.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "## Other agents\n") ||
		!strings.Contains(string(page), "```md\n"+byHand+"```\n") {
		t.Errorf("docs/hooks.md has another paragraph than\n%s", byHand)
	}
}
