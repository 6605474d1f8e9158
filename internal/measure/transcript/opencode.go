package transcript

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// openCode reads opencode's exports, a message with its parts at a time.
type openCode struct {
	*reader
	session string
	parent  string       // the parent session of a sub-agent, "" for none
	message openCodeInfo // the one that parts belong to
	step    int          // of the message; each is a request

	finished int // steps of the message whose usage was read
}

// openCodeInfo is a message without its parts:
//
//	{"id":"msg_1","sessionID":"ses_1","role":"assistant","modelID":"..."}
type openCodeInfo struct {
	ID        string `json:"id"`
	SessionID string `json:"sessionID"`
	ParentID  string `json:"parentID"` // of a session
	Role      string `json:"role"`
	ModelID   string `json:"modelID"`
	Version   string `json:"version"`

	Tokens *openCodeTokens `json:"tokens"`
	Cost   float64         `json:"cost"`
	Time   struct {
		Created jsontext.Value `json:"created"`
	} `json:"time"`
}

// openCodePart is a part of a message. A call and its result are one part:
//
//	{"type":"tool","tool":"bash","callID":"c1","messageID":"msg_1",
//	 "state":{"status":"completed","input":{"command":"ls"},"output":"main.go"}}
type openCodePart struct {
	Type   string `json:"type"`
	Text   string `json:"text"`
	Tool   string `json:"tool"`
	CallID string `json:"callID"`

	Tokens *openCodeTokens `json:"tokens"` // of the end of a step
	Cost   float64         `json:"cost"`
	State  struct {
		Status   string         `json:"status"`
		Input    jsontext.Value `json:"input"`
		Output   string         `json:"output"`
		Error    string         `json:"error"`
		Metadata jsontext.Value `json:"metadata"`
	} `json:"state"`
}

// newOpenCode takes the session and the version from the members before the messages of an export.
func newOpenCode(r *reader, session string, h *head) *openCode {
	o := &openCode{reader: r, session: session}
	var info openCodeInfo
	if h.Info.Kind() == '{' && json.Unmarshal(h.Info, &info, tolerant...) == nil {
		o.parent = info.ParentID
		if info.ID != "" {
			o.session = o.named(info.ID)
		}
		r.stats.version(info.Version)
	}
	return o
}

// named returns a session's name, which begins with its parent's, as those of other agents' sub-agents do.
func (o *openCode) named(id string) string {
	if o.parent == "" {
		return id
	}
	return o.parent + "/" + id
}

// record reads a message with its parts.
func (o *openCode) record(raw jsontext.Value) error {
	var l struct {
		Info  openCodeInfo     `json:"info"`
		Parts []jsontext.Value `json:"parts"`
	}
	if err := json.Unmarshal(raw, &l, tolerant...); err != nil {
		return err
	}
	o.begin(&l.Info)
	if l.Info.Tokens != nil && !slices.ContainsFunc(l.Parts, isStepFinish) {
		if err := o.usage(*l.Info.Tokens, l.Info.Cost, l.Info.ID); err != nil {
			return err
		}
	}
	for _, p := range l.Parts {
		if err := o.part(p); err != nil {
			if err := o.bad("message "+l.Info.ID, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// isStepFinish reports whether a part is the end of a step, which has the step's usage.
func isStepFinish(v jsontext.Value) bool {
	var p openCodePart
	return json.Unmarshal(v, &p, tolerant...) == nil && p.Type == "step-finish" && p.Tokens != nil
}

// begin starts a message.
func (o *openCode) begin(info *openCodeInfo) {
	o.message, o.step, o.finished = *info, 0, 0
	if info.SessionID != "" {
		o.session = o.named(info.SessionID)
	}
}

// part reads a part of the message that was begun last.
func (o *openCode) part(raw jsontext.Value) error {
	var p openCodePart
	if err := json.Unmarshal(raw, &p, tolerant...); err != nil {
		return err
	}
	it := Item{Kind: Text, Session: o.session, Text: p.Text}
	if o.message.Role != "user" {
		it.Role, it.Model, it.Message = Assistant, o.message.ModelID, o.message.ID+"/"+strconv.Itoa(o.step)
	}
	switch p.Type {
	case "text", "reasoning":
		return o.put(it)
	case "tool":
		return o.tool(&p, it)
	case "step-start":
		o.step++
	case "compaction":
		return o.put(Item{Kind: Break, Session: o.session})
	case "step-finish":
		if p.Tokens == nil {
			return nil
		}
		o.finished++
		return o.usage(*p.Tokens, p.Cost, o.message.ID+"/"+strconv.Itoa(o.finished))
	case "snapshot", "patch", "file", "agent", "subtask", "retry":
	default:
		o.stats.unknown("part/" + p.Type)
	}
	return nil
}

// tool puts a call, and its result if it has ended.
func (o *openCode) tool(p *openCodePart, it Item) error {
	call := it
	call.Kind, call.Text, call.ID, call.Tool, call.Args = Call, "", p.CallID, p.Tool, argsOf(p.State.Input)
	if err := o.put(call); err != nil {
		return err
	}
	res := Item{Kind: Result, Session: o.session, ID: p.CallID, Text: p.State.Output}
	switch p.State.Status {
	case "completed":
	case "error":
		res.Text, res.Failed = p.State.Error, true
	default:
		return nil // it never ended
	}
	var m struct {
		Exit      *int `json:"exit"`
		Truncated bool `json:"truncated"`
	}
	if p.State.Metadata.Kind() == '{' && json.Unmarshal(p.State.Metadata, &m, tolerant...) == nil {
		res.Exit, res.Cut = m.Exit, m.Truncated
	}
	return o.put(res)
}
