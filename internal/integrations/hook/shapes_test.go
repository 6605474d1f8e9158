package hook_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// The answers that agents take, as their documents say: a member that isn't here is refused or ignored.
type (
	claudeShape struct {
		HookSpecificOutput *struct {
			HookEventName     string          `json:"hookEventName"`
			UpdatedToolOutput json.RawMessage `json:"updatedToolOutput"`
			AdditionalContext string          `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	codexShape struct {
		Continue   *bool  `json:"continue"`
		StopReason string `json:"stopReason"`
	}
	copilotShape struct {
		ModifiedResult *struct {
			ResultType       string `json:"resultType"`
			TextResultForLlm string `json:"textResultForLlm"`
		} `json:"modifiedResult"`
	}
	geminiShape struct {
		Decision           string `json:"decision"`
		Reason             string `json:"reason"`
		HookSpecificOutput *struct {
			HookEventName       string `json:"hookEventName"`
			TailToolCallRequest *struct {
				Name string `json:"name"`
				Args struct {
					FilePath string `json:"file_path"`
				} `json:"args"`
			} `json:"tailToolCallRequest"`
		} `json:"hookSpecificOutput"`
	}
	cursorShape struct {
		Output *struct {
			Content []struct {
				Type, Text string
			} `json:"content"`
		} `json:"updated_mcp_tool_output"`
	}
	pluginShape struct {
		Output string `json:"output"`
	}
)

// valid checks an answer against its agent's shape.
func valid(t *testing.T, agent, answer string) {
	t.Helper()
	shape := map[string]any{
		"claude": &claudeShape{}, "codex": &codexShape{}, "copilot": &copilotShape{}, "gemini": &geminiShape{},
		"cline": &pluginShape{}, "cursor": &cursorShape{}, "opencode": &pluginShape{}, "pi": &pluginShape{},
	}[agent]
	d := json.NewDecoder(strings.NewReader(answer))
	d.DisallowUnknownFields()
	if err := d.Decode(shape); err != nil || d.More() {
		t.Fatalf("not in the shape of %s: %v\n%s", agent, err, answer)
	}
	ok := false
	switch s := shape.(type) {
	case *claudeShape:
		h := s.HookSpecificOutput
		ok = h != nil && h.HookEventName == "PostToolUse" && claudeOutput(h.UpdatedToolOutput)
	case *codexShape:
		ok = s.Continue != nil && !*s.Continue && s.StopReason != ""
	case *copilotShape:
		r := s.ModifiedResult
		ok = r != nil && r.ResultType == "success" && r.TextResultForLlm != ""
	case *geminiShape:
		tail := s.HookSpecificOutput != nil && s.HookSpecificOutput.TailToolCallRequest.Name == "read_file"
		denied := s.Decision == "deny" && strings.Contains(strings.SplitN(s.Reason, "\n", 2)[0], " ran")
		ok = tail != denied
	case *cursorShape:
		ok = s.Output != nil && len(s.Output.Content) == 1
	case *pluginShape:
		ok = s.Output != ""
	}
	if !ok {
		t.Errorf("not an answer that %s takes: %s", agent, answer)
	}
}

// claudeOutput reports whether a replaced output has the shape of a tool of Claude Code.
func claudeOutput(b json.RawMessage) bool {
	var m map[string]json.RawMessage
	if json.Unmarshal(b, &m) != nil {
		return len(b) > 2 && (b[0] == '[' || b[0] == '"') // of an MCP tool
	}
	has := func(names ...string) bool {
		for _, name := range names {
			if _, ok := m[name]; !ok {
				return false
			}
		}
		return true
	}
	return has("stdout", "stderr", "interrupted") && !has("persistedOutputPath") ||
		has("type", "file") || has("numFiles", "filenames")
}
