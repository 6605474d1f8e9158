package setup

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFeatures gives agents that an earlier version has set up one feature after the other, in both orders: each is
// known alone, stays when init runs again, and goes with the rest.
func TestFeatures(t *testing.T) {
	for _, name := range []string{"claude", "codex", "gemini", "kilo", "opencode", "pi"} {
		agent := Find(name)
		orders := [][]*Feature{{claims, notices}, {notices, claims}}
		if _, ok := agent.Has(testPlace(t, nil), claims); !ok {
			orders = [][]*Feature{{notices}}
		}
		for _, order := range orders {
			p := testPlace(t, homes(t, name)["crlf"])
			before := tree(t, p.Home)
			apply(t, Init(p, []*Agent{agent}))
			for i, f := range order {
				p.Wants = map[string]bool{f.Name + " " + name: true}
				plan := Init(p, []*Agent{agent})
				if len(plan.Changes) != 1 {
					t.Errorf("%s, %s: %d changes, want one", name, f.Name, len(plan.Changes))
				}
				apply(t, plan)
				for j, g := range order {
					if is, ok := agent.Has(p, g); !ok || is != (j <= i) {
						t.Errorf("%s with %s: it has %s: %t, %t", name, f.Name, g.Name, is, ok)
					}
				}
			}
			p.Wants = nil
			if again := Init(p, []*Agent{agent}); len(again.Changes) > 0 {
				t.Errorf("%s, again: %s", name, again.Changes[0].Diff())
			}
			apply(t, Uninstall([]*Agent{agent}, p))
			if diff := cmp.Diff(before, tree(t, p.Home)); diff != "" {
				t.Errorf("%s: there and back (-before +after)\n%s", name, diff)
			}
		}
	}
}

// TestNoticesAlone: notices alone add no check of claims, which has the same event.
func TestNoticesAlone(t *testing.T) {
	p := testPlace(t, nil)
	p.Wants = map[string]bool{"notices": true}
	apply(t, Init(p, []*Agent{Find("claude")}))
	text := read(t, p, claudeSettings)
	files := p.Check(t.Context(), Find("claude"), Used{}).Files
	if sorted := slices.Sorted(slices.Values(files)); len(slices.Compact(sorted)) < len(files) {
		t.Errorf("doctor names a file twice: %v", files)
	}
	if n := strings.Count(text, `"--notice"`); n != 2 || strings.Contains(text, "SubagentStop") {
		t.Errorf("%d hooks print notices, want 2:\n%s", n, text)
	}
}
