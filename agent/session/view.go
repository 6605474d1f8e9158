package session

import (
	"encoding/json"

	"github.com/toktee/toktee/agent/session/internal/wire"
)

// ViewOptions change the model's view of a conversation. Nil is the zero ViewOptions: all of it.
type ViewOptions struct {
	Mask *Mask // which older results are replaced by one line; nil replaces none
	// Model is the model that is asked. Reasoning of another model is left out, since the provider would refuse it.
	// "" leaves out none.
	Model string
}

// A View is the part of a conversation that a model sees: the last epoch's text and all items after it. It is
// repaired, so that every provider takes it:
//
//   - The parts of a response are together, and the results of all its calls follow it, one for each call, in their
//     order.
//   - A call without a result gets one with the text "Interrupted by user", marked as an error. A real result that
//     comes later takes its place.
//   - Left out are items without what their kind needs: blank texts, reasoning that can't be sent back, calls whose
//     arguments aren't a JSON object and which have no result. So are repeated items, second results of a call, and
//     results of no call.
//   - A call whose id was used before gets a new one, as does its result.
//   - Texts of results have nothing that a person wouldn't see: no escape sequences, no control characters.
//   - An epoch comes before a response whose results come after the epoch.
//
// A view depends on nothing but the items and the options. While a conversation grows, the start of its requests stays
// the same, byte by byte, so that the provider's cache is used. A View is immutable and safe for concurrent use.
type View struct{ entries []wire.Entry }

// NewView returns the view of items, which are in the order of their log. It doesn't change them. Its time and memory
// are in proportion to the number of items.
func NewView(items []Item, o *ViewOptions) View {
	if o == nil {
		o = &ViewOptions{}
	}
	items = fromLastEpoch(repair(items))
	entries := entriesOf(items)
	if o.Mask != nil {
		o.Mask.apply(entries, items)
	}
	for i := range items {
		if t := items[i].Thought; entries[i].Reasoning != nil && t.isForeign(o.Model) {
			entries[i].Reasoning = &wire.Reasoning{Provider: t.Provider} // marks that reasoning is missing here
		}
	}
	return View{entries: entries}
}

// isForeign reports whether reasoning is known to be that of another model than the one that is asked.
func (r *Reasoning) isForeign(model string) bool {
	return model != "" && r.Model != "" && r.Model != model
}

// fromLastEpoch returns the items from the last epoch on.
func fromLastEpoch(items []Item) []Item {
	for i := len(items) - 1; i > 0; i-- {
		if items[i].Kind == KindEpoch {
			return items[i:]
		}
	}
	return items
}

// AnthropicOptions change the messages for Anthropic. Nil is the zero AnthropicOptions.
type AnthropicOptions struct {
	// NoThinking leaves out all reasoning. The API refuses it in the last steps of a request with thinking switched
	// off, so set it for those, and if [View.ThinkingFits] reports false.
	NoThinking bool
	// MarkCache marks the end of the messages for the provider's cache.
	MarkCache bool
}

// Anthropic returns the view as messages of Anthropic's Messages API, for the "messages" of a request: one JSON object
// for each message. The user is first and last, and roles alternate; if the conversation has no text there, a fixed
// one is added. Images of results that are errors follow the results, since an error may hold text alone. Reasoning of
// other providers' models is left out.
func (v View) Anthropic(o *AnthropicOptions) []json.RawMessage {
	if o == nil {
		o = &AnthropicOptions{}
	}
	messages := wire.Anthropic(v.entries)
	if o.NoThinking {
		wire.WithoutThinking(messages)
	}
	if o.MarkCache {
		wire.MarkCache(messages)
	}
	return wire.EncodeEach(messages)
}

// ThinkingFits reports whether the view can be sent to Anthropic with thinking switched on. If it ends with results of
// calls, the API wants that the first of these last steps starts with reasoning. A response of another provider's or
// another model doesn't, and neither does one that was made with thinking switched off.
func (v View) ThinkingFits() bool { return wire.ThinkingFits(wire.Anthropic(v.entries)) }

// ChatOptions are for servers that are stricter than OpenAI's. Nil is the zero ChatOptions.
type ChatOptions struct {
	AssistantAfterTool bool // the user's message can't follow a tool's: one of the assistant is put between them
	ToolName           bool // messages of tools carry the tool's name
}

// Chat returns the view as messages of OpenAI's Chat Completions API, for the "messages" of a request after the
// system's: one JSON object for each message. The API takes no images from tools, so those of a group of results
// follow in one message of the user. It has no mark for errors either: the text must show them. Reasoning isn't sent.
func (v View) Chat(o *ChatOptions) []json.RawMessage {
	if o == nil {
		o = &ChatOptions{}
	}
	return wire.EncodeEach(wire.Chat(v.entries, wire.ChatOptions(*o)))
}

// Responses returns the view as the "input" of a request to OpenAI's Responses API: one JSON object for each item. The
// request is to be sent with store false, and without previous_response_id. Reasoning is sent if it is encrypted and
// its message or call follows; otherwise the ids that depend on it are left out too. The API has no mark for errors:
// the text must show them.
func (v View) Responses() []json.RawMessage { return wire.EncodeEach(wire.Responses(v.entries)) }
