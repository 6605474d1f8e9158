package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/rules"
)

// TestBuiltInRules runs the tests of the built-in files.
func TestBuiltInRules(t *testing.T) {
	for _, f := range rules.BuiltIns() {
		runRuleTests(t, f)
	}
}

// TestRulesOfTheDocs runs the tests of what docs/rules.md shows: the rule and the test that explain the keys, and
// each of the examples.
func TestRulesOfTheDocs(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "rules.md"))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, part := range strings.Split(string(b), "```toml\n")[1:] {
		block, _, _ := strings.Cut(part, "```\n")
		blocks = append(blocks, block)
	}
	if len(blocks) != 5 {
		t.Fatalf("%d blocks of TOML, want 5", len(blocks))
	}
	for _, text := range append([]string{blocks[0] + blocks[1]}, blocks[2:]...) {
		path := filepath.Join(t.TempDir(), "rules.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := rules.ReadFile(path, rules.User)
		if err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		runRuleTests(t, f)
	}
}

func runRuleTests(t *testing.T, f *rules.File) {
	t.Helper()
	for i := range f.Tests {
		problems, err := testRule(context.Background(), f, &f.Tests[i])
		if err != nil {
			problems = err.Error()
		}
		if problems != "" {
			t.Errorf("%s: %s: %s", f.Path, f.Tests[i].Name, problems)
		}
	}
}
