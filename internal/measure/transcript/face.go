package transcript

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// face is the members at the top of a record by which the formats differ.
type face struct {
	Type      jsontext.Value `json:"type"`
	Timestamp jsontext.Value `json:"timestamp"`
	Session   jsontext.Value `json:"sessionId"`
	UUID      jsontext.Value `json:"uuid"`
	Leaf      jsontext.Value `json:"leafUuid"`
	Snapshot  jsontext.Value `json:"snapshot"`
	Payload   jsontext.Value `json:"payload"`
	Data      jsontext.Value `json:"data"`
	Message   jsontext.Value `json:"message"`
	ID        jsontext.Value `json:"id"`
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
	{OpenCode, (*face).isOpenCodeMessage},
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

// isOpenCodeMessage recognises a message of an export: {"info":{...},"parts":[...]}.
func (f *face) isOpenCodeMessage() bool { return has(f.Info) && f.Parts.Kind() == '[' }

// isCodex recognises a record with a payload: {"timestamp":"...","type":"response_item","payload":{...}}.
func (f *face) isCodex() bool { return has(f.Payload) && stringOf(f.Type) != "" && has(f.Timestamp) }

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
