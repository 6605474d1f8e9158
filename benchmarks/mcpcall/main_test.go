package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMain is the server of the tests where MCPCALL_SERVER is set.
func TestMain(m *testing.M) {
	if os.Getenv("MCPCALL_SERVER") == "" {
		os.Exit(m.Run())
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "echo", Version: "1"}, nil)
	type in struct{ Code, Language string }
	mcp.AddTool(server, &mcp.Tool{Name: "run"},
		func(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
			text := &mcp.TextContent{Text: fmt.Sprintf("%s: %s", a.Language, a.Code)}
			return &mcp.CallToolResult{Content: []mcp.Content{text}, IsError: a.Code == "false"}, nil, nil
		})
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

func TestCall(t *testing.T) {
	t.Setenv("MCPCALL_SERVER", "1")
	for _, tt := range []struct {
		args   string
		line   string
		want   string
		failed bool
		err    string
	}{
		{`-tool run -line Code -args {"Language":"shell"}`, "go test ./...", "shell: go test ./...\n", false, ""},
		{`-tool run -line Code -args {"Language":"shell"}`, "false", "shell: false\n", true, ""},
		{`-tool walk -line Code`, "true", "", false, "calling walk"},
		{`-tool run -args [1]`, "true", "", false, "want a JSON object"},
		{`-line Code`, "true", "", false, "want -tool NAME"},
	} {
		t.Run(tt.args+" "+tt.line, func(t *testing.T) {
			var out strings.Builder
			err := run(t.Context(), append(strings.Fields(tt.args), tt.line, os.Args[0]), &out)
			if out.String() != tt.want {
				t.Errorf("printed %q, want %q", out.String(), tt.want)
			}
			switch {
			case tt.err != "":
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want one with %q", err, tt.err)
				}
			case errors.Is(err, errFailed) != tt.failed, err != nil && !tt.failed:
				t.Errorf("error %v; failed: want %v", err, tt.failed)
			}
		})
	}
}
