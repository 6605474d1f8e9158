package hook

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
)

// Claude Code hands over the first 30,000 characters of a command's output, and saves the whole of a longer one.
const claudeMost = 30000

// claudeInput is an event of Claude Code. It has no results of failed commands that could be replaced.
type claudeInput struct {
	Session    string          `json:"session_id"`
	Agent      string          `json:"agent_id"`
	AgentType  string          `json:"agent_type"`
	Mode       string          `json:"permission_mode"`
	Transcript string          `json:"transcript_path"`
	Dir        string          `json:"cwd"`
	Event      string          `json:"hook_event_name"`
	Source     string          `json:"source"` // of a SessionStart
	Tool       string          `json:"tool_name"`
	Input      json.RawMessage `json:"tool_input"`
	Response   json.RawMessage `json:"tool_response"`
	Duration   *float64        `json:"duration_ms"`

	// Of the end of a turn.
	Message    string            `json:"last_assistant_message"`
	Again      bool              `json:"stop_hook_active"`
	Background []json.RawMessage `json:"background_tasks"`
	Chain      string            `json:"agent_transcript_path"`
}

// mainContext is that of a session's main agent.
const mainContext = "main"

type hookAnswer struct {
	Specific hookSpecific `json:"hookSpecificOutput"`
}

type hookSpecific struct {
	Event   string    `json:"hookEventName"`
	Output  any       `json:"updatedToolOutput,omitempty"`
	Context string    `json:"additionalContext,omitempty"`
	Tail    *tailCall `json:"tailToolCallRequest,omitempty"` // of Gemini CLI
}

func claudeEvent(b []byte, _ string) (event, bool) {
	var in claudeInput
	if json.Unmarshal(b, &in) != nil {
		return event{}, false
	}
	ev := event{session: in.Session, agent: in.Agent, dir: in.Dir, transcript: in.Transcript, say: true}
	ev.mode, ev.agentType = in.Mode, in.AgentType
	switch in.Event {
	case "SessionStart":
		ev.started, ev.shell, ev.compacted = true, "CLAUDE_ENV_FILE", in.Source == "compact"
		ev.remind = func(index string) any { return hookAnswer{hookSpecific{Event: in.Event, Context: index}} }
		return ev, true
	case "Stop":
		ev.ended = in.ending()
		return ev, true
	case "SubagentStop":
		ev.ended, ev.transcript = in.ending(), in.Chain
		return ev, true
	case "PostToolUse":
		if ev.call = in.call(); ev.call != nil && in.Duration != nil {
			ev.call.took = time.Duration(*in.Duration * float64(time.Millisecond))
		}
		// Versions that report the duration (2.1.119) name the sub-agent of a call (2.1.69). A sub-agent's compaction
		// isn't reported.
		if in.Agent == "" && in.Duration != nil {
			ev.context = mainContext
		}
	}
	return ev, ev.call != nil
}

// call returns the call of a PostToolUse, nil for a result that can't be replaced or isn't known well enough.
func (in *claudeInput) call() *call {
	c := &call{tool: in.Tool}
	c.named(in.Input)
	switch {
	case in.Tool == "Bash":
		return in.bash(c)
	case in.Tool == "Grep" || in.Tool == "Glob":
		return in.search(c)
	case in.Tool == "Read":
		return in.read(c)
	case strings.HasPrefix(in.Tool, "mcp__"):
		return in.mcp(c)
	case toolname.Edits(in.Tool):
		return c
	}
	return nil
}

func claudeAnswer(output any) any {
	return hookAnswer{hookSpecific{Event: "PostToolUse", Output: output}}
}

func (in *claudeInput) bash(c *call) *call {
	var r struct {
		Stdout, Stderr *string
		Interrupted    bool
		IsImage        bool
		Background     string `json:"backgroundTaskId"`
		Exit           string `json:"returnCodeInterpretation"` // of an exit code that isn't 0 and no failure
		Saved          string `json:"persistedOutputPath"`
	}
	if json.Unmarshal(in.Response, &r) != nil || r.Stdout == nil || r.Stderr == nil {
		return nil
	}
	if r.Interrupted || r.IsImage || r.Background != "" || r.Saved == "" && len([]rune(*r.Stdout)) >= claudeMost {
		return nil
	}
	c.file, c.output = r.Saved, *r.Stdout
	if *r.Stderr != "" {
		c.output = strings.TrimSuffix(c.output, "\n") + "\n" + *r.Stderr
	}
	c.status = result.Status{Known: r.Exit == "", Code: 0}
	c.word = func(text string, _ result.ToolResult) any {
		return claudeAnswer(map[string]any{"stdout": text, "stderr": "", "interrupted": false})
	}
	return c
}

// search reads a Grep or a Glob: its lines of content, or its names of files, one a line.
func (in *claudeInput) search(c *call) *call {
	var m map[string]json.RawMessage
	var r struct {
		Content   *string
		Filenames []string
	}
	if json.Unmarshal(in.Response, &m) != nil || json.Unmarshal(in.Response, &r) != nil {
		return nil
	}
	if r.Content != nil && *r.Content != "" {
		c.output = *r.Content
		c.word = func(text string, _ result.ToolResult) any {
			return claudeAnswer(with(m, map[string]any{"content": text}))
		}
		return c
	}
	c.output = strings.Join(r.Filenames, "\n")
	c.word = func(text string, _ result.ToolResult) any {
		return claudeAnswer(with(m, map[string]any{"filenames": strings.Split(text, "\n")}))
	}
	return c
}

// read reads a Read, whose text the agent numbers again as lines of the file: only its first lines may be there.
func (in *claudeInput) read(c *call) *call {
	var m, file map[string]json.RawMessage
	var r struct {
		Type string
		File struct {
			Content                         string
			NumLines, StartLine, TotalLines int
		}
	}
	if json.Unmarshal(in.Response, &m) != nil || json.Unmarshal(in.Response, &r) != nil ||
		json.Unmarshal(m["file"], &file) != nil || r.Type != "text" || hasAny(in.Input, "limit", "pages") {
		return nil
	}
	c.output, c.first, c.total = r.File.Content, max(r.File.StartLine, 1), r.File.TotalLines
	c.prefix = func(lines, besides string) any {
		short := with(file, map[string]any{"content": lines, "numLines": strings.Count(lines, "\n") + 1})
		return hookAnswer{hookSpecific{
			Event: "PostToolUse", Context: besides, Output: with(m, map[string]any{"file": short}),
		}}
	}
	return c
}

// hasAny reports whether an object has one of those members.
func hasAny(object json.RawMessage, names ...string) bool {
	var m map[string]json.RawMessage
	if json.Unmarshal(object, &m) != nil {
		return false
	}
	for _, name := range names {
		if v, ok := m[name]; ok && string(v) != "null" {
			return true
		}
	}
	return false
}

// mcp reads a result of an MCP server: blocks, or a text.
func (in *claudeInput) mcp(c *call) *call {
	c.mcp = true
	var blocks []block
	if json.Unmarshal(in.Response, &c.output) == nil {
		c.word = func(text string, _ result.ToolResult) any { return claudeAnswer(text) }
		return c
	}
	var ok bool
	if json.Unmarshal(in.Response, &blocks) != nil {
		return nil
	}
	if c.output, ok = textOf(blocks); !ok {
		return nil
	}
	c.word = func(text string, _ result.ToolResult) any { return claudeAnswer([]block{{"text", text}}) }
	return c
}
