package mcptest

import (
	"os"
	"testing"
)

// TestProxyServers runs official servers behind the proxy, and calls each of their tools.
func TestProxyServers(t *testing.T) {
	t.Parallel()
	exe := toktee(t)
	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		l := newLab(t)
		p := l.proxied(exe, l.program("server-everything")...)
		c := l.client("2025-11-25")
		c.connect(p.command, object{"capabilities": asks})
		r := &tour{lab: l, client: c}
		r.everything()
		c.close()
		p.compared(t)
	})
	for _, era := range eras {
		t.Run("filesystem "+era, func(t *testing.T) {
			t.Parallel()
			l := newLab(t)
			dir := t.TempDir()
			p := l.proxied(exe, append(l.program("server-filesystem"), dir)...)
			c := l.client(era)
			c.connect(p.command, object{"mode": "auto"})
			r := &tour{lab: l, client: c}
			r.filesystem(dir)
			c.close()
			if changes := p.compared(t); len(changes) < 5 {
				t.Errorf("%d results were changed", len(changes))
			}
			if files, err := os.ReadDir(dir); err != nil || len(files) == 0 {
				t.Error(err)
			}
		})
	}
}
