package setup

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write plugins/claude-code")

// TestClaudePlugin: the plugin in the repository is the one that init's own entries make.
func TestClaudePlugin(t *testing.T) {
	files, err := ClaudePlugin()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		path := filepath.Join("..", "..", "..", "packaging", "plugins", "claude-code", name)
		if *update {
			if err := replace(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s (-want +got); go test ./internal/integrations/setup -update writes it\n%s", name, diff)
		}
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
