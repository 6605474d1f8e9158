package transcript

import (
	"bytes"
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// codex reads Codex's rollouts: records with a payload.
type codex struct {
	*reader
	session string
	named   bool // the session's first header has been read; a fork repeats its parent's
	model   string
	total   codexTokens     // of all requests so far, by the last record
	failed  map[string]bool // calls of MCP servers that ended, by id: whether they failed
}

// codexLine is a record:
//
//	{"timestamp":"...","type":"response_item","payload":{"type":"message","role":"user","content":[...]}}
type codexLine struct {
	Type    string         `json:"type"`
	Time    jsontext.Value `json:"timestamp"`
	Payload jsontext.Value `json:"payload"`
}

// codexPayload is the payload of a record, of whatever type.
type codexPayload struct {
	Type       string         `json:"type"`
	ID         string         `json:"id"`
	Session    string         `json:"session_id"`       // of a sub-agent: that of the main agent
	Parent     string         `json:"parent_thread_id"` // of a sub-agent: who began it
	CLIVersion string         `json:"cli_version"`
	Model      string         `json:"model"`
	Role       string         `json:"role"`
	Content    jsontext.Value `json:"content"`
	Summary    jsontext.Value `json:"summary"`
	Message    jsontext.Value `json:"message"`
	Name       string         `json:"name"`
	Namespace  string         `json:"namespace"`
	Arguments  jsontext.Value `json:"arguments"`
	Input      jsontext.Value `json:"input"`
	Action     jsontext.Value `json:"action"`
	CallID     string         `json:"call_id"`
	Output     jsontext.Value `json:"output"`
}

// named returns the name that a session's header gives it:
//
//	{"id":"child","session_id":"main","parent_thread_id":"main",...}
//
// A sub-agent has a file of its own. Its name begins with the main agent's, as those of other agents' sub-agents do.
func (p *codexPayload) named() string {
	if root := cmp.Or(p.Session, p.Parent); p.Parent != "" && root != p.ID {
		return root + "/" + p.ID
	}
	return p.ID
}

// record reads a record: the header of a session, the settings of a turn, a compaction, or an item.
func (c *codex) record(raw jsontext.Value) error {
	var l codexLine
	if err := json.Unmarshal(raw, &l, tolerant...); err != nil {
		return err
	}
	if len(l.Payload) == 0 {
		c.stats.unknown(l.Type)
		return nil
	}
	var p codexPayload
	switch l.Type {
	case "event_msg": // the text on the screen; that for the model is in the response items
		c.mcpEnd(l.Payload)
		return c.usage(l.Payload, timeOf(l.Time))
	case "world_state":
		return nil
	}
	if err := json.Unmarshal(l.Payload, &p, tolerant...); err != nil {
		return err
	}
	switch l.Type {
	case "session_meta":
		if p.ID != "" && !c.named {
			c.session, c.named = p.named(), true
		}
		c.stats.version(p.CLIVersion)
	case "turn_context":
		if p.Model != "" {
			c.model = p.Model
		}
	case "compacted":
		if err := c.put(Item{Kind: Break, Session: c.session}); err != nil {
			return err
		}
		return c.put(Item{Kind: Text, Session: c.session, Text: stringOf(p.Message)})
	case "response_item":
		return c.item(&p)
	default:
		c.stats.unknown(l.Type)
	}
	return nil
}

// item reads an item of the conversation, such as
//
//	{"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\"]}","call_id":"call_1"}
func (c *codex) item(p *codexPayload) error {
	switch p.Type {
	case "message":
		text, _ := textOf(p.Content)
		if p.Role == "assistant" {
			return c.modelText(text)
		}
		return c.put(Item{Kind: Text, Session: c.session, Role: User, Text: text})
	case "reasoning":
		text, _ := textOf(p.Summary)
		if more, _ := textOf(p.Content); more != "" {
			text = strings.TrimPrefix(text+"\n"+more, "\n")
		}
		return c.modelText(text)
	case "function_call":
		return c.calls(p, p.CallID, p.Name, p.Arguments)
	case "custom_tool_call":
		return c.calls(p, p.CallID, p.Name, p.Input)
	case "local_shell_call":
		p.Namespace = ""
		return c.calls(p, cmp.Or(p.CallID, p.ID), "shell", p.Action)
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		it := Item{Kind: Result, Session: c.session, ID: p.CallID}
		it.Text, it.Images = textOf(p.Output)
		it.Original, it.Cut = codexOriginal(it.Text)
		if failed, ended := c.failed[p.CallID]; ended {
			it.Failed, it.Done = failed, !failed
			delete(c.failed, p.CallID)
		}
		return c.put(it)
	case "web_search_call", "ghost_snapshot", "compaction", "compaction_summary", "image_generation_call",
		"tool_search_call", "tool_search_output":
		return nil
	}
	c.stats.unknown("response_item/" + p.Type)
	return nil
}

// mcpEnd notes how a call of an MCP server ended. The event comes before the call's output:
//
//	{"type":"mcp_tool_call_end","call_id":"call_1","result":{"Ok":{"content":[...],"isError":false}}}
//	{"type":"mcp_tool_call_end","call_id":"call_2","result":{"Err":"tool call error: ..."}}
func (c *codex) mcpEnd(payload jsontext.Value) {
	if !bytes.Contains(payload, []byte(`"mcp_tool_call_end"`)) {
		return
	}
	var p struct {
		Type   string `json:"type"`
		CallID string `json:"call_id"`
		Result struct {
			Ok *struct {
				IsError bool `json:"isError"`
			} `json:"Ok"`
			Err jsontext.Value `json:"Err"`
		} `json:"result"`
	}
	if json.Unmarshal(payload, &p, tolerant...) != nil || p.Result.Ok == nil && p.Result.Err == nil {
		return
	}
	if c.failed == nil {
		c.failed = map[string]bool{}
	}
	c.failed[p.CallID] = p.Result.Ok == nil || p.Result.Ok.IsError
}

// modelText puts a text of the model.
func (c *codex) modelText(text string) error {
	return c.put(Item{Kind: Text, Session: c.session, Role: Assistant, Model: c.model, Text: text})
}

// calls puts a call of a tool, whose name follows that of its namespace.
func (c *codex) calls(p *codexPayload, id, tool string, args jsontext.Value) error {
	return c.put(Item{
		Kind: Call, Session: c.session, Model: c.model, ID: id, Tool: p.Namespace + tool, Args: argsOf(args),
	})
}

var codexHeader = regexp.MustCompile(`(?m)^(?:Original token count: |Warning: truncated output \(original token ` +
	`count: )(\d{1,9})\)?$`)

// codexHeaderBytes is how far from the start the header is looked for.
const codexHeaderBytes = 512

// codexOriginal returns the size before Codex's own cut, as its header states it.
func codexOriginal(text string) (tokens int, cut bool) {
	start := text[:min(len(text), codexHeaderBytes)]
	for _, m := range codexHeader.FindAllStringSubmatch(start, 2) {
		n, _ := strconv.Atoi(m[1])
		tokens = max(tokens, n)
	}
	return tokens, strings.Contains(text, " tokens truncated…") || strings.Contains(start, "Warning: truncated output")
}
