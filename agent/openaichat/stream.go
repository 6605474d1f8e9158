package openaichat

import (
	"fmt"
	"io"
	"strings"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// A decoder reads the chunks of one response. The API doesn't mark the end of a part: all parts are complete when the
// finish reason comes.
type decoder struct {
	call.Answer
	text    strings.Builder
	thought strings.Builder
	refusal strings.Builder
	choice  *call.Count    // the index of the answer, nil until it comes
	calls   []*partialCall // in the order in which they began
	finish  string         // the finish reason in the API's words, "" until it comes
	settled bool           // open parts have become items
}

// A partialCall is a call whose arguments are still coming.
type partialCall struct {
	index    int // -1 if the server doesn't number its calls
	id, name string
	args     strings.Builder
}

func newDecoder(emit func(model.Event)) call.Decoder {
	return &decoder{Answer: call.Answer{Emit: emit}}
}

// Event takes one chunk. Only the usage follows the finish reason, and some servers leave it out.
func (d *decoder) Event(e sse.Event) (bool, error) {
	if strings.TrimSpace(e.Data) == "[DONE]" {
		if d.finish == "" {
			return false, call.Truncated(io.ErrUnexpectedEOF)
		}
		return true, d.judge()
	}
	var w wireChunk
	if err := call.Decode("a chunk", e.Data, &w); err != nil {
		return false, err
	}
	if e.Name == "error" || w.failed() {
		return false, call.Reported([]byte(e.Data))
	}
	if d.Got.ID == "" {
		d.Got.ID = string(w.ID)
	}
	if u := w.Usage; u != nil {
		d.Got.Usage = call.UsageOf(u.Prompt, u.In.Cached, u.Completion, u.Out.Reasoning)
	}
	for _, c := range w.Choices {
		if err := d.choose(c); err != nil {
			return false, err
		}
	}
	return false, nil
}

// choose takes a piece of the answer. A second answer is an error: its pieces would get among those of the first, and
// it wasn't requested.
func (d *decoder) choose(c wireChoice) error {
	if d.choice == nil {
		d.choice = &c.Index
	}
	if *d.choice != c.Index {
		return call.Protocol(
			fmt.Sprintf("there are several answers, choices %d and %d: want one", *d.choice, c.Index), nil)
	}
	d.delta(c.Delta)
	if c.Finish != "" && d.finish == "" {
		d.finish = c.Finish
		d.settle()
	}
	return nil
}

// delta adds a piece of the answer to its part.
func (d *decoder) delta(w wireDelta) {
	if thought := w.thought(); thought != "" {
		d.thought.WriteString(thought)
		d.Emit(model.ThoughtDelta{Text: thought})
	}
	if text := w.Content.Text; text != "" {
		d.text.WriteString(text)
		d.Emit(model.TextDelta{Text: text})
	}
	d.refusal.WriteString(string(w.Refusal))
	for _, c := range w.Calls {
		p := d.callOf(c.Index, string(c.ID))
		if p.name == "" {
			p.name = c.Function.Name
		}
		p.args.WriteString(string(c.Function.Arguments))
		d.Emit(model.CallDelta{ID: p.id, Name: p.name, Bytes: p.args.Len()})
	}
}

// callOf finds the call that a piece belongs to, or begins one: by index if there is one, and by id. A piece without an
// index belongs to the last call.
func (d *decoder) callOf(index *call.Count, id string) *partialCall {
	at := -1
	if index != nil {
		at = int(*index)
	}
	for i := len(d.calls) - 1; i >= 0; i-- {
		p := d.calls[i]
		sameID := id == "" || p.id == "" || p.id == id
		numberedOrLast := at >= 0 || i == len(d.calls)-1
		if p.index == at && sameID && numberedOrLast {
			if p.id == "" {
				p.id = id
			}
			return p
		}
	}
	p := &partialCall{index: at, id: id}
	d.calls = append(d.calls, p)
	return p
}

// settle makes items of all parts, now that the model has finished. If the limit of tokens ended the answer, the last
// call may have been cut.
func (d *decoder) settle() {
	d.settled = true
	if d.thought.Len() > 0 {
		d.DoneThought(session.Reasoning{Provider: providerName, Text: d.thought.String()})
	}
	d.DoneText(d.text.String())
	for i, p := range d.calls {
		args := p.args.String()
		mayBeCut := d.finish == "length" && i == len(d.calls)-1
		if mayBeCut && !call.IsObject(args) {
			d.Cut(p.name)
			continue
		}
		d.DoneCall(session.Call{ID: p.id, Name: p.name}, args)
	}
}

// judge turns the finish reason into a stop reason, or into an error. Other servers send "stop" after calls too.
func (d *decoder) judge() error {
	switch d.finish {
	case "stop", "tool_calls", "function_call", "eos":
		d.Got.Stop = session.StopEnd
		if len(d.calls) > 0 {
			d.Got.Stop = session.StopToolUse
		} else if d.refusal.Len() > 0 && d.text.Len() == 0 {
			return call.Refused(d.refusal.String())
		}
	case "length":
		d.Got.Stop = session.StopLength
	case "content_filter":
		return call.Refused("a content filter ended the answer")
	default:
		return call.Protocol(
			fmt.Sprintf("finish reason %q: want stop, tool_calls, length or content_filter", d.finish), nil)
	}
	return nil
}

// StreamEnded reports whether the model had finished: some servers close the stream without [DONE].
func (d *decoder) StreamEnded() (bool, error) {
	if d.finish == "" {
		return false, nil
	}
	return true, d.judge()
}

// Response returns the complete parts. From a part that was cut off it keeps text and the names of calls.
func (d *decoder) Response() model.Response {
	if !d.settled {
		d.settled = true
		d.DoneText(d.text.String())
		for _, p := range d.calls {
			d.Cut(p.name)
		}
	}
	return d.Got
}
