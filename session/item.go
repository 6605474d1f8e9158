package session

import (
	"encoding/json"
	"time"

	"github.com/toktee/toktee/result"
)

// Kind says what an Item is.
type Kind string

// The kinds of items.
const (
	KindUser      Kind = "user"      // what the person said
	KindText      Kind = "text"      // what the model said
	KindReasoning Kind = "reasoning" // what the model thought, as its provider wants it back
	KindCall      Kind = "call"      // a complete tool call of the model
	KindResult    Kind = "result"    // what became of a call
	KindMarker    Kind = "marker"    // a note of ours to the model, in the user's role: a turn was aborted
	KindEnd       Kind = "end"       // a turn ended: Stop says why
	KindEpoch     Kind = "epoch"     // what stands before it is no longer in the model's view; Text is what replaces it
)

// StopReason says why a turn of the model, or a whole run, ended.
type StopReason string

// The stop reasons.
const (
	StopEnd     StopReason = "stop"     // the model has finished
	StopLength  StopReason = "length"   // it ran into its limit of tokens
	StopToolUse StopReason = "tool_use" // it waits for the results of its calls
	StopError   StopReason = "error"    // the provider failed
	StopTimeout StopReason = "timeout"  // a time limit ended it
	StopAborted StopReason = "aborted"  // somebody stopped it
)

// An Item is one completed thing of a conversation. Items are appended in the order in which they were completed and
// are never changed.
type Item struct {
	Kind     Kind       `json:"kind"`
	ID       string     `json:"id"`                 // the item's own, unique in the session
	Turn     int        `json:"turn"`               // the person's turn that it belongs to, from 1
	Time     time.Time  `json:"time"`               // when it was completed
	Response string     `json:"response,omitempty"` // the model's response that it is a part of: the provider's id, or one made here
	Text     string     `json:"text,omitempty"`     // of user, text, marker and epoch
	Call     *Call      `json:"call,omitempty"`
	Result   *Result    `json:"result,omitempty"`
	Thought  *Reasoning `json:"reasoning,omitempty"`
	Stop     StopReason `json:"stop,omitempty"`  // of end
	Error    string     `json:"error,omitempty"` // of end: what went wrong, for the person
	// Extra is a JSON object of the fields that this version doesn't know. They are kept, and no model sees them.
	Extra json.RawMessage `json:"-"`
}

// Call is a complete tool call: one whose argument stream was cut is never an Item.
type Call struct {
	ID        string          `json:"id"` // the provider's; a view renames one that was used before
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`         // a JSON object
	ItemID    string          `json:"item_id,omitempty"` // the Responses API's fc_ id, if it gave one
}

// Result is what became of a call, with both channels.
type Result struct {
	CallID string            `json:"call_id"`
	Tool   result.ToolResult `json:"tool_result"`
	// Synthetic says that nobody knows what became of the call: [Repair] answered it. A real result replaces it.
	Synthetic bool `json:"synthetic,omitempty"`
}

// The providers of reasoning.
const (
	providerAnthropic = "anthropic"
	providerOpenAI    = "openai"
)

// Reasoning is a model's thought, bound to the provider that can take it back.
type Reasoning struct {
	Provider  string `json:"provider"`            // "anthropic" or "openai"
	Model     string `json:"model,omitempty"`     // the model that thought it; another one refuses it
	ID        string `json:"id,omitempty"`        // the Responses API's rs_ id
	Text      string `json:"text,omitempty"`      // as shown to the person
	Signature string `json:"signature,omitempty"` // Anthropic's; unsigned thought is never sent back
	Encrypted string `json:"encrypted,omitempty"` // OpenAI's encrypted_content, or Anthropic's redacted data
}
