package session

import (
	"slices"

	"github.com/toktee/toktee/agent/session/internal/wire"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/result"
)

// entriesOf returns the model's view of items: one entry for each, in their order. Items that it doesn't see, such as
// ends and unknown kinds, become entries of kind [wire.KindNone]. Changing an entry doesn't change its item.
func entriesOf(items []Item) []wire.Entry {
	out := make([]wire.Entry, len(items))
	for i := range items {
		out[i] = items[i].entry()
	}
	return out
}

// entry returns the model's view of an item.
func (it *Item) entry() wire.Entry {
	switch {
	case it.Kind == KindUser, it.Kind == KindMarker, it.Kind == KindEpoch:
		return wire.Entry{Kind: wire.KindUser, Text: it.Text}
	case it.Kind == KindText:
		return wire.Entry{Kind: wire.KindText, Response: it.Response, Text: it.Text}
	case it.Kind == KindReasoning && it.Thought != nil:
		return wire.Entry{Kind: wire.KindReasoning, Response: it.Response, Reasoning: it.Thought.entry()}
	case it.Kind == KindCall && it.Call != nil:
		c := wire.Call(*it.Call)
		c.Arguments = slices.Clone(c.Arguments)
		return wire.Entry{Kind: wire.KindCall, Response: it.Response, Call: &c}
	case it.Kind == KindResult && it.Result != nil:
		return wire.Entry{Kind: wire.KindOutput, Output: it.Result.forModel()}
	}
	return wire.Entry{}
}

// forModel returns the model's view of a result. A tool may have returned any text, so characters that a person
// wouldn't see are removed: escape sequences, control characters, hidden characters.
func (r *Result) forModel() *result.ModelMessage {
	m := r.Tool.ForModel()
	m.CallID, m.Text = r.CallID, clean.Text(m.Text)
	for i := range m.Blocks {
		m.Blocks[i].Text = clean.Text(m.Blocks[i].Text)
	}
	return &m
}

// entry returns the part of reasoning that its provider takes back.
func (r *Reasoning) entry() *wire.Reasoning {
	return &wire.Reasoning{Provider: r.Provider, ID: r.ID, Text: r.Text, Signature: r.Signature, Encrypted: r.Encrypted}
}
