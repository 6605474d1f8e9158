package result

import "testing"

func TestSavingsLine(t *testing.T) {
	tests := []struct {
		name    string
		tool    string
		llm, ui int
		approx  bool
		want    string
	}{
		{"usual", "grep_file", 48, 2450, false, "grep_file: 2,450 → 48 tokens (98% saved)"},
		{"nothing saved", "read", 12, 12, false, "read: 12 → 12 tokens (0% saved)"},
		{"one token", "x", 1, 3, false, "x: 3 → 1 token (67% saved)"},
		{"millions", "exec", 1000, 1234567, false, "exec: 1,234,567 → 1,000 tokens (>99% saved)"},
		{"three digits", "x", 100, 999, false, "x: 999 → 100 tokens (90% saved)"},
		{"not quite nothing", "x", 999, 1000, false, "x: 1,000 → 999 tokens (<1% saved)"},
		{"all", "x", 0, 5, false, "x: 5 → 0 tokens (100% saved)"},
		{"half a percent rounds once", "x", 5451, 100000, false, "x: 100,000 → 5,451 tokens (95% saved)"},
		{"estimate", "exec", 90, 5000000, true, "exec: ~5,000,000 → 90 tokens (>99% saved)"},
		{"no tool", "", 1, 2, false, "tool: 2 → 1 token (50% saved)"},
		{"a tool's name is not trusted", "a\x1b[2J\nb", 1, 2, false, "a [2J b: 2 → 1 token (50% saved)"},
		{"nor is its direction", "a\u202Etxt.exe\u2028b", 1, 2, false, "atxt.exe b: 2 → 1 token (50% saved)"},
		{"not counted", "old", 0, 0, false, "old: tokens not counted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := mustNew(t, Parts{Tool: tt.tool, UI: []byte("payload"),
				Metadata: Metadata{LLMTokens: tt.llm, UITokens: tt.ui, Approximate: tt.approx}})
			if got := SavingsLine(r); got != tt.want {
				t.Errorf("SavingsLine = %q, want %q", got, tt.want)
			}
		})
	}
	if got, want := SavingsLine(Simple("x", "", 0)), "x: 0 → 0 tokens (0% saved)"; got != want {
		t.Errorf("of an empty output, SavingsLine = %q, want %q", got, want)
	}
}
