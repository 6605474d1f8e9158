package mcpproxy

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// TestControl: in experiment t, everything of session "left" goes through byte for byte, the list of tools too, and is
// noted; of session "right", results are shortened.
func TestControl(t *testing.T) {
	home := t.TempDir()
	store := filepath.Join(home, "store")
	start := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	if err := assign.Start(store, assign.Experiment{Name: "t", Share: 0.5, Effect: 0.1, Started: start}); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": home, "TOKTEE_STORE": store}
	result := `{"content":[{"type":"text","text":"` + strings.ReplaceAll(numbered(300), "\n", `\n`) + `"}]}`
	tools := `{"tools":[{"name":"deploy","inputSchema":{"type":"object"}}]}`
	for _, tt := range []struct {
		session string
		raw     bool
	}{{"left", true}, {"right", false}, {"", false}} {
		h, err := host.Open(host.Options{
			Dir: home, Fetch: mcpoutput.Fetch, FetchLines: mcpoutput.FetchLines, Session: tt.session,
			Integration: "mcp-proxy",
			Getenv:      func(key string) (string, bool) { v, ok := env[key]; return v, ok },
		})
		if err != nil {
			t.Fatal(err)
		}
		r := newRig(t, Options{Host: h})
		r.is("claude-code")
		got := r.call("deploy", result)
		if whole := `{"jsonrpc":"2.0","id":1,"result":` + result + `}`; (got == whole) != tt.raw {
			t.Errorf("session %q: a result of %d bytes of %d: %.200s", tt.session, len(got), len(whole), got)
		}
		// Claude Code sends structured content alone: no group changes it.
		structured := `{"structuredContent":{"a":1},` + result[1:]
		if got := r.call("deploy", structured); !strings.Contains(got, structured) {
			t.Errorf("session %q: with structured content: %.200s", tt.session, got)
		}
		r.asks(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
		list := r.says(`{"jsonrpc":"2.0","id":2,"result":` + tools + `}`)
		if strings.Contains(list, mcpoutput.Name) == tt.raw {
			t.Errorf("session %q: the list of tools is %s", tt.session, list)
		}
		server, _ := r.asks(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"` + mcpoutput.Name +
			`","arguments":{"id":"000000000001"}}}`)
		if (server != "") != tt.raw {
			t.Errorf("session %q: the server is asked %q", tt.session, server)
		}
	}
	var got []string
	_, _, err := journal.Read(context.Background(), filepath.Join(store, "journal"), journal.Position{},
		func(e journal.Event, _ journal.Position) error {
			got = append(got, strings.Join([]string{string(e.Kind), e.Session, e.Experiment, e.Arm}, " "))
			return nil
		})
	want := []string{"passed left t passed", "result right t summarised", "result   "}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}
