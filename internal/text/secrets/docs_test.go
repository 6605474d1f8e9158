package secrets

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDocs compares the list of kinds in the documentation with the rules, and the version of their source.
func TestDocs(t *testing.T) {
	b, err := os.ReadFile("../../../docs/secrets.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := []string{keyKind, dataKind}
	for i := range rules {
		kinds = append(kinds, rules[i].kind)
	}
	slices.Sort(kinds)
	want := "`" + strings.Join(slices.Compact(kinds), "`, `") + "`.\n"
	if text := string(b); !strings.Contains(text, "\n"+want) {
		t.Errorf("docs/secrets.md should list the kinds:\n%s", want)
	} else if !strings.Contains(text, strings.TrimPrefix(rulesVersion, "gitleaks ")) {
		t.Errorf("docs/secrets.md doesn't name %s", rulesVersion)
	}
}
