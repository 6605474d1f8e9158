package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/summarize"
)

// TestLabel has Gemini CLI's label before the output, in the output's first line.
func TestLabel(t *testing.T) {
	var log strings.Builder
	for i := range 30 {
		const form = "commit %040d\nAuthor: Ann <a@b.c>\nDate:   Thu Jan 1 00:00:%02d 2026 +0000\n\n    Step\n\n"
		fmt.Fprintf(&log, form, i, 59-i)
	}
	for _, head := range []string{"Output: ", "Command: git log\nDirectory: (root)\nOutput: "} {
		r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: 300}, summarize.Request{
			Tool: "run_shell_command", Command: "git log", Envelope: envelope.Gemini,
			Stdout: []byte(head + log.String() + "Exit Code: 0\nProcess Group PGID: 7"),
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.LLMContent(); !strings.HasPrefix(got, "30 commits") {
			t.Errorf("%q: %s", head, got)
		}
	}
}
