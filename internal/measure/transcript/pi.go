package transcript

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// pi reads pi's sessions.
type pi struct {
	*reader
	session string
	wrote   int // messages of the model, which have no names
}

// piLine is a line:
//
//	{"type":"message","id":"e1","message":{"role":"assistant","model":"...","content":[{"type":"toolCall","id":"t1",
//	 "name":"bash","arguments":{"command":"ls"}}]}}
//	{"type":"message","id":"e2","message":{"role":"toolResult","toolCallId":"t1","content":[...],"isError":false}}
type piLine struct {
	Type    string `json:"type"`
	ID      string `json:"id"`
	Version int    `json:"version"`
	Summary string `json:"summary"`

	Timestamp jsontext.Value `json:"timestamp"`
	Message   struct {
		Role       string         `json:"role"`
		Model      string         `json:"model"`
		Content    jsontext.Value `json:"content"`
		ToolCallID string         `json:"toolCallId"`
		IsError    bool           `json:"isError"`
		Details    jsontext.Value `json:"details"`
		Command    string         `json:"command"`
		Output     string         `json:"output"`
		Summary    string         `json:"summary"`
		Usage      jsontext.Value `json:"usage"`
		Timestamp  jsontext.Value `json:"timestamp"`
	} `json:"message"`
	Content jsontext.Value `json:"content"`
}

// record reads a line: the header of the session, a message, or a compaction.
func (p *pi) record(raw jsontext.Value) error {
	var l piLine
	if err := json.Unmarshal(raw, &l, tolerant...); err != nil {
		return err
	}
	switch l.Type {
	case "session":
		if l.ID != "" {
			p.session = l.ID
		}
		p.stats.version(strconv.Itoa(max(1, l.Version)))
	case "message":
		return p.message(&l)
	case "compaction":
		if err := p.put(Item{Kind: Break, Session: p.session}); err != nil {
			return err
		}
		return p.put(Item{Kind: Text, Session: p.session, Text: l.Summary})
	case "branch_summary":
		return p.put(Item{Kind: Text, Session: p.session, Text: l.Summary})
	case "custom_message":
		text, _ := textOf(l.Content)
		return p.put(Item{Kind: Text, Session: p.session, Text: text})
	case "model_change", "thinking_level_change", "label", "custom", "session_info", "usage", "context_edit":
	default:
		p.stats.unknown(l.Type)
	}
	return nil
}

// message reads a message by its role.
func (p *pi) message(l *piLine) error {
	m := &l.Message
	switch m.Role {
	case "user", "custom":
		text, _ := textOf(m.Content)
		return p.put(Item{Kind: Text, Session: p.session, Text: text})
	case "branchSummary", "compactionSummary":
		return p.put(Item{Kind: Text, Session: p.session, Text: m.Summary})
	case "bashExecution": // the user's own command
		return p.put(Item{Kind: Text, Session: p.session, Text: m.Command + "\n" + m.Output})
	case "assistant":
		p.wrote++
		it := Item{Session: p.session, Message: strconv.Itoa(p.wrote), Model: m.Model}
		if err := p.assistant(m.Content, it); err != nil {
			return err
		}
		return p.usage(l)
	case "toolResult":
		it := Item{Kind: Result, Session: p.session, ID: m.ToolCallID, Failed: m.IsError, Cut: piCut(m.Details)}
		it.Text, it.Images = textOf(m.Content)
		return p.put(it)
	}
	p.stats.unknown("message/" + m.Role)
	return nil
}

// piCut reports whether the details of a result mark it as cut by pi.
func piCut(v jsontext.Value) bool {
	var d struct {
		Truncation struct {
			Truncated bool `json:"truncated"`
		} `json:"truncation"`
	}
	return v.Kind() == '{' && json.Unmarshal(v, &d, tolerant...) == nil && d.Truncation.Truncated
}
