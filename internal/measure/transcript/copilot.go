package transcript

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// copilot reads Copilot CLI's events.
type copilot struct {
	*reader
	session string
	asked   map[string]bool   // calls that a message had; their start adds nothing
	under   map[string]string // the session of a call that a sub-agent made
}

// copilotLine is an event.
type copilotLine struct {
	Type      string         `json:"type"`
	Timestamp jsontext.Value `json:"timestamp"`
	Data      copilotData    `json:"data"`
}

// copilotData is the data of an event, of whatever type.
type copilotData struct {
	SessionID   string         `json:"sessionId"`
	Version     string         `json:"copilotVersion"`
	Content     jsontext.Value `json:"content"`
	Transformed string         `json:"transformedContent"`
	Reasoning   string         `json:"reasoningText"`
	MessageID   string         `json:"messageId"`
	Model       string         `json:"model"`
	Parent      string         `json:"parentToolCallId"`
	Summary     string         `json:"summaryContent"`
	Output      *int64         `json:"outputTokens"`
	Metrics     jsontext.Value `json:"modelMetrics"`
	Requests    []struct {
		ID        string         `json:"toolCallId"`
		Name      string         `json:"name"`
		Arguments jsontext.Value `json:"arguments"`
	} `json:"toolRequests"`
	CallID    string         `json:"toolCallId"`
	Tool      string         `json:"toolName"`
	Arguments jsontext.Value `json:"arguments"`
	Success   *bool          `json:"success"`
	Result    jsontext.Value `json:"result"`
	Error     jsontext.Value `json:"error"`
}

// Events of which the model gets nothing: whole families, by the word before the dot, and single events.
var (
	copilotQuietFamilies = map[string]bool{
		"hook": true, "permission": true, "session": true, "subagent": true, "user_input": true, "elicitation": true,
		"external_tool": true, "command": true, "exit_plan_mode": true, "skill": true, "capabilities": true,
		"sampling": true, "mcp": true,
	}
	copilotQuiet = map[string]bool{
		"assistant.turn_start": true, "assistant.turn_end": true, "assistant.usage": true, "assistant.intent": true,
		"assistant.reasoning": true, "tool.execution_partial_result": true, "tool.execution_progress": true,
		"tool.user_requested": true, "abort": true,
	}
)

// record reads an event, such as
//
//	{"type":"tool.execution_start","data":{"toolCallId":"c1","toolName":"bash","arguments":{"command":"ls"}},...}
func (c *copilot) record(raw jsontext.Value) error {
	var l copilotLine
	if err := json.Unmarshal(raw, &l, tolerant...); err != nil {
		return err
	}
	d := &l.Data
	session := c.session
	if d.Parent != "" {
		session += "/" + d.Parent
	}
	text := func(s string) error { return c.put(Item{Kind: Text, Session: session, Text: s}) }
	switch l.Type {
	case "session.start", "session.resume":
		if d.SessionID != "" {
			c.session = d.SessionID
		}
		c.stats.version(d.Version)
		return nil
	case "session.compaction_complete":
		if d.failed() {
			return nil
		}
		if err := c.put(Item{Kind: Break, Session: session}); err != nil {
			return err
		}
		return text(d.Summary)
	case "system.message", "system.notification":
		return text(stringOf(d.Content))
	case "user.message":
		if d.Transformed != "" {
			return text(d.Transformed)
		}
		return text(stringOf(d.Content))
	case "assistant.message":
		if err := c.message(&l, session); err != nil {
			return err
		}
		return c.usage(&l, session)
	case "session.shutdown":
		return c.usage(&l, session)
	case "tool.execution_start":
		return c.call(session, d.CallID, d.Tool, d.Arguments, "", d.Model)
	case "tool.execution_complete":
		return c.result(d, session)
	}
	if family, _, _ := strings.Cut(l.Type, "."); !copilotQuietFamilies[family] && !copilotQuiet[l.Type] {
		c.stats.unknown(l.Type)
	}
	return nil
}

// failed reports whether the event names a failure.
func (d *copilotData) failed() bool { return d.Success != nil && !*d.Success }

// result reads the result of a call; it belongs to the session of the call.
func (c *copilot) result(d *copilotData, session string) error {
	it := Item{Kind: Result, Session: session, ID: d.CallID, Failed: d.failed()}
	if s, ok := c.under[d.CallID]; ok {
		it.Session = s
		delete(c.under, d.CallID)
	}
	it.Text, it.Images = copilotResult(d.Result, d.Error)
	delete(c.asked, d.CallID)
	return c.put(it)
}

// message reads the model's text, then its calls.
func (c *copilot) message(l *copilotLine, session string) error {
	d := &l.Data
	said := Item{Kind: Text, Session: session, Role: Assistant, Message: d.MessageID, Model: d.Model}
	for _, text := range []string{d.Reasoning, stringOf(d.Content)} {
		said.Text = text
		if err := c.put(said); err != nil {
			return err
		}
	}
	for _, q := range d.Requests {
		if err := c.call(session, q.ID, q.Name, q.Arguments, d.MessageID, d.Model); err != nil {
			return err
		}
	}
	return nil
}

// call adds a call when it is seen first. The model requests several calls at once, but they start one after the other.
func (c *copilot) call(session, id, tool string, args jsontext.Value, message, model string) error {
	if c.asked[id] {
		return nil
	}
	if c.asked == nil {
		c.asked, c.under = map[string]bool{}, map[string]string{}
	}
	c.asked[id] = true
	c.under[id] = session
	return c.put(Item{
		Kind: Call, Session: session, ID: id, Tool: tool, Args: argsOf(args), Message: message, Model: model,
	})
}

// copilotResult returns the text for the model, not the one for the screen.
func copilotResult(result, failure jsontext.Value) (string, int) {
	var r struct {
		Content jsontext.Value `json:"content"`
		Message string         `json:"message"`
	}
	v := result
	if v.Kind() != '{' && v.Kind() != '"' {
		v = failure
	}
	if v.Kind() == '"' {
		return stringOf(v), 0
	}
	if v.Kind() != '{' || json.Unmarshal(v, &r, tolerant...) != nil {
		return "", 0
	}
	if len(r.Content) > 0 {
		return textOf(r.Content)
	}
	return r.Message, 0
}
