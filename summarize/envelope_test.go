package summarize_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/summarize"
)

// What says how to go on from an output is on the smallest page that has room for it, and on every larger one.
func TestWayOnIsKept(t *testing.T) {
	var body strings.Builder
	for i := range 60 {
		fmt.Fprintf(&body, "src/mod%d/file.go:%d:\terr = store.Write(ctx, opts%d)\n", i, i*7, i)
	}
	tests := []struct {
		name, agent, tool, text, want string
		from                          int // tokens
	}{
		{"claude", "claude", "Grep", "<persisted-output>\nOutput too large (126.8KB). " +
			"Full output saved to: /home/dev/out/b1.txt\n\n" +
			"Preview (first 2KB):\n" + body.String() + "...\n</persisted-output>\n", "/home/dev/out/b1.txt", 32},
		{"claude, a long path", "claude", "Bash",
			"<persisted-output>\nOutput too large (126.8KB). Full output saved to: " +
				"/home/dev/.claude/projects/-home-dev-shop/3a9e6f0c-12ab-4cde-9f01-23456789/tool-results/b1x9.txt\n\n" +
				"Preview (first 2KB):\n" + body.String() + "...\n</persisted-output>\n", "/tool-results/b1x9.txt", 72},
		{"codex", "codex", "exec_command",
			"Chunk ID: 1f\nWall time: 10.0 seconds\nProcess running with session ID 48213\n" +
				"Original token count: 3\nOutput:\n" + body.String(), "session ID 48213", 32},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, budget := range []int{32, 40, 50, 60, 72, 80, 100, 150, 250, 500} {
				if budget < tt.from {
					continue
				}
				cfg := summarize.Config{Enabled: true, Budget: budget}
				r, err := summarize.Summarize(context.Background(), cfg,
					summarize.Request{Tool: tt.tool, Envelope: summarize.Envelope(tt.agent), Stdout: []byte(tt.text)})
				if err != nil {
					t.Fatal(err)
				}
				if text := r.LLMContent(); !strings.Contains(text, tt.want) {
					t.Errorf("at %d tokens, %q isn't in the text:\n%s", budget, tt.want, text)
				}
			}
		})
	}
}
