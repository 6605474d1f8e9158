package openairesponses

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// A decoder reads the events of one response. A response is a list of items, and the last event of an item repeats it
// as a whole:
//
//	response.created
//	response.output_item.added, response.output_text.delta ..., response.output_item.done	(for each item)
//	response.completed	(with the usage)
type decoder struct {
	call.Answer
	refusal string
}

func newDecoder(emit func(model.Event)) call.Decoder {
	return &decoder{Answer: call.Answer{Emit: emit}}
}

// Event takes one event. It skips kinds that it doesn't know: many of them repeat others.
func (d *decoder) Event(e sse.Event) (bool, error) {
	if strings.TrimSpace(e.Data) == "[DONE]" {
		return false, nil
	}
	var w wireEvent
	if err := call.Decode(fmt.Sprintf("event %q", e.Name), e.Data, &w); err != nil {
		return false, err
	}
	if d.Got.ID == "" {
		d.Got.ID = string(w.Response.ID)
	}
	if u := w.Response.Usage; u != nil {
		d.Got.Usage = call.UsageOf(u.Input, u.In.Cached, u.Output, u.Out.Reasoning)
	}
	switch w.Type {
	case "response.output_item.added":
		d.start(w)
	case "response.output_item.done":
		d.End(int(w.Index))
		d.finish(w.Item)
	case "response.completed":
		return d.completed()
	case "response.incomplete":
		return d.incomplete(w.Response.Incomplete.Reason)
	case "response.failed":
		return false, call.Reported(w.failure())
	case "response.cancelled":
		return false, &model.Error{
			Kind: "cancelled", Message: "the provider reports that the response was cancelled", Temporary: true,
		}
	case "error":
		return false, call.Reported([]byte(e.Data))
	default:
		return false, d.delta(w)
	}
	return false, nil
}

func (d *decoder) start(w wireEvent) {
	p := &call.Part{Type: w.Item.Type, ID: string(w.Item.CallID), Name: w.Item.Name}
	d.Begin(int(w.Index), p)
	if p.Type == "function_call" {
		d.Emit(model.CallDelta{ID: p.ID, Name: p.Name})
	}
}

// delta adds a piece to an item that has begun.
func (d *decoder) delta(w wireEvent) error {
	p := d.Open(int(w.Index))
	if p == nil {
		return nil
	}
	var event func(text string) model.Event
	switch w.Type {
	case "response.output_text.delta":
		event = func(text string) model.Event { return model.TextDelta{Text: text} }
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		event = func(text string) model.Event { return model.ThoughtDelta{Text: text} }
	case "response.function_call_arguments.delta":
		event = func(string) model.Event { return model.CallDelta{ID: p.ID, Name: p.Name, Bytes: p.Content.Len()} }
	default:
		return nil
	}
	text, err := w.text()
	if err != nil || text == "" {
		return err
	}
	p.Content.WriteString(text)
	d.Emit(event(text))
	return nil
}

// finish takes over an item that has ended, as its last event states it.
func (d *decoder) finish(it wireItem) {
	switch it.Type {
	case "message":
		var text strings.Builder
		for _, c := range it.Content {
			text.WriteString(string(c.Text))
			if c.Type == "refusal" {
				d.refusal = string(c.Refusal)
			}
		}
		d.DoneText(text.String())
	case "reasoning":
		if it.Status != "incomplete" {
			d.DoneThought(session.Reasoning{
				Provider: "openai", ID: string(it.ID), Text: it.thought(), Encrypted: it.Encrypted,
			})
		}
	case "function_call":
		if it.Status == "incomplete" {
			d.Cut(it.Name)
			return
		}
		d.DoneCall(session.Call{ID: string(it.CallID), Name: it.Name, ItemID: string(it.ID)}, string(it.Arguments))
	}
}

// completed finds the stop reason of a response that is complete: the API states none.
func (d *decoder) completed() (bool, error) {
	d.Got.Stop = session.StopEnd
	isCall := func(it session.Item) bool { return it.Kind == session.KindCall }
	if slices.ContainsFunc(d.Got.Items, isCall) {
		d.Got.Stop = session.StopToolUse
	} else if d.refusal != "" {
		return false, call.Refused(d.refusal)
	}
	return true, nil
}

// incomplete ends a response that the server broke off: by the limit of tokens, else by a filter.
func (d *decoder) incomplete(reason string) (bool, error) {
	if reason != "max_output_tokens" && reason != "max_tokens" {
		return false, call.Refused("the answer was ended: " + reason)
	}
	d.Got.Stop = session.StopLength
	return true, nil
}

// StreamEnded reports that the response isn't complete: only an event completes one.
func (d *decoder) StreamEnded() (bool, error) { return false, nil }

// Response returns the complete parts. From a part that was cut off it keeps text and the names of calls.
func (d *decoder) Response() model.Response { return d.Finish("message", "function_call") }
