package gateway_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/integrations/gateway"
)

// TestClaims: what the last response of a turn claims is compared with the conversation, after it has ended. The
// response and the request stay as they are.
func TestClaims(t *testing.T) {
	failed := "--- FAIL: TestMux (0.00s)\n    mux_test.go:7: got 1, want 2\nFAIL\nFAIL\texample.com/mux\t0.01s\nFAIL\n"
	chunk := func(delta string) string { return `data: {"choices":[{"delta":` + delta + `}]}` + "\n\n" }
	says := chunk(`{"content":"Done. All te"}`) + chunk(`{"content":"sts pass."}`)
	const (
		line = "claimed: all tests pass; last go test failed: TestMux"
		end  = "data: [DONE]\n\n"
	)
	for _, test := range []struct {
		name, stream, answer, output, agent, want string
	}{
		{"red", "text/event-stream", says + end, failed, "opencode", line},
		{"no stream", "application/json",
			"{\"choices\": [\n{\"message\": {\"content\": \"All tests pass.\"}}]}", failed, "cline", line},
		{"green", "text/event-stream", says + end, passed(), "opencode", ""},
		{"the turn goes on", "text/event-stream", says + chunk(`{"tool_calls":[{"index":0}]}`) + end, failed, "pi",
			"-"},
		{"no claim", "text/event-stream", chunk(`{"content":"Done."}`) + end, failed, "pi", "-"},
		{"an agent with a hook", "text/event-stream", says + end, failed, "claude", "-"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			p := newProvider(t)
			p.answer = func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", test.stream)
				fmt.Fprint(w, test.answer)
			}
			url := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})})
			url += "." + test.agent + "/v1/chat/completions"
			if got := send(t, url, chatBody(test.output)); string(got) != test.answer {
				t.Errorf("the response has changed: %q", got)
			}
			got := "-"
			for range 400 { // aside
				if got = claimed(t, dir); got != "-" || test.want == "-" {
					break
				}
				time.Sleep(50 * time.Millisecond)
			}
			if got != test.want {
				t.Errorf("the journal has %q, want %q", got, test.want)
			}
		})
	}
}

// claimed returns the line of a claim in the journal, "-" without a claim.
func claimed(t *testing.T, dir string) string {
	t.Helper()
	line := "-"
	_, _, err := journal.Read(t.Context(), filepath.Join(dir, "journal"), journal.Position{},
		func(e journal.Event, _ journal.Position) error {
			if e.Kind == journal.Claimed {
				line = e.Line
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return line
}
