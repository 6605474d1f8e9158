package anthropic

import (
	"fmt"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// A decoder reads the events of one response. A response is a list of blocks:
//
//	message_start
//	content_block_start, content_block_delta ..., content_block_stop	(for each block)
//	message_delta	(with the stop reason and the usage)
//	message_stop
type decoder struct {
	call.Answer
	stop string // the stop reason in the API's words
	// held is a call that ended with arguments that aren't a complete object. Either the model meant them so, or the
	// limit of tokens cut them: the next event decides.
	held *call.Part
}

func newDecoder(emit func(model.Event)) call.Decoder {
	return &decoder{Answer: call.Answer{Emit: emit}}
}

// Event takes one event. It skips kinds that it doesn't know, as the API asks.
func (d *decoder) Event(e sse.Event) (bool, error) {
	var w wireEvent
	if err := call.Decode(fmt.Sprintf("event %q", e.Name), e.Data, &w); err != nil {
		return false, err
	}
	index := int(w.Index)
	switch w.Type {
	case "message_start":
		d.Got.ID = string(w.Message.ID)
		d.count(w.Message.Usage)
	case "content_block_start":
		if d.Open(index) != nil {
			return false, call.Protocol(fmt.Sprintf("block %d began twice", index), nil)
		}
		d.release(false)
		d.start(w)
	case "content_block_delta":
		d.delta(w)
	case "content_block_stop":
		if p := d.End(index); p != nil {
			d.finish(p)
		}
	case "message_delta":
		if w.Delta.StopReason != "" {
			d.stop = w.Delta.StopReason
			d.release(stopReasons[d.stop] == session.StopLength)
		}
		d.count(w.Usage)
	case "message_stop":
		return true, d.judge()
	case "error":
		return false, call.Reported([]byte(e.Data))
	}
	return false, nil
}

// count takes over the counts of an event. Those of a later event are totals, not additions.
func (d *decoder) count(u wireUsage) {
	t := &d.Got.Usage
	if in := u.Input + u.CacheRead + u.CacheWrite; in > 0 {
		t.Input, t.CacheRead, t.CacheWrite = int(in), int(u.CacheRead), int(u.CacheWrite)
	}
	if u.Output > 0 {
		t.Output = int(u.Output)
	}
}

// start begins a block. Its first content may come with it.
func (d *decoder) start(w wireEvent) {
	p := &call.Part{Type: w.Block.Type, ID: string(w.Block.ID), Name: w.Block.Name}
	d.Begin(int(w.Index), p)
	switch p.Type {
	case "text":
		d.text(p, string(w.Block.Text))
	case "thinking":
		d.thought(p, string(w.Block.Thinking))
		p.Signature.WriteString(w.Block.Signature)
	case "redacted_thinking":
		p.Content.WriteString(w.Block.Data)
	case "tool_use":
		p.Content.WriteString(w.arguments())
		d.arguments(p)
	}
}

func (d *decoder) delta(w wireEvent) {
	p := d.Open(int(w.Index))
	if p == nil {
		return
	}
	switch w.Delta.Type {
	case "text_delta":
		d.text(p, string(w.Delta.Text))
	case "thinking_delta":
		d.thought(p, string(w.Delta.Thinking))
	case "signature_delta":
		p.Signature.WriteString(w.Delta.Signature)
	case "input_json_delta":
		if w.Delta.Partial != "" {
			p.Content.WriteString(string(w.Delta.Partial))
			d.arguments(p)
		}
	}
}

func (d *decoder) text(p *call.Part, s string) {
	if s != "" {
		p.Content.WriteString(s)
		d.Emit(model.TextDelta{Text: s})
	}
}

func (d *decoder) thought(p *call.Part, s string) {
	if s != "" {
		p.Content.WriteString(s)
		d.Emit(model.ThoughtDelta{Text: s})
	}
}

func (d *decoder) arguments(p *call.Part) {
	d.Emit(model.CallDelta{ID: p.ID, Name: p.Name, Bytes: p.Content.Len()})
}

// finish makes an item of a block that has ended.
func (d *decoder) finish(p *call.Part) {
	content := p.Content.String()
	switch p.Type {
	case "text":
		d.DoneText(content)
	case "thinking":
		d.DoneThought(session.Reasoning{Provider: providerName, Text: content, Signature: p.Signature.String()})
	case "redacted_thinking":
		d.DoneThought(session.Reasoning{Provider: providerName, Encrypted: content})
	case "tool_use":
		if d.held = p; call.IsObject(content) {
			d.release(false)
		}
	}
}

// release makes an item of the call that is held, unless it was cut.
func (d *decoder) release(cut bool) {
	p := d.held
	d.held = nil
	switch {
	case p == nil:
	case cut:
		d.Cut(p.Name)
	default:
		d.DoneCall(session.Call{ID: p.ID, Name: p.Name}, p.Content.String())
	}
}

// stopReasons are ours by the API's.
var stopReasons = map[string]session.StopReason{
	"end_turn":                      session.StopEnd,
	"stop_sequence":                 session.StopEnd,
	"tool_use":                      session.StopToolUse,
	"max_tokens":                    session.StopLength,
	"model_context_window_exceeded": session.StopLength,
}

// judge turns the stop reason of a response that has ended into ours, or into an error.
func (d *decoder) judge() error {
	stop, known := stopReasons[d.stop]
	d.Got.Stop = stop
	switch {
	case d.stop == "refusal":
		return call.Refused("the model declined to answer")
	case !known:
		return call.Protocol(
			fmt.Sprintf("stop reason %q: want end_turn, stop_sequence, tool_use or max_tokens", d.stop), nil)
	}
	return nil
}

// StreamEnded reports that the response isn't complete: only message_stop completes one.
func (d *decoder) StreamEnded() (bool, error) { return false, nil }

// Response returns the complete parts. From a part that was cut off it keeps text and the names of calls.
func (d *decoder) Response() model.Response {
	d.release(true)
	return d.Finish("text", "tool_use")
}
