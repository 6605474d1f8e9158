package session

import (
	"slices"

	"github.com/toktee/toktee/result"
)

// Entry is what a model may see of one [Item]. Converters take this type, so that they can't reach details, payloads, the
// person's text or fields of a newer version. A field is added here only when a model should see it.
type Entry struct {
	Kind     Kind
	Response string
	Text     string               // of user, text, marker and epoch
	Call     *Call                // of call
	Output   *result.ModelMessage // of result; its CallID is the call's id
	Thought  *Reasoning           // of reasoning
}

// ForModel returns what a model may see of items: one entry for each, in their order. Those of which it sees nothing, such
// as ends and unknown kinds, have a kind alone. The items stay as they are, and share no memory with the entries that
// could change them.
func ForModel(items []Item) []Entry {
	out := make([]Entry, len(items))
	for i, it := range items {
		out[i] = it.forModel()
	}
	return out
}

func (it *Item) forModel() Entry {
	e := Entry{Kind: it.Kind}
	switch it.Kind {
	case KindUser, KindMarker, KindEpoch:
		e.Text = it.Text
	case KindText:
		e.Response, e.Text = it.Response, it.Text
	case KindReasoning:
		if it.Thought != nil {
			t := *it.Thought
			e.Response, e.Thought = it.Response, &t
		}
	case KindCall:
		if it.Call != nil {
			c := *it.Call
			c.Arguments = slices.Clone(c.Arguments)
			e.Response, e.Call = it.Response, &c
		}
	case KindResult:
		if it.Result != nil {
			m := it.Result.Tool.ForModel()
			m.CallID = it.Result.CallID
			e.Output = &m
		}
	}
	return e
}
