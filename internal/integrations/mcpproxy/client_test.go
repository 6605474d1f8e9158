package mcpproxy

import "testing"

// Gemini CLI and Qwen Code show their models the whole result of an error, with _meta.
func TestMetaOfErrors(t *testing.T) {
	failed := `{"content":[{"type":"text","text":` + quoted(numbered(3000)) + `}],"isError":true}`
	for client, has := range map[string]bool{
		"gemini-cli-mcp-client": false, "qwen-cli-mcp-client-x": false, "claude-code": true, "somebody": true,
	} {
		m := decode(t, newRig(t, Options{}).is(client).call("deploy", failed))
		if got := m.Result.Meta != nil; got != has || len(m.Result.Content[0]["text"].(string)) > 10000 {
			t.Errorf("%s: an error with _meta: %v, want %v", client, got, has)
		}
	}
}
