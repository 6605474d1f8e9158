package session

import (
	"encoding/json"
	"time"

	"github.com/toktee/toktee/result"
)

// A Kind is the kind of an [Item].
type Kind string

// The kinds of items.
const (
	KindUser      Kind = "user"      // a text of the user
	KindText      Kind = "text"      // a text of the model
	KindReasoning Kind = "reasoning" // reasoning of the model, in the form that its provider takes back
	KindCall      Kind = "call"      // a complete tool call of the model
	KindResult    Kind = "result"    // the result of a call
	KindMarker    Kind = "marker"    // a note to the model, in the user's role, that a turn was aborted
	KindEnd       Kind = "end"       // the end of a turn, for the reason in Stop
	KindEpoch     Kind = "epoch"     // the model no longer sees what comes before it, but its Text in place of that
)

// isKnown reports whether items of a kind are known to this version.
func (k Kind) isKnown() bool {
	switch k {
	case KindUser, KindText, KindReasoning, KindCall, KindResult, KindMarker, KindEnd, KindEpoch:
		return true
	}
	return false
}

// A StopReason is the reason why an answer of the model, or a whole turn, ended.
type StopReason string

// The stop reasons.
const (
	StopEnd     StopReason = "stop"     // the model has finished
	StopLength  StopReason = "length"   // the answer reached its limit of tokens
	StopToolUse StopReason = "tool_use" // the model waits for the results of its calls
	StopError   StopReason = "error"    // the provider failed, or anything else did
	StopTimeout StopReason = "timeout"  // a time limit ended it
	StopAborted StopReason = "aborted"  // a person or program stopped it
)

// An Item is one completed thing of a conversation, and one record of its log. Items are appended in the order in
// which they were completed, and are never changed.
//
// In JSON it has its fields in their order, then those of Extra.
type Item struct {
	Kind     Kind       `json:"kind"`
	ID       string     `json:"id"`                 // unique in the session
	Turn     int        `json:"turn"`               // the user's turn that it belongs to, from 1
	Time     time.Time  `json:"time"`               // when it was completed
	Response string     `json:"response,omitempty"` // the id of the model's response that it is a part of
	Text     string     `json:"text,omitempty"`     // of user, text, marker and epoch
	Call     *Call      `json:"call,omitempty"`
	Result   *Result    `json:"result,omitempty"`
	Thought  *Reasoning `json:"reasoning,omitempty"` // of reasoning
	Stop     StopReason `json:"stop,omitempty"`      // of end
	Error    string     `json:"error,omitempty"`     // of end: what went wrong, for the user
	// Calls is of an end with a marker. Logs of older versions lack it.
	Calls *InvocationCounts `json:"calls,omitempty"`
	// Extra is a JSON object of the fields that this version doesn't know. They are kept, and no model sees them.
	Extra json.RawMessage `json:"-"`
}

// A Call is a complete tool call. One whose arguments were cut off while they were streamed never becomes an item.
type Call struct {
	ID        string          `json:"id"` // the provider's; a view replaces one that was used before
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`         // a JSON object
	ItemID    string          `json:"item_id,omitempty"` // the Responses API's own id (fc_...), if it gave one
}

// A Result is the result of a call: the text for the model and the full output for the user.
type Result struct {
	CallID string            `json:"call_id"`
	Tool   result.ToolResult `json:"tool_result"`
	// Synthetic marks a result that a repair made up, since the outcome of the call is unknown. A real result replaces
	// it.
	Synthetic bool `json:"synthetic,omitempty"`
	// NotRun marks a call that never began, so it did nothing. Older versions didn't set it.
	NotRun bool `json:"not_run,omitempty"`
}

// Reasoning is a model's thinking before an answer. Only the provider that it came from takes it back.
type Reasoning struct {
	Provider  string `json:"provider"`            // "anthropic" or "openai"
	Model     string `json:"model,omitempty"`     // the model that it is of; another model refuses it
	ID        string `json:"id,omitempty"`        // the Responses API's id (rs_...)
	Text      string `json:"text,omitempty"`      // as shown to the user
	Signature string `json:"signature,omitempty"` // Anthropic's; without it, reasoning is never sent back
	Encrypted string `json:"encrypted,omitempty"` // OpenAI's encrypted_content, or Anthropic's redacted data
}

func (r *Reasoning) isSendable() bool { return r != nil && (r.Signature != "" || r.Encrypted != "") }
