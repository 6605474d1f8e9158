package setup

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAllowShow adds the rules that let the model fetch omitted lines, once, and removes them. Agents whose rules would
// allow more get none.
func TestAllowShow(t *testing.T) {
	const (
		claudes   = ".claude/settings.json"
		opencodes = ".config/opencode/opencode.json"
		kilos     = ".config/kilo/kilo.json"
		geminis   = ".gemini/policies/toktee.toml"
	)
	for _, tt := range []struct{ agent, file, before, after string }{
		{"claude", claudes, `{"a": 1}`,
			`{"a": 1, "permissions":{"allow":["Bash(toktee show:*)", "Bash(toktee ls:*)"]}}`},
		{"gemini", geminis, "", geminiPolicy},
		{"gemini", geminis, "# mine\n", "# mine\n"}, // of the same name
		// "toktee show *": "allow" would allow "toktee show > FILE", too.
		{"opencode", opencodes, `{"permission": {"bash": {"*": "ask"}}}`, `{"permission": {"bash": {"*": "ask"}}}`},
		{"kilo", kilos, `{"permission": {"*": "ask"}}`, `{"permission": {"*": "ask"}}`},
	} {
		files := map[string]string{tt.file: tt.before}
		if tt.before == "" {
			delete(files, tt.file)
		}
		p, agents := testPlace(t, files), []*Agent{Find(tt.agent)}
		p.AllowShow, p.AllowOnly = true, true
		isOthers, hasNone := tt.agent == "gemini" && tt.before != "", tt.agent == "opencode" || tt.agent == "kilo"
		plan := Init(p, agents)
		if len(plan.Failed) > 0 != isOthers {
			t.Errorf("%s: left alone: %v", tt.agent, plan.Failed)
		}
		if err := plan.Apply(); err != nil {
			t.Fatal(err)
		}
		read := func() string {
			b, _ := os.ReadFile(filepath.Join(p.Home, tt.file))
			return string(b)
		}
		if after := read(); after != tt.after {
			t.Errorf("%s: %s:\n%s", tt.agent, tt.before, after)
		}
		if rules, is := agents[0].Fetches(p); is == (isOthers || hasNone) ||
			(rules == "") != (isOthers || hasNone) {
			t.Errorf("%s: %s: by %q: %v", tt.agent, tt.before, rules, is)
		}
		p.AllowShow, p.AllowOnly = false, false
		apply(t, Uninstall(agents, p))
		if back := read(); back != tt.before {
			t.Errorf("%s: %s: taken back:\n%s", tt.agent, tt.before, back)
		}
	}
}
