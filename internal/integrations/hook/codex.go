package hook

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
)

// codexEvent reads the events of Codex. A replaced result loses the line with the exit code, which only the session's
// file has: a result stays as it is unless the file has its record (rollout.go). In code mode, a program reads the
// results, and nothing is replaced: those calls have ids of the program's, not of the model's.
func codexEvent(b []byte, _ string) (event, bool) {
	var in struct {
		claudeInput
		ID   string `json:"tool_use_id"`
		Turn string `json:"turn_id"`
	}
	if json.Unmarshal(b, &in) != nil {
		return event{}, false
	}
	ev := event{session: in.Session, agent: in.Agent, dir: in.Dir, transcript: in.Transcript, say: true}
	switch {
	case in.Event == "SessionStart" && in.Source == "compact", in.Event == "PreCompact":
		ev.compacted = true
		return ev, true
	case in.Event == "Stop":
		ev.ended = in.ending()
		return ev, true
	case in.Event != "PostToolUse":
		return event{}, false
	case !strings.HasPrefix(in.ID, "call_"):
		ev.started, ev.program = true, true // doctor is to know
		return ev, true
	}
	c := &call{tool: in.Tool}
	c.named(in.Input)
	c.word = func(text string, _ result.ToolResult) any {
		if !c.mcp && !c.status.Known {
			return nil
		}
		// Of the forms that replace a result, this is the one that Codex doesn't print as an error.
		return map[string]any{"continue": false, "stopReason": text}
	}
	switch {
	case in.Tool == "Bash":
		if json.Unmarshal(in.Response, &c.output) != nil {
			return event{}, false
		}
		if run, ok := codexRunOf(in.Transcript, in.Turn, in.ID, c.command); ok {
			if output, ok := run.output(c.output); ok {
				c.output, c.status = output, result.Status{Known: true, Code: *run.Code}
			}
		}
	case strings.HasPrefix(in.Tool, "mcp__"):
		var ok bool
		if c.output, ok = codexMCP(in.Response); !ok {
			return event{}, false
		}
		c.mcp = true
	case toolname.Edits(in.Tool):
	default:
		return event{}, false
	}
	ev.call = c
	return ev, true
}

// codexMCP returns the model's part of an MCP result that went well: the structured content, or else the text.
func codexMCP(b json.RawMessage) (string, bool) {
	var r struct {
		Structured json.RawMessage `json:"structuredContent"`
		IsError    bool            `json:"isError"`
	}
	if json.Unmarshal(b, &r) == nil && !r.IsError && len(r.Structured) > 0 && string(r.Structured) != "null" {
		return string(r.Structured), true
	}
	return mcpText(b)
}

// mcpText returns the text of a whole MCP result that went well. ok is false for one with an error, with structured
// content, which an agent may prefer, and with anything but text.
func mcpText(b json.RawMessage) (string, bool) {
	var r struct {
		Content    []block
		Structured json.RawMessage `json:"structuredContent"`
		IsError    bool            `json:"isError"`
	}
	if json.Unmarshal(b, &r) != nil || r.IsError || len(r.Structured) > 0 && string(r.Structured) != "null" {
		return "", false
	}
	return textOf(r.Content)
}
