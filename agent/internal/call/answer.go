package call

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// An Answer collects the parts that a decoder finds in a stream. Decoders embed it: it keeps complete parts, passes
// them on, and knows which parts have begun and not ended.
type Answer struct {
	Emit func(model.Event)
	Got  model.Response // complete parts so far

	open  map[int]*Part // the parts that have begun and not ended, by their index in the stream
	order []int         // their indexes, in the order in which they began
}

// A Part is a part of a response that is still coming: a text, a thought or a call.
type Part struct {
	Type     string // in the provider's words, such as "tool_use"
	ID, Name string // of a call

	Content   strings.Builder // text, or the arguments of a call
	Signature strings.Builder // of a thought
}

// Done passes on a text or a thought that is complete.
func (a *Answer) Done(it session.Item) {
	it.Response = a.Got.ID
	a.pass(model.Done{Item: it})
}

// DoneText passes on a text that is complete, unless it is empty.
func (a *Answer) DoneText(text string) {
	if text != "" {
		a.Done(session.Item{Kind: session.KindText, Text: text})
	}
}

// DoneThought passes on a thought that is complete.
func (a *Answer) DoneThought(thought session.Reasoning) {
	a.Done(session.Item{Kind: session.KindReasoning, Thought: &thought})
}

// DoneCall passes on a call that the model has ended. Its arguments must be a JSON object; none at all count as an
// empty object, which is how providers stream a call without arguments. Any other arguments make it a malformed call.
func (a *Answer) DoneCall(c session.Call, arguments string) {
	args, ok := session.Arguments(arguments)
	c.Arguments = args
	d := model.Done{Item: session.Item{Kind: session.KindCall, Response: a.Got.ID, Call: &c}}
	if !ok {
		d.Malformed = "its arguments are not a JSON object"
		var v any
		if err := json.Unmarshal([]byte(arguments), &v); err != nil {
			d.Malformed = "its arguments are not valid JSON: " + err.Error()
		}
	}
	a.pass(d)
}

func (a *Answer) pass(e model.Done) {
	a.Got.Items = append(a.Got.Items, e.Item)
	a.Emit(e)
}

// Cut records the name of a call whose arguments the model didn't end.
func (a *Answer) Cut(name string) { a.Got.Cut = append(a.Got.Cut, name) }

// Begin records that a part has begun. It replaces an open part with the same index.
func (a *Answer) Begin(index int, p *Part) {
	if a.open == nil {
		a.open = map[int]*Part{}
	}
	if a.open[index] == nil {
		a.order = append(a.order, index)
	}
	a.open[index] = p
}

// Open returns the part with this index that has begun and not ended, nil if there is none.
func (a *Answer) Open(index int) *Part { return a.open[index] }

// End returns the part with this index, which has ended; nil if there is none.
func (a *Answer) End(index int) *Part {
	p := a.open[index]
	delete(a.open, index)
	a.order = slices.DeleteFunc(a.order, func(i int) bool { return i == index })
	return p
}

// Finish returns the complete parts, once the stream has ended. From the parts that were cut off it keeps the text of
// those of type text, and the names of those of type call.
func (a *Answer) Finish(text, call string) model.Response {
	for _, index := range a.order {
		switch p := a.open[index]; p.Type {
		case text:
			a.DoneText(p.Content.String())
		case call:
			a.Cut(p.Name)
		}
	}
	a.order = nil
	return a.Got
}
