package transcript

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// face is the members at the top of a record by which the formats differ.
type face struct {
	Type      jsontext.Value `json:"type"`
	Timestamp jsontext.Value `json:"timestamp"`
	Time      jsontext.Value `json:"time"`
	Session   jsontext.Value `json:"sessionId"`
	UUID      jsontext.Value `json:"uuid"`
	Leaf      jsontext.Value `json:"leafUuid"`
	Snapshot  jsontext.Value `json:"snapshot"`
	Payload   jsontext.Value `json:"payload"`
	Data      jsontext.Value `json:"data"`
	Message   jsontext.Value `json:"message"`
	ID        jsontext.Value `json:"id"`
	Git       jsontext.Value `json:"git"`
	Rules     jsontext.Value `json:"instructions"`
	State     jsontext.Value `json:"record_type"`
	CallID    jsontext.Value `json:"call_id"`
	Role      jsontext.Value `json:"role"`
	SessionOC jsontext.Value `json:"sessionID"`
	MessageOC jsontext.Value `json:"messageID"`
	Info      jsontext.Value `json:"info"`
	Parts     jsontext.Value `json:"parts"`
	CWD       jsontext.Value `json:"cwd"`
	Messages  jsontext.Value `json:"messages"`
}

// has reports whether a record has a member, whatever its value.
func has(v jsontext.Value) bool { return len(v) > 0 }

// document reports whether the record holds a whole session: an export of opencode.
func (f *face) document() bool { return f.Messages.Kind() == '[' }

// recordForms are the forms of records, tried in this order: some members are common to several formats.
var recordForms = []struct {
	format Format
	fits   func(f *face) bool
}{
	{OpenCode, (*face).isOpenCode},
	{Codex, (*face).isCodex},
	{Copilot, (*face).isCopilot},
	{Claude, (*face).isClaude},
	{Pi, (*face).isPi},
}

// format returns the format of the record, "" if its members don't show it.
func (f *face) format() Format {
	for _, form := range recordForms {
		if form.fits(f) {
			return form.format
		}
	}
	return ""
}

// isOpenCode recognises a part or a message of the storage, and a message of an export:
//
//	{"id":"prt_1","sessionID":"ses_1","messageID":"msg_1","type":"text",...}
//	{"id":"msg_1","sessionID":"ses_1","role":"assistant",...}
//	{"info":{...},"parts":[...]}
func (f *face) isOpenCode() bool {
	stored := has(f.SessionOC) && (has(f.MessageOC) || has(f.Role))
	return stored || f.isOpenCodeMessage()
}

func (f *face) isOpenCodeMessage() bool { return has(f.Info) && f.Parts.Kind() == '[' }

// isCodex recognises a record with a payload, and those from before there were payloads: items of the conversation, the
// first line of a session, and a mark of the state:
//
//	{"timestamp":"...","type":"response_item","payload":{...}}
//	{"type":"function_call_output","call_id":"call_1",...}
//	{"id":"...","timestamp":"...","instructions":null,"git":{...}}
//	{"record_type":"state"}
func (f *face) isCodex() bool {
	typ := stringOf(f.Type)
	switch {
	case has(f.Payload) && typ != "" && has(f.Timestamp), has(f.State):
		return true
	case codexBare[typ]:
		return has(f.CallID) || has(f.Role)
	case typ == "":
		return has(f.ID) && has(f.Timestamp) && (has(f.Git) || has(f.Rules))
	}
	return false
}

// codexBare are the records of Codex before it wrapped them in a payload.
var codexBare = map[string]bool{
	"message": true, "function_call": true, "function_call_output": true, "reasoning": true, "local_shell_call": true,
}

// isCopilot recognises an event: {"type":"tool.execution_start","data":{...},...}.
func (f *face) isCopilot() bool {
	return f.Data.Kind() == '{' && strings.Contains(stringOf(f.Type), ".")
}

// isClaude recognises a message, a summary and a snapshot of files:
//
//	{"type":"user","sessionId":"...","uuid":"...","message":{...}}
//	{"type":"summary","summary":"...","leafUuid":"..."}
//	{"type":"file-history-snapshot","snapshot":{...}}
func (f *face) isClaude() bool {
	typ := stringOf(f.Type)
	isMessage := has(f.UUID) && has(f.Message) || has(f.Session) && (typ != "" || has(f.UUID))
	isSummary := has(f.Leaf) && typ == "summary"
	return isMessage || isSummary || has(f.Snapshot)
}

// isPi recognises the first line of a session, and a message:
//
//	{"type":"session","id":"...","cwd":"/work",...}
//	{"type":"message","id":"...","message":{...}}
func (f *face) isPi() bool {
	switch stringOf(f.Type) {
	case "session":
		return has(f.ID) && has(f.CWD)
	case "message":
		return f.Message.Kind() == '{'
	}
	return false
}
