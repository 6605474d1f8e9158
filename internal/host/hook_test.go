package host_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/summarize"
)

// hook is a whole integration: a program that an agent starts after each of its tool calls. It reads the call as JSON
// from stdin, and the agent shows its model the output that the hook prints instead of the tool's.
func hook(stdin io.Reader, stdout io.Writer, dir string, getenv func(string) (string, bool)) error {
	var call struct {
		Session string          `json:"session"`
		Tool    string          `json:"tool"`
		Input   json.RawMessage `json:"input"` // the call's arguments
		Output  string          `json:"output"`
	}
	if err := json.NewDecoder(stdin).Decode(&call); err != nil {
		return err
	}
	h, err := host.Open(host.Options{
		Dir: dir, Getenv: getenv, Repeats: host.RepeatsInStore,
		Fetch: host.ShowCommand, // the agent has a shell
	})
	if err != nil {
		return err
	}
	r, err := h.Deliver(context.Background(), h.Config(), summarize.Request{
		Tool: call.Tool, Args: call.Input, Session: call.Session, Stdout: []byte(call.Output),
	})
	if err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(map[string]string{"output": r.LLMContent()})
}

func TestHook(t *testing.T) {
	env := newEnv(t)
	call := marshal(t, map[string]any{
		"session": "s1", "tool": "Bash", "input": map[string]string{"command": "./deploy --all"},
		"output": numbered(5000),
	})
	var out bytes.Buffer
	if err := hook(strings.NewReader(call), &out, t.TempDir(), env.getenv); err != nil {
		t.Fatal(err)
	}
	var got struct{ Output string }
	unmarshal(t, out.String(), &got)

	// The text is short, and its last line names the result, of which the store has every byte.
	_, id, ok := strings.Cut(got.Output, "lines left out: toktee show ")
	if !ok || len(got.Output) > len(call)/2 {
		t.Fatalf("the replaced output is:\n%s", got.Output)
	}
	if kept := env.payload(t, strings.TrimSpace(id)); kept != numbered(5000) {
		t.Errorf("kept %d bytes, want %d", len(kept), len(numbered(5000)))
	}
}
