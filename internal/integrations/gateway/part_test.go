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
