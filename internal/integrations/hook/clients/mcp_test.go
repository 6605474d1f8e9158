package clients

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

// serveMCP is an MCP server in raw JSON lines. The test's program becomes it when its first argument says so: agents
// start servers with few variables of their own environment.
const serveMCP = "serve-mcp"

// mcpName is the server's name in the agents' settings.
const mcpName = "probe"

// The newest protocol that the server speaks. Agents that ask for a newer one take it.
const mcpProtocol = "2025-11-25"

// mcpTools are the server's. All answer mcpRows: as an error, beside structured content that says the same, as both,
// and beside structured content of a schema.
var mcpTools = []string{"rows", "fails", "structured", "structured_error", "typed"}

// mcpRows is what all tools answer.
func mcpRows() string {
	var b strings.Builder
	for i := 1; i <= 400; i++ {
		fmt.Fprintf(&b, "row %d of the table has %d parts\n", i, i*7)
	}
	return b.String()
}

func mcpResult(tool string) map[string]any {
	r := map[string]any{"content": []any{map[string]any{"type": "text", "text": mcpRows()}}}
	if tool == "fails" || tool == "structured_error" {
		r["isError"] = true
	}
	if tool == "typed" || strings.HasPrefix(tool, "structured") {
		r["structuredContent"] = map[string]any{"rows": mcpRows()}
	}
	return r
}

// mcpTool is a tool as the server lists it.
func mcpTool(name string) map[string]any {
	tool := map[string]any{
		"name": name, "description": "Lists the rows of the table.",
		"inputSchema": map[string]any{"type": "object", "properties": map[string]any{}},
		"annotations": map[string]any{"readOnlyHint": true},
	}
	if name == "typed" {
		rows := map[string]any{"rows": map[string]any{"type": "string"}}
		tool["outputSchema"] = map[string]any{"type": "object", "properties": rows, "required": []string{"rows"}}
	}
	return tool
}

// answerMCP answers one request; nil is for methods that the server doesn't have.
func answerMCP(method string, params json.RawMessage) any {
	var p struct {
		Name     string
		Protocol string `json:"protocolVersion"`
	}
	_ = json.Unmarshal(params, &p)
	switch method {
	case "initialize":
		return map[string]any{
			"protocolVersion": min(p.Protocol, mcpProtocol), "capabilities": map[string]any{"tools": map[string]any{}},
			"serverInfo": map[string]any{"name": mcpName, "version": "1"},
		}
	case "ping":
		return map[string]any{}
	case "tools/list":
		var tools []any
		for _, name := range mcpTools {
			tools = append(tools, mcpTool(name))
		}
		return map[string]any{"tools": tools}
	case "tools/call":
		return mcpResult(p.Name)
	}
	return nil
}

// runMCP serves until its input ends.
func runMCP(in io.Reader, out io.Writer) {
	lines, enc := bufio.NewReader(in), json.NewEncoder(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		if json.Unmarshal(line, &m) != nil || len(m.ID) == 0 || m.Method == "" {
			continue // a notification, or an answer
		}
		answer := map[string]any{"jsonrpc": "2.0", "id": m.ID}
		if r := answerMCP(m.Method, m.Params); r != nil {
			answer["result"] = r
		} else {
			answer["error"] = map[string]any{"code": -32601, "message": "no such method"}
		}
		_ = enc.Encode(answer)
	}
}

func TestMCPServer(t *testing.T) {
	in := `{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2026-07-28"}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"server/discover"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"fails"}}
`
	var out strings.Builder
	runMCP(strings.NewReader(in), &out)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d answers, want 3:\n%s", len(lines), out.String())
	}
	for i, want := range []string{`"id":"a"`, `-32601`, `"isError":true`} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("answer %d has no %s:\n%s", i, want, lines[i])
		}
	}
	if !strings.Contains(lines[0], `"2025-11-25"`) {
		t.Errorf("another protocol: %s", lines[0])
	}
}
