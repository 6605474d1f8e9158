package docs_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestChangelog holds CHANGELOG.md in the form of Keep a Changelog: what is unreleased comes first, then the releases,
// the newest first, each with groups that have a name of that form and hold something.
func TestChangelog(t *testing.T) {
	b, err := os.ReadFile("../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	groups := []string{"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
	release := regexp.MustCompile(`^\d+\.\d+\.\d+(?:-[\w.]+)? - (\d{4}-\d\d-\d\d)$`)
	sections := strings.Split("\n"+string(b), "\n## ")[1:]
	last := "9999"
	for i, section := range sections {
		title, text, _ := strings.Cut(section, "\n")
		m := release.FindStringSubmatch(title)
		switch {
		case i == 0 && title != "Unreleased":
			t.Errorf("the first section is %q, want Unreleased", title)
		case i > 0 && m == nil:
			t.Errorf("section %q, want one such as 1.2.3 - 2026-01-31", title)
		case i > 0 && m[1] > last:
			t.Errorf("%s comes after an older one", title)
		case i > 0:
			last = m[1]
		}
		var seen []string
		for _, group := range strings.Split(text, "\n### ")[1:] {
			name, entries, _ := strings.Cut(group, "\n")
			if !slices.Contains(groups, name) || slices.Contains(seen, name) {
				t.Errorf("%s: group %q, want each of %v at most once", title, name, groups)
			}
			if seen = append(seen, name); !strings.HasPrefix(strings.TrimSpace(entries), "- ") {
				t.Errorf("%s: %s holds nothing", title, name)
			}
		}
	}
	if len(sections) == 0 {
		t.Error("there are no sections")
	}
}
