package anthropic

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

// decoder reads the events of one response.
type decoder struct {
	emit  func(model.Event)
	open  map[int]*block
	order []int // of the open blocks
	resp  model.Response
	stop  string
	// held is a call that ended without arguments, or with some that aren't an object. The model may have meant that, or the
	// limit of tokens has cut it: what comes next tells.
	held *block
}

// block is a part of the response that is still coming.
type block struct {
	typ, id, name   string
	text, signature strings.Builder
}

// Event takes one event. Kinds that aren't known are skipped, as the API asks.
func (d *decoder) Event(e sse.Event) (bool, error) {
	var w wireEvent
	if err := json.Unmarshal([]byte(e.Data), &w); err != nil {
		return false, &model.Error{Kind: model.KindProtocol, Message: fmt.Sprintf("event %q isn't JSON: %.80q", e.Name, e.Data), Err: err}
	}
	switch w.Type {
	case "message_start":
		d.resp.ID = w.Message.ID
		d.count(w.Message.Usage)
	case "content_block_start":
		if d.open[w.Index] != nil {
			return false, &model.Error{Kind: model.KindProtocol, Message: fmt.Sprintf("block %d began twice", w.Index)}
		}
		d.release(false)
		d.start(w)
	case "content_block_delta":
		d.delta(w)
	case "content_block_stop":
		d.finish(w.Index)
	case "message_delta":
		if w.Delta.StopReason != "" {
			d.stop = w.Delta.StopReason
			d.release(stops[d.stop] == session.StopLength)
		}
		d.count(w.Usage)
	case "message_stop":
		return true, d.end()
	case "error":
		return false, call.Told([]byte(e.Data))
	}
	return false, nil
}

// count takes over the counts that an event states: later ones are totals, not additions.
func (d *decoder) count(u wireUsage) {
	t := &d.resp.Usage
	if in := u.Input + u.CacheRead + u.CacheWrite; in > 0 {
		t.Input, t.CacheRead, t.CacheWrite = in, u.CacheRead, u.CacheWrite
	}
	if u.Output > 0 {
		t.Output = u.Output
	}
}

func (d *decoder) start(w wireEvent) {
	b := &block{typ: w.Block.Type, id: w.Block.ID, name: w.Block.Name}
	if d.open == nil {
		d.open = map[int]*block{}
	}
	d.open[w.Index] = b
	d.order = append(d.order, w.Index)
	switch b.typ {
	case "text":
		d.text(b, w.Block.Text)
	case "thinking":
		d.thought(b, w.Block.Thinking)
		b.signature.WriteString(w.Block.Signature)
	case "redacted_thinking":
		b.text.WriteString(w.Block.Data)
	case "tool_use":
		if in := string(w.Block.Input); in != "" && in != "{}" && in != "null" {
			b.text.WriteString(in) // some gateways send the arguments at once
		}
		d.emit(model.CallDelta{ID: b.id, Name: b.name, Bytes: b.text.Len()})
	}
}

func (d *decoder) delta(w wireEvent) {
	b := d.open[w.Index]
	if b == nil {
		return
	}
	switch w.Delta.Type {
	case "text_delta":
		d.text(b, w.Delta.Text)
	case "thinking_delta":
		d.thought(b, w.Delta.Thinking)
	case "signature_delta":
		b.signature.WriteString(w.Delta.Signature)
	case "input_json_delta":
		b.text.WriteString(w.Delta.Partial)
		if w.Delta.Partial != "" {
			d.emit(model.CallDelta{ID: b.id, Name: b.name, Bytes: b.text.Len()})
		}
	}
}

func (d *decoder) text(b *block, s string) {
	if s != "" {
		b.text.WriteString(s)
		d.emit(model.TextDelta{Text: s})
	}
}

func (d *decoder) thought(b *block, s string) {
	if s != "" {
		b.text.WriteString(s)
		d.emit(model.ThoughtDelta{Text: s})
	}
}

// finish turns a block that is complete into an item.
func (d *decoder) finish(index int) {
	b := d.open[index]
	if b == nil {
		return
	}
	d.close(index)
	text := b.text.String()
	switch b.typ {
	case "text":
		if text != "" {
			d.done(session.Item{Kind: session.KindText, Text: text})
		}
	case "thinking":
		d.done(session.Item{Kind: session.KindReasoning, Thought: &session.Reasoning{Provider: Name, Text: text, Signature: b.signature.String()}})
	case "redacted_thinking":
		d.done(session.Item{Kind: session.KindReasoning, Thought: &session.Reasoning{Provider: Name, Encrypted: text}})
	case "tool_use":
		if d.held = b; call.IsObject(text) {
			d.release(false)
		}
	}
}

// release makes an item of the call that is held, if it wasn't cut.
func (d *decoder) release(cut bool) {
	b := d.held
	if b == nil {
		return
	}
	d.held = nil
	if cut {
		d.resp.Cut = append(d.resp.Cut, b.name)
		return
	}
	d.pass(call.Complete(session.Call{ID: b.id, Name: b.name}, d.resp.ID, b.text.String()))
}

func (d *decoder) close(index int) {
	delete(d.open, index)
	for i, o := range d.order {
		if o == index {
			d.order = append(d.order[:i], d.order[i+1:]...)
			return
		}
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

var stops = map[string]session.StopReason{
	"end_turn":                      session.StopEnd,
	"stop_sequence":                 session.StopEnd,
	"tool_use":                      session.StopToolUse,
	"max_tokens":                    session.StopLength,
	"model_context_window_exceeded": session.StopLength,
}

// end judges a response that has ended.
func (d *decoder) end() error {
	stop, ok := stops[d.stop]
	d.resp.Stop = stop
	switch {
	case d.stop == "refusal":
		return &model.Error{Kind: model.KindRefused, Message: "the model declined to answer"}
	case !ok:
		return &model.Error{Kind: model.KindProtocol, Message: fmt.Sprintf("stop reason %q: want end_turn, stop_sequence, tool_use or max_tokens", d.stop)}
	}
	return nil
}

// End reports false: only message_stop ends a response.
func (d *decoder) End() (bool, error) { return false, nil }

// Response is what is complete. Of what was cut, text is kept, and calls are named.
func (d *decoder) Response() model.Response {
	d.release(true)
	for _, i := range d.order {
		switch b := d.open[i]; b.typ {
		case "text":
			if b.text.Len() > 0 {
				d.done(session.Item{Kind: session.KindText, Text: b.text.String()})
			}
		case "tool_use":
			d.resp.Cut = append(d.resp.Cut, b.name)
		}
	}
	d.order = nil
	return d.resp
}
