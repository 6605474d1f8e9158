package mcptest

import "testing"

// TestProxyNames has clients call themselves as agents do, of which the proxy knows what they hand to their models.
func TestProxyNames(t *testing.T) {
	t.Parallel()
	exe := toktee(t)
	for _, test := range []struct {
		name             string
		structured, text bool // what the model gets of a result that has both
	}{
		{"claude-code", true, false},
		{"codex-mcp-client", true, false},
		{"github-copilot-developer", true, true},
		{"gemini-cli-mcp-client", false, true},
		{"opencode", false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t)
			p := l.proxied(exe, l.server("2025-11-25")...)
			c := l.client("2025-11-25")
			c.connect(p.command, object{"name": test.name})
			d := &dialogue{lab: l, client: c}
			d.all()
			c.close()
			p.compared(t)
			for _, tool := range []string{"structured", "structured_error", "beside", "rows"} {
				r := d.results[tool]
				hasText := test.text || len(r.StructuredContent) == 0 || r.IsError && test.name == "claude-code"
				// The table is 16,000 bytes.
				gets := 0
				if test.structured && (test.text || !hasText) {
					gets += len(r.StructuredContent)
				}
				if hasText {
					gets += len(r.text())
				}
				if whole := gets > 8000; whole != (tool == "beside" && test.structured) {
					t.Errorf("%s: the model gets %d bytes", tool, gets)
				}
			}
		})
	}
}
