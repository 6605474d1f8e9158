package mcpserver

import (
	"testing"

	"github.com/toktee/toktee/result"
)

// Gemini CLI and Qwen Code show their models the whole result of an error, with the metadata.
func TestMetaOfErrors(t *testing.T) {
	v := variants{model: []result.Block{{Text: "failed"}}, id: "401882137095", bytes: 9, failed: true}
	for client, has := range map[string]bool{
		"gemini-cli-mcp-client": false, "Qwen": false, "claude-code": true, "": true,
	} {
		if got := encode(v, client).Meta != nil; got != has {
			t.Errorf("%s: an error with metadata: %v, want %v", client, got, has)
		}
	}
	if v.failed = false; encode(v, "gemini-cli-mcp-client").Meta == nil {
		t.Error("a result without metadata")
	}
}
