package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// remote is a server at a URL, on the official SDK, whose tool prints this many lines. It wants a token.
func remote(t *testing.T, lines int) string {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "ci", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "log", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(
		context.Context, *mcp.CallToolRequest,
	) (*mcp.CallToolResult, error) {
		var text strings.Builder
		for i := range lines {
			fmt.Fprintf(&text, "step %d of the deployment to host-%x\n", i, i*7919)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text.String()}}}, nil
	})
	sdk := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer hunter2" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		sdk.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv.URL
}

// textOf is the text of a tool's result.
func textOf(result map[string]any) string {
	content := result["content"].([]any)
	return content[0].(map[string]any)["text"].(string)
}

// TestRemote: behind the proxy, a server at a URL has short results, and the rest is one call away.
func TestRemote(t *testing.T) {
	url := remote(t, 3000)
	t.Setenv("CI_TOKEN", "Bearer hunter2")
	for _, raw := range []string{"", "1"} {
		t.Setenv("TOKTEE_RAW", raw)
		c := start(t, t.TempDir(), filepath.Join(programs, "toktee"),
			"mcp-proxy", "--url", url, "--header-env", "Authorization=CI_TOKEN")
		c.initialize()
		tools := fmt.Sprint(c.ask(1, "tools/list", `{}`)["tools"])
		text := textOf(c.ask(2, "tools/call", `{"name":"log"}`))
		if raw != "" {
			if strings.Contains(tools, "toktee_output") || strings.Count(text, "deployment") != 3000 {
				t.Errorf("switched off, the tools are %s and the text has %d bytes", tools, len(text))
			}
			c.in.Close()
			c.ended()
			continue
		}
		_, args, ok := strings.Cut(text, "; next: toktee_output ")
		if !strings.Contains(tools, "toktee_output") || !ok || len(text) > 9000 {
			t.Fatalf("the tools are %s, the text %s", tools, text)
		}
		page := textOf(c.ask(3, "tools/call", `{"name":"toktee_output","arguments":`+args+`}`))
		if strings.Count(page, "deployment") != 200 {
			t.Errorf("the call of the last line gave %s", page)
		}
		c.in.Close()
		if code := c.ended(); code != 0 || c.stderr.Len() > 0 {
			t.Errorf("the proxy ended with %d and said %q", code, c.stderr.String())
		}
	}
}

// TestRemoteArm: a session of an experiment that is passed through has a server at a URL as it is.
func TestRemoteArm(t *testing.T) {
	url := remote(t, 3000)
	t.Setenv("CI_TOKEN", "Bearer hunter2")
	store := filepath.Join(t.TempDir(), "store")
	began := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	if err := assign.Start(store, assign.Experiment{Name: "t", Share: 0.5, Effect: 0.1, Started: began}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		session string
		passes  bool
	}{{"left", true}, {"right", false}} {
		c := start(t, t.TempDir(), "env", "TOKTEE_STORE="+store, "CLAUDE_CODE_SESSION_ID="+tt.session,
			filepath.Join(programs, "toktee"), "mcp-proxy", "--url", url, "--header-env", "Authorization=CI_TOKEN")
		c.initialize()
		tools := fmt.Sprint(c.ask(1, "tools/list", `{}`)["tools"])
		text := textOf(c.ask(2, "tools/call", `{"name":"log"}`))
		if whole := strings.Count(text, "deployment") == 3000; whole != tt.passes {
			t.Errorf("session %s: a text of %d bytes, whole: want %v", tt.session, len(text), tt.passes)
		}
		if strings.Contains(tools, "toktee_output") == tt.passes {
			t.Errorf("session %s: the tools are %s", tt.session, tools)
		}
		c.in.Close()
		if code := c.ended(); code != 0 || c.stderr.Len() > 0 {
			t.Errorf("session %s: the proxy ended with %d and said %q", tt.session, code, c.stderr.String())
		}
	}
}
