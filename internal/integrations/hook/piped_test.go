package hook_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestPiped: the text of a command states the failure of a program before its pipe, even if its output is short.
func TestPiped(t *testing.T) {
	r := newRig(t, "claude")
	argv := []string{"/usr/bin/go", "test", "./..."}
	h, err := host.Open(host.Options{
		Dir: r.home, Getenv: func(k string) (string, bool) { v, ok := r.env[k]; return v, ok }, Fetch: host.ShowCommand,
	})
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
	h.NotePiped(run, store.Piped{Session: "s", Argv: argv})
	const want = `"stdout":"42\nexit 1 before | wc -l: 1 failed: TestTotal total_test.go:12 got 3, want 4; ` +
		`whole output: `
	for n, tt := range []struct{ command, want string }{
		{"go vet ./... | wc -l", ""},
		{"go test ./... | wc -l", want + host.ShowCommand(run.ID())},
		{"go test ./... | wc -l", ""}, // the next run has a note of its own
	} {
		out := r.answer(t, bash("s", tt.command, "42\n"))
		if !strings.Contains(out, tt.want) || tt.want == "" && out != "" {
			t.Errorf("%d: got %s, want %s", n, out, tt.want)
		}
	}
}
