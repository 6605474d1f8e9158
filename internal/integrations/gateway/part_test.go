package gateway_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/gateway"
)

// TestCodeMode has a program of Codex' code mode print an output as it is: Codex' own lines are in the text before.
func TestCodeMode(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{})
	const head = `{"input":[{"type":"custom_tool_call","call_id":"call_1","name":"exec",` +
		`"input":"text((await tools.exec_command({cmd: \"go test ./...\"})).output)"},` +
		`{"type":"custom_tool_call_output","call_id":"call_1","output":[` +
		`{"type":"input_text","text":"Script completed\nWall time 0.3 seconds\nOutput:\n"},{"type":"input_text","text":`
	send(t, url+"/v1/responses", []byte(head+quoted(passed())+"}]}]}"), "Originator", "codex_exec")
	got, ok := strings.CutPrefix(string(p.last()), head)
	if !ok || !strings.Contains(got, "400 passed") || len(got) > 400 {
		t.Errorf("the output isn't short: %s", p.last())
	}
}

// TestExitCode has Claude Code tell the exit code of a command in lines that a short text omits.
func TestExitCode(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{})
	const head = `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash",` +
		`"input":{"command":"go test ./..."}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":`
	out := "Exit code 7\n" + strings.Replace(passed(), "PASS\nok", "--- FAIL: TestLast (0.00s)\nFAIL", 1)
	send(t, url+"/v1/messages", []byte(head+quoted(out)+"}]}]}"), "User-Agent", "claude-cli/2.1.330")
	got, ok := strings.CutPrefix(string(p.last()), head)
	if !ok || !strings.HasPrefix(got, `"exit 7\n`) {
		t.Errorf("it doesn't begin with the exit code: %s", got[:min(len(got), 300)])
	}
}

// TestStructuredContent has Codex' code mode print an MCP result that has the same text twice.
func TestStructuredContent(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{})
	const head = `{"input":[{"type":"custom_tool_call","call_id":"call_1","name":"exec","input":"text(r)"},` +
		`{"type":"custom_tool_call_output","call_id":"call_1","output":[{"type":"input_text","text":`
	mcp := `{"content":[{"type":"text","text":` + quoted(passed()) + `}],"structuredContent":{"n":1,"log":` +
		quoted(passed()) + `}}`
	send(t, url+"/v1/responses", []byte(head+quoted(mcp)+"}]}]}"), "Originator", "codex_exec")
	got, ok := strings.CutPrefix(string(p.last()), head)
	if !ok || !strings.Contains(got, `\"structuredContent\":{\"n\":1,\"log\":\"`) || len(got) > 1000 {
		t.Errorf("%d bytes: %s", len(got), got[:min(len(got), 800)])
	}
}
