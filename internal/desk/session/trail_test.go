package session

import (
	"fmt"
	"testing"
	"time"
)

func at(minutes float64) string {
	return noon.Add(time.Duration(minutes * float64(time.Minute))).Format(time.RFC3339Nano)
}

// uses is a line of Claude Code's transcript in which the model calls a tool.
func uses(minutes float64, id, tool, input string) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"s","cwd":"/shop","uuid":"use-%s","timestamp":"%s",`+
		`"message":{"content":[{"type":"tool_use","id":"%s","name":"%s","input":%s}]}}`,
		id, at(minutes), id, tool, input)
}

const transcriptPath = "claude/projects/-shop/s.jsonl"

// TestNewTranscript: a transcript that appears while it is looked for is no trouble.
func TestNewTranscript(t *testing.T) {
	h := newHome(t)
	h.write(transcriptPath, uses(0.5, "t1", "Bash", `{"command":"make"}`))
	for range 300 {
		tr := &trails{
			homes: h.o.Homes, files: map[string]string{}, read: map[string]*trail{},
			found: time.Now().Add(200*time.Microsecond - freshFiles), // the list is renewed in a moment
		}
		for len(tr.read) == 0 {
			tr.of(t.Context(), "s", 0)
		}
	}
}
