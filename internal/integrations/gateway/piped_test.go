package gateway_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/gateway"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestPiped: a result states the failure of a program before its command's pipe, in each request alike.
func TestPiped(t *testing.T) {
	open := hosts(t, environment(t.TempDir()), config.Flags{})
	h, err := open("", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := h.Deliver(t.Context(), h.Config(), summarize.Request{
		Tool: "exec", Command: "go test ./...", Status: result.Status{Known: true, Code: 1},
		Stdout: []byte("--- FAIL: TestTotal (0.00s)\n    total_test.go:12: got 3, want 4\nFAIL\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.NotePiped(run, store.Piped{Session: "s", Argv: []string{"go", "test", "./..."}})
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{Host: open}) + "/v1/messages"
	const first = `{"model":"m","messages":[{"role":"user","content":"go"},{"role":"assistant","content":[` +
		`{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"go test ./... | wc -l"}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"42"}]}`
	want := `"content":"42\nexit 1 before | wc -l: 1 failed: TestTotal total_test.go:12 got 3, want 4; whole output: ` +
		host.ShowCommand(run.ID()) + `"`
	for _, body := range []string{first + "]}", first + `,{"role":"assistant","content":"so"}]}`} {
		send(t, url, []byte(body), "X-Claude-Code-Session-Id", "s", "User-Agent", "claude-cli/2.1.332")
		if got := string(p.last()); !strings.Contains(got, want) {
			t.Errorf("sent is %s", got)
		}
	}
}
