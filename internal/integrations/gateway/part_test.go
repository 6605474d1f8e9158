package gateway_test

import (
	"encoding/json"
	"fmt"
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

// TestCutJSON has Cline cut the JSON of an MCP result in the middle, where a string then has line feeds: what follows
// isn't lost.
func TestCutJSON(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{})
	const head = `{"messages":[{"role":"assistant","tool_calls":[{"id":"call_1","type":"function","function":` +
		`{"name":"probe__rows","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":`
	rows := strings.Repeat(`a row of the table\n`, 200)
	text := `{"content":[{"type":"text","text":"` + rows + "\n\n...[truncated 9000 chars]...\n\n" + rows + `"}]}`
	send(t, strings.Replace(url, token, token+".cline", 1)+"/v1/chat/completions", []byte(head+quoted(text)+"}]}"))
	got, ok := strings.CutPrefix(string(p.last()), head)
	if !ok || !strings.Contains(got, "truncated 9000 chars") {
		t.Errorf("the rest of the text is gone: %.600s", got)
	}
}

// TestGeminiLines has lines of Gemini CLI and Qwen Code around an output, the first one in the same line as the output.
func TestGeminiLines(t *testing.T) {
	var log strings.Builder
	for i := range 30 {
		const form = "commit %040d\nAuthor: Ann <a@b.c>\nDate:   Thu Jan 1 00:00:%02d 2026 +0000\n\n    Step\n\n"
		fmt.Fprintf(&log, form, i, 59-i)
	}
	for _, tt := range []struct{ agent, start, end, want string }{
		{"gemini", "<untrusted_context>\nOutput: ", "\nProcess Group PGID: 7\n</untrusted_context>", "30 commits"},
		{"gemini", "<untrusted_context>\nOutput: ",
			"\nExit Code: 3\nProcess Group PGID: 7\n</untrusted_context>", "exit 3\n30 commits"},
		{"qwen", "Command: git log\nDirectory: (root)\nOutput: ",
			"\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)", "30 commits"},
	} {
		p := newProvider(t)
		url := newGateway(t, p, gateway.Options{})
		const head = `{"contents":[{"role":"model","parts":[{"functionCall":{"id":"c1","name":"run_shell_command",` +
			`"args":{"command":"git log"}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1",` +
			`"name":"run_shell_command","response":{"output":`
		body := head + quoted(tt.start+strings.TrimRight(log.String(), "\n")+tt.end) + "}}}]}]}"
		send(t, strings.Replace(url, token, token+"."+tt.agent, 1)+"/v1beta/models/m:generateContent", []byte(body))
		got, ok := strings.CutPrefix(string(p.last()), head)
		var text string
		if err := json.Unmarshal([]byte(strings.TrimSuffix(got, "}}}]}]}")), &text); err != nil || !ok {
			t.Fatalf("%v: %s", err, got)
		}
		if !strings.Contains(text, tt.want) {
			t.Errorf("%s: %s", tt.agent, text)
		}
	}
}

// TestClineCut has Cline cut an MCP result from the content to the structured content, so that it is no JSON any more.
func TestClineCut(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{})
	const head = `{"messages":[{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"probe__log",` +
		`"arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":`
	mcp := `{"content":[{"type":"text","text":` + quoted(passed())
	mcp = mcp[:4000] + "\n\n...[truncated 21175 chars]...\n\n" + mcp[len(mcp)-4000:] + "}}"
	send(t, strings.Replace(url, token, token+".cline", 1)+"/v1/chat/completions", []byte(head+quoted(mcp)+"}]}"))
	if got := string(p.last()); len(got) > 5000 {
		t.Errorf("%d bytes: %s", len(got), got[:min(len(got), 800)])
	}
}
