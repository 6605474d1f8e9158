package transcript

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// tolerant reads what other programs have written, by hand at times.
var tolerant = []json.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// face is what tells a record's format: the members that records of the formats have at their top.
type face struct {
	Type       jsontext.Value `json:"type"`
	Kind       jsontext.Value `json:"kind"`
	Timestamp  jsontext.Value `json:"timestamp"`
	Session    jsontext.Value `json:"sessionId"`
	UUID       jsontext.Value `json:"uuid"`
	Leaf       jsontext.Value `json:"leafUuid"`
	Snapshot   jsontext.Value `json:"snapshot"`
	Payload    jsontext.Value `json:"payload"`
	Data       jsontext.Value `json:"data"`
	Message    jsontext.Value `json:"message"`
	Action     jsontext.Value `json:"action"`
	Observed   jsontext.Value `json:"observation"`
	Source     jsontext.Value `json:"source"`
	ID         jsontext.Value `json:"id"`
	Git        jsontext.Value `json:"git"`
	Rules      jsontext.Value `json:"instructions"`
	State      jsontext.Value `json:"record_type"`
	CallID     jsontext.Value `json:"call_id"`
	Role       jsontext.Value `json:"role"`
	SessionOC  jsontext.Value `json:"sessionID"`
	MessageOC  jsontext.Value `json:"messageID"`
	Info       jsontext.Value `json:"info"`
	Parts      jsontext.Value `json:"parts"`
	CWD        jsontext.Value `json:"cwd"`
	History    jsontext.Value `json:"history"`
	Trajectory jsontext.Value `json:"trajectory"`
	Steps      jsontext.Value `json:"steps"`
	StepID     jsontext.Value `json:"step_id"`
	Messages   jsontext.Value `json:"messages"`
}

// document reports whether the record holds a whole session, in an array of its own.
func (f *face) document() bool {
	for _, v := range []jsontext.Value{f.History, f.Trajectory, f.Steps, f.Messages} {
		if v.Kind() == '[' {
			return true
		}
	}
	return false
}

// format is the format that a record has, "" where its members don't tell.
func (f *face) format() Format {
	typ := stringOf(f.Type)
	has := func(v jsontext.Value) bool { return len(v) > 0 }
	switch {
	case has(f.SessionOC) && (has(f.MessageOC) || has(f.Role)):
		return OpenCode
	case has(f.Info) && f.Parts.Kind() == '[':
		return OpenCode
	case has(f.StepID) && has(f.Source):
		return ATIF
	case has(f.Payload) && typ != "" && has(f.Timestamp):
		return Codex
	case codexBare[typ] && (has(f.CallID) || has(f.Role)), has(f.ID) && typ == "" && has(f.Timestamp) && (has(f.Git) || has(f.Rules)), has(f.State):
		return Codex
	case f.Data.Kind() == '{' && strings.Contains(typ, "."):
		return Copilot
	case has(f.Session) && (typ != "" || has(f.UUID)), has(f.UUID) && has(f.Message), has(f.Leaf) && typ == "summary", has(f.Snapshot):
		return Claude
	case openHandsKinds[stringOf(f.Kind)], has(f.Action) || has(f.Observed):
		return OpenHands
	case typ == "session" && has(f.ID) && has(f.CWD), typ == "message" && f.Message.Kind() == '{':
		return Pi
	}
	return ""
}

// codexBare are the records of Codex before it wrapped them in a payload.
var codexBare = map[string]bool{"message": true, "function_call": true, "function_call_output": true, "reasoning": true, "local_shell_call": true}

// stringOf is the text of a JSON string, "" for anything else.
func stringOf(v jsontext.Value) string {
	if v.Kind() != '"' {
		return ""
	}
	b, _ := jsontext.AppendUnquote(nil, v) // what is wrong in a string becomes U+FFFD
	return string(b)
}

// block is a part of a message's content.
type block struct {
	Type      string         `json:"type"`
	Text      jsontext.Value `json:"text"`
	Thinking  string         `json:"thinking"`
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Input     jsontext.Value `json:"input"`
	Arguments jsontext.Value `json:"arguments"`
	ToolUseID string         `json:"tool_use_id"`
	Content   jsontext.Value `json:"content"`
	IsError   bool           `json:"is_error"`
}

// blocksOf reads a content: a string is one text block.
func blocksOf(v jsontext.Value) []block {
	switch v.Kind() {
	case '"':
		return []block{{Type: "text", Text: v}}
	case '{':
		var b block
		if json.Unmarshal(v, &b, tolerant...) != nil {
			return nil
		}
		return []block{b}
	case '[':
		var raws []jsontext.Value
		if json.Unmarshal(v, &raws, tolerant...) != nil {
			return nil
		}
		list := make([]block, 0, len(raws))
		for _, raw := range raws {
			var b block
			if raw.Kind() == '"' {
				b = block{Type: "text", Text: raw}
			} else if json.Unmarshal(raw, &b, tolerant...) != nil {
				b = block{Type: "unreadable"}
			}
			list = append(list, b)
		}
		return list
	}
	return nil
}

// textOf is what a content says: its texts, a line feed between them. Images are counted.
func textOf(v jsontext.Value) (text string, images int) {
	if v.Kind() == '"' {
		return stringOf(v), 0
	}
	var texts []string
	for _, b := range blocksOf(v) {
		switch {
		case len(b.Text) > 0:
			texts = append(texts, stringOf(b.Text))
		case strings.Contains(b.Type, "image"):
			images++
		}
	}
	return strings.Join(texts, "\n"), images
}

// argsOf makes an object of a call's arguments: of an object itself, of a string that holds one, or of any other string.
func argsOf(v jsontext.Value) jsontext.Value {
	switch v.Kind() {
	case '{':
		return v
	case '"':
		s := stringOf(v)
		if inner := jsontext.Value(s); len(s) > 0 && inner.Kind() == '{' && inner.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
			return inner
		}
		return object("input", s)
	}
	return nil
}

// object is a JSON object with one member.
func object(name, value string) jsontext.Value {
	b := append([]byte(nil), '{')
	b, _ = jsontext.AppendQuote(b, name)
	b = append(b, ':')
	b, _ = jsontext.AppendQuote(b, value)
	return append(b, '}')
}
