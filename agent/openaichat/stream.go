package openaichat

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

// decoder reads the chunks of one response.
type decoder struct {
	emit    func(model.Event)
	resp    model.Response
	text    strings.Builder
	thought strings.Builder
	refusal strings.Builder
	calls   []*partial // in the order in which they began
	finish  string
	settled bool // what was open has become items
}

// partial is a call whose arguments are still coming.
type partial struct {
	index    int // -1 where the server numbers none
	id, name string
	args     strings.Builder
}

type wireChunk struct {
	ID      string `json:"id"`
	Choices []struct {
		Delta struct {
			Content   string `json:"content"`
			Refusal   string `json:"refusal"`
			Reasoning string `json:"reasoning_content"`
			Thought   string `json:"reasoning"`
			Calls     []struct {
				Index    *int   `json:"index"`
				ID       string `json:"id"`
				Function struct {
					Name      string          `json:"name"`
					Arguments json.RawMessage `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"delta"`
		Finish string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		In         struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		Out struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// Event takes one chunk. After the reason to finish there is only the usage, which some servers leave out.
func (d *decoder) Event(e sse.Event) (bool, error) {
	if strings.TrimSpace(e.Data) == "[DONE]" {
		if d.finish == "" {
			return false, &model.Error{Kind: model.KindTruncated, Message: "the stream ended before the response was complete", Temporary: true}
		}
		return true, d.end()
	}
	var w wireChunk
	if err := json.Unmarshal([]byte(e.Data), &w); err != nil {
		return false, &model.Error{Kind: model.KindProtocol, Message: fmt.Sprintf("a chunk isn't JSON: %.80q", e.Data), Err: err}
	}
	if e.Name == "error" || len(w.Error) > 0 && string(w.Error) != "null" {
		return false, call.Told([]byte(e.Data))
	}
	if d.resp.ID == "" {
		d.resp.ID = w.ID
	}
	if u := w.Usage; u != nil {
		d.resp.Usage = model.Usage{Input: u.Prompt, CacheRead: u.In.Cached, Output: u.Completion, Reasoning: u.Out.Reasoning}
	}
	if len(w.Choices) == 0 {
		return false, nil
	}
	c := w.Choices[0]
	thought := c.Delta.Reasoning
	if thought == "" {
		thought = c.Delta.Thought
	}
	if thought != "" {
		d.thought.WriteString(thought)
		d.emit(model.ThoughtDelta{Text: thought})
	}
	if c.Delta.Content != "" {
		d.text.WriteString(c.Delta.Content)
		d.emit(model.TextDelta{Text: c.Delta.Content})
	}
	d.refusal.WriteString(c.Delta.Refusal)
	for _, t := range c.Delta.Calls {
		p := d.callOf(t.Index, t.ID)
		if p.name == "" {
			p.name = t.Function.Name
		}
		p.args.WriteString(argumentText(t.Function.Arguments))
		d.emit(model.CallDelta{ID: p.id, Name: p.name, Bytes: p.args.Len()})
	}
	if c.Finish != "" && d.finish == "" {
		d.finish = c.Finish
		d.settle()
	}
	return false, nil
}

// callOf finds the call that a piece belongs to: by index, where there is one, and by id.
func (d *decoder) callOf(index *int, id string) *partial {
	at := -1
	if index != nil {
		at = *index
	}
	for i := len(d.calls) - 1; i >= 0; i-- {
		p := d.calls[i]
		sameID := id == "" || p.id == "" || p.id == id
		if p.index == at && sameID && (at >= 0 || i == len(d.calls)-1) {
			if p.id == "" {
				p.id = id
			}
			return p
		}
	}
	p := &partial{index: at, id: id}
	d.calls = append(d.calls, p)
	return p
}

// argumentText is the text of a piece of arguments. Some servers send the object itself in place of its text.
func argumentText(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// settle turns what is complete into items, now that the model has said that it has finished.
func (d *decoder) settle() {
	d.settled = true
	if d.thought.Len() > 0 {
		d.done(session.Item{Kind: session.KindReasoning, Thought: &session.Reasoning{Provider: Name, Text: d.thought.String()}})
	}
	d.settleText()
	for i, p := range d.calls {
		args := p.args.String()
		if d.finish == "length" && i == len(d.calls)-1 && !call.IsObject(args) {
			d.resp.Cut = append(d.resp.Cut, p.name)
			continue
		}
		d.pass(call.Complete(session.Call{ID: p.id, Name: p.name}, d.resp.ID, args))
	}
}

func (d *decoder) settleText() {
	if d.text.Len() > 0 {
		d.done(session.Item{Kind: session.KindText, Text: d.text.String()})
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

// end judges a response that has finished. Servers that aren't OpenAI's say "stop" after calls, too.
func (d *decoder) end() error {
	switch d.finish {
	case "stop", "tool_calls", "function_call", "eos":
		d.resp.Stop = session.StopEnd
		if len(d.calls) > 0 {
			d.resp.Stop = session.StopToolUse
		}
		if d.refusal.Len() > 0 && d.text.Len() == 0 && len(d.calls) == 0 {
			return &model.Error{Kind: model.KindRefused, Message: d.refusal.String()}
		}
	case "length":
		d.resp.Stop = session.StopLength
	case "content_filter":
		return &model.Error{Kind: model.KindRefused, Message: "a content filter ended the answer"}
	default:
		return &model.Error{Kind: model.KindProtocol, Message: fmt.Sprintf("finish reason %q: want stop, tool_calls, length or content_filter", d.finish)}
	}
	return nil
}

// End reports whether the model had finished: some servers close the stream without [DONE].
func (d *decoder) End() (bool, error) {
	if d.finish == "" {
		return false, nil
	}
	return true, d.end()
}

// Response is what is complete. Of what was cut, text is kept, and calls are named.
func (d *decoder) Response() model.Response {
	if !d.settled {
		d.settled = true
		d.settleText()
		for _, p := range d.calls {
			d.resp.Cut = append(d.resp.Cut, p.name)
		}
	}
	return d.resp
}
