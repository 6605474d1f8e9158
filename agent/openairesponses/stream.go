package openairesponses

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

// decoder reads the events of one response.
type decoder struct {
	emit    func(model.Event)
	resp    model.Response
	open    map[int]*partial
	order   []int // of the open items
	refusal string
}

// partial is an item that is still coming.
type partial struct {
	typ, id, name string
	text          strings.Builder
}

type wireItem struct {
	Type      string `json:"type"`
	ID        string `json:"id"`
	Status    string `json:"status"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Encrypted string `json:"encrypted_content"`
	Content   []struct {
		Type    string `json:"type"`
		Text    string `json:"text"`
		Refusal string `json:"refusal"`
	} `json:"content"`
	Summary []struct {
		Text string `json:"text"`
	} `json:"summary"`
}

type wireEvent struct {
	Type     string          `json:"type"`
	Index    int             `json:"output_index"`
	Delta    json.RawMessage `json:"delta"`
	Item     wireItem        `json:"item"`
	Response struct {
		ID         string          `json:"id"`
		Error      json.RawMessage `json:"error"`
		Incomplete struct {
			Reason string `json:"reason"`
		} `json:"incomplete_details"`
		Usage *struct {
			Input  int `json:"input_tokens"`
			Output int `json:"output_tokens"`
			In     struct {
				Cached int `json:"cached_tokens"`
			} `json:"input_tokens_details"`
			Out struct {
				Reasoning int `json:"reasoning_tokens"`
			} `json:"output_tokens_details"`
		} `json:"usage"`
	} `json:"response"`
}

// Event takes one event. Kinds that aren't known are skipped: there are many that say nothing new.
func (d *decoder) Event(e sse.Event) (bool, error) {
	if strings.TrimSpace(e.Data) == "[DONE]" {
		return false, nil
	}
	var w wireEvent
	if err := json.Unmarshal([]byte(e.Data), &w); err != nil {
		return false, &model.Error{Kind: model.KindProtocol, Message: fmt.Sprintf("event %q isn't JSON: %.80q", e.Name, e.Data), Err: err}
	}
	if w.Response.ID != "" && d.resp.ID == "" {
		d.resp.ID = w.Response.ID
	}
	if u := w.Response.Usage; u != nil {
		d.resp.Usage = model.Usage{Input: u.Input, CacheRead: u.In.Cached, Output: u.Output, Reasoning: u.Out.Reasoning}
	}
	var text string
	_ = json.Unmarshal(w.Delta, &text) // where the event has one
	switch w.Type {
	case "response.output_item.added":
		d.start(w)
	case "response.output_text.delta":
		d.piece(w.Index, text, func() { d.emit(model.TextDelta{Text: text}) })
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		d.piece(w.Index, text, func() { d.emit(model.ThoughtDelta{Text: text}) })
	case "response.function_call_arguments.delta":
		d.piece(w.Index, text, func() {
			p := d.open[w.Index]
			d.emit(model.CallDelta{ID: p.id, Name: p.name, Bytes: p.text.Len()})
		})
	case "response.output_item.done":
		d.finish(w)
	case "response.completed":
		d.resp.Stop = session.StopEnd
		if slices.ContainsFunc(d.resp.Items, func(it session.Item) bool { return it.Kind == session.KindCall }) {
			d.resp.Stop = session.StopToolUse
		} else if d.refusal != "" {
			return false, &model.Error{Kind: model.KindRefused, Message: d.refusal}
		}
		return true, nil
	case "response.incomplete":
		if r := w.Response.Incomplete.Reason; r != "max_output_tokens" && r != "max_tokens" {
			return false, &model.Error{Kind: model.KindRefused, Message: "the answer was ended: " + r}
		}
		d.resp.Stop = session.StopLength
		return true, nil
	case "response.failed":
		return false, call.Told([]byte(`{"error":` + nonNull(w.Response.Error) + `}`))
	case "response.cancelled":
		return false, &model.Error{Kind: "cancelled", Message: "the provider says that the response was cancelled", Temporary: true}
	case "error":
		return false, call.Told([]byte(e.Data))
	}
	return false, nil
}

func nonNull(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return `"the response failed"`
	}
	return string(raw)
}

func (d *decoder) start(w wireEvent) {
	if d.open == nil {
		d.open = map[int]*partial{}
	}
	p := &partial{typ: w.Item.Type, id: w.Item.CallID, name: w.Item.Name}
	d.open[w.Index] = p
	d.order = append(d.order, w.Index)
	if p.typ == "function_call" {
		d.emit(model.CallDelta{ID: p.id, Name: p.name})
	}
}

func (d *decoder) piece(index int, text string, emit func()) {
	if p := d.open[index]; p != nil && text != "" {
		p.text.WriteString(text)
		emit()
	}
}

// finish takes over an item that is complete, in the words of its last event.
func (d *decoder) finish(w wireEvent) {
	delete(d.open, w.Index)
	d.order = slices.DeleteFunc(d.order, func(i int) bool { return i == w.Index })
	switch it := w.Item; it.Type {
	case "message":
		var text strings.Builder
		for _, c := range it.Content {
			text.WriteString(c.Text)
			if c.Type == "refusal" {
				d.refusal = c.Refusal
			}
		}
		if text.Len() > 0 {
			d.done(session.Item{Kind: session.KindText, Text: text.String()})
		}
	case "reasoning":
		if it.Status == "incomplete" {
			return
		}
		var parts []string
		for _, s := range it.Summary {
			parts = append(parts, s.Text)
		}
		if len(parts) == 0 {
			for _, c := range it.Content {
				parts = append(parts, c.Text)
			}
		}
		d.done(session.Item{Kind: session.KindReasoning, Thought: &session.Reasoning{
			Provider: "openai", ID: it.ID, Text: strings.Join(parts, "\n\n"), Encrypted: it.Encrypted}})
	case "function_call":
		if it.Status == "incomplete" {
			d.resp.Cut = append(d.resp.Cut, it.Name)
			return
		}
		d.pass(call.Complete(session.Call{ID: it.CallID, Name: it.Name, ItemID: it.ID}, d.resp.ID, it.Arguments))
	}
}

func (d *decoder) done(it session.Item) {
	it.Response = d.resp.ID
	d.pass(model.Done{Item: it})
}

func (d *decoder) pass(e model.Done) {
	d.resp.Items = append(d.resp.Items, e.Item)
	d.emit(e)
}

// End reports false: only an event of its own ends a response.
func (d *decoder) End() (bool, error) { return false, nil }

// Response is what is complete. Of what was cut, text is kept, and calls are named.
func (d *decoder) Response() model.Response {
	for _, i := range d.order {
		switch p := d.open[i]; p.typ {
		case "message":
			if p.text.Len() > 0 {
				d.done(session.Item{Kind: session.KindText, Text: p.text.String()})
			}
		case "function_call":
			d.resp.Cut = append(d.resp.Cut, p.name)
		}
	}
	d.order = nil
	return d.resp
}
