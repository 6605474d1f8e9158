// Package wire turns a conversation into the messages of the providers' wire formats: Anthropic Messages, OpenAI Chat
// Completions and OpenAI Responses.
//
// It works on entries, which hold only the part of a conversation that a model may see, and it can't import the items
// of a session. So details, the full output and fields of newer versions can't reach a request by mistake.
//
// The functions expect entries of repaired items: each call has one output, right after its response, and arguments
// are JSON objects. They are pure, and take time and memory in proportion to the entries.
package wire

import (
	"encoding/json"

	"github.com/toktee/toktee/result"
)

// A Kind is the kind of an entry.
type Kind int

// The kinds of entries.
const (
	KindNone      Kind = iota // something that a model doesn't see
	KindUser                  // a text in the user's role
	KindText                  // a text of the model
	KindReasoning             // reasoning of the model
	KindCall                  // a tool call of the model
	KindOutput                // the result of a call
)

// An Entry is the model's view of one item of a conversation. A field is added here only when a model should see it.
type Entry struct {
	Kind      Kind
	Response  string               // the id of the response that a text, reasoning or call is a part of
	Text      string               // of a text
	Reasoning *Reasoning           // of reasoning
	Call      *Call                // of a call
	Output    *result.ModelMessage // of a result; its CallID is the call's id
}

// Call is a tool call.
type Call struct {
	ID        string
	Name      string
	Arguments json.RawMessage // a JSON object
	ItemID    string          // the Responses API's own id of the item, if it gave one
}

// Reasoning is the reasoning of a model in the form that its provider takes back. One without a signature and without
// encrypted text isn't sent, but still marks the place: items that depend on it are changed accordingly.
type Reasoning struct {
	Provider  string // "anthropic" or "openai"
	ID        string // the Responses API's id
	Text      string
	Signature string // Anthropic's
	Encrypted string // OpenAI's encrypted_content, or Anthropic's redacted data
}

// The providers of reasoning.
const (
	providerAnthropic = "anthropic"
	providerOpenAI    = "openai"
)
