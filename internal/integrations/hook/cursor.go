package hook

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/result"
)

// cursorEvent reads the events of Cursor, which replaces results of MCP tools alone. The forms are those of its
// documentation; nothing here was tried with Cursor itself.
func cursorEvent(b []byte, _ string) (event, bool) {
	var in struct {
		Conversation string          `json:"conversation_id"`
		Event        string          `json:"hook_event_name"`
		Roots        []string        `json:"workspace_roots"`
		Transcript   string          `json:"transcript_path"`
		Tool         string          `json:"tool_name"`
		Input        json.RawMessage `json:"tool_input"`
		Output       string          `json:"tool_output"` // JSON in a string
		Dir          string          `json:"cwd"`
	}
	if json.Unmarshal(b, &in) != nil {
		return event{}, false
	}
	ev := event{session: in.Conversation, dir: in.Dir, transcript: in.Transcript}
	if ev.dir == "" && len(in.Roots) > 0 {
		ev.dir = in.Roots[0]
	}
	if in.Event == "preCompact" {
		ev.compacted = true
		return ev, true
	}
	if in.Event != "postToolUse" || !strings.HasPrefix(strings.ToLower(in.Tool), "mcp") {
		return event{}, false
	}
	text, ok := mcpText(json.RawMessage(in.Output))
	if !ok {
		return event{}, false
	}
	c := &call{tool: in.Tool, output: text, mcp: true}
	c.named(in.Input)
	c.word = func(text string, _ result.ToolResult) any {
		return map[string]any{"updated_mcp_tool_output": map[string]any{"content": []block{{"text", text}}}}
	}
	ev.call = c
	return ev, true
}

// qwenEvent answers nothing: Qwen Code's hooks only add to a result.
func qwenEvent([]byte, string) (event, bool) { return event{}, false }
