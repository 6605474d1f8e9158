package session

import (
	"encoding/json"

	"github.com/toktee/toktee/result"
)

// AnthropicMessage is a message of Anthropic's Messages API.
type AnthropicMessage struct {
	Role    string           `json:"role"`
	Content []AnthropicBlock `json:"content"`
}

// AnthropicBlock is a block of content; its type says which fields it has.
type AnthropicBlock struct {
	Type         string           `json:"type"` // text, thinking, redacted_thinking, tool_use, tool_result or image
	Text         string           `json:"text,omitempty"`
	Thinking     *string          `json:"thinking,omitempty"` // may be "": thought that isn't shown
	Signature    string           `json:"signature,omitempty"`
	Data         string           `json:"data,omitempty"` // of redacted_thinking
	ID           string           `json:"id,omitempty"`
	Name         string           `json:"name,omitempty"`
	Input        json.RawMessage  `json:"input,omitempty"` // an object
	ToolUseID    string           `json:"tool_use_id,omitempty"`
	Content      []AnthropicBlock `json:"content,omitempty"` // of tool_result: text and image
	IsError      bool             `json:"is_error,omitempty"`
	Source       *AnthropicImage  `json:"source,omitempty"`
	CacheControl *CacheControl    `json:"cache_control,omitempty"` // for the caller to set
}

// AnthropicImage is the data of an image.
type AnthropicImage struct {
	Type      string `json:"type"` // base64
	MediaType string `json:"media_type"`
	Data      string `json:"data"`
}

// CacheControl asks the provider to cache the request up to a block.
type CacheControl struct {
	Type string `json:"type"` // ephemeral
	TTL  string `json:"ttl,omitempty"`
}

// What stands in place of messages that the API wants and the conversation doesn't have.
const (
	lostStart = "[the start of this conversation is missing]"
	goOn      = "Continue."
)

// Anthropic is the view as messages of Anthropic's Messages API. The user speaks first and last, and in turns with the
// assistant; where the conversation has nothing to say there, a fixed text stands. Images of results that are errors
// stand behind the results, since an error may hold text alone.
//
// Thought of other providers' models is left out; see [View.ThinkingFits].
func (v View) Anthropic() []AnthropicMessage {
	ids := callIDs(v.entries, 64)
	var out []AnthropicMessage
	for _, g := range groups(v.entries) {
		if b := anthropicSaid(g.said, ids); b != nil {
			if len(out) == 0 {
				out = append(out, anthropicUser(lostStart))
			}
			if last := &out[len(out)-1]; last.Role == "assistant" {
				last.Content = mergeSaid(last.Content, b)
			} else {
				out = append(out, AnthropicMessage{"assistant", b})
			}
		}
		var b []AnthropicBlock
		b = append(b, anthropicResults(g.outputs, ids)...)
		for _, text := range g.user {
			b = append(b, AnthropicBlock{Type: "text", Text: text})
		}
		if b == nil {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Role == "user" {
			out[n-1].Content = append(out[n-1].Content, b...)
		} else {
			out = append(out, AnthropicMessage{"user", b})
		}
	}
	if n := len(out); n > 0 && out[n-1].Role == "assistant" {
		out = append(out, anthropicUser(goOn))
	}
	return out
}

// ThinkingFits reports whether the view can be sent to Anthropic with thinking switched on. Where it ends with results of
// calls, the API then wants that the first of these steps starts with its thought, which another provider's or another
// model's hasn't got. Where it doesn't fit, the thought in these steps has to be left out, too.
func (v View) ThinkingFits() bool {
	all := v.Anthropic()
	first := len(all)
	for i := len(all) - 1; i > 0 && all[i].Content[0].Type == "tool_result"; i -= 2 {
		first = i - 1
	}
	return first == len(all) || all[first].Content[0].thought()
}

func anthropicUser(text string) AnthropicMessage {
	return AnthropicMessage{"user", []AnthropicBlock{{Type: "text", Text: text}}}
}

// anthropicSaid are the blocks of one response, the calls at the end; nil if there is nothing but thought.
func anthropicSaid(said []Entry, ids map[string]string) []AnthropicBlock {
	var out, calls []AnthropicBlock
	empty := true
	for _, e := range said {
		switch e.Kind {
		case KindText:
			empty = false
			out = append(out, AnthropicBlock{Type: "text", Text: e.Text})
		case KindReasoning:
			switch t := e.Thought; {
			case t.Provider != providerAnthropic:
			case t.Signature != "":
				out = append(out, AnthropicBlock{Type: "thinking", Thinking: &t.Text, Signature: t.Signature})
			case t.Encrypted != "":
				out = append(out, AnthropicBlock{Type: "redacted_thinking", Data: t.Encrypted})
			}
		case KindCall:
			empty = false
			calls = append(calls, AnthropicBlock{
				Type: "tool_use", ID: ids[e.Call.ID], Name: toolName(e.Call.Name),
				Input: json.RawMessage(whole(string(e.Call.Arguments))),
			})
		}
	}
	if empty {
		return nil
	}
	return append(out, calls...)
}

// mergeSaid puts the blocks of a response behind those of one before it that has no calls. A message has one response's
// thought, at its start: that of the later one, which may stand before calls.
func mergeSaid(before, b []AnthropicBlock) []AnthropicBlock {
	var out, rest []AnthropicBlock
	n := 0
	for n < len(b) && b[n].thought() {
		n++
	}
	out = append(out, b[:n]...)
	for _, x := range before {
		if !x.thought() {
			rest = append(rest, x)
		}
	}
	return append(append(out, rest...), b[n:]...)
}

func (b *AnthropicBlock) thought() bool { return b.Type == "thinking" || b.Type == "redacted_thinking" }

// anthropicResults are the results of one response's calls, and behind them the images of errors.
func anthropicResults(outputs []Entry, ids map[string]string) []AnthropicBlock {
	var out, images []AnthropicBlock
	for _, e := range outputs {
		r := AnthropicBlock{Type: "tool_result", ToolUseID: ids[e.Output.CallID], IsError: e.Output.IsError}
		for _, b := range blocks(e.Output) {
			switch {
			case !b.IsImage():
				r.Content = append(r.Content, AnthropicBlock{Type: "text", Text: b.Text})
			case r.IsError:
				images = append(images, anthropicImage(b))
			default:
				r.Content = append(r.Content, anthropicImage(b))
			}
		}
		if len(r.Content) == 0 {
			r.Content = []AnthropicBlock{{Type: "text", Text: imageFollows}}
		}
		out = append(out, r)
	}
	return append(out, images...)
}

func anthropicImage(b result.Block) AnthropicBlock {
	return AnthropicBlock{Type: "image", Source: &AnthropicImage{Type: "base64", MediaType: b.MediaType, Data: b.Data}}
}
