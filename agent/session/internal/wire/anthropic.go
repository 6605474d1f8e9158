package wire

import (
	"encoding/json"
	"slices"

	"github.com/toktee/toktee/result"
)

// AnthropicMessage is a message of Anthropic's Messages API.
type AnthropicMessage struct {
	Role    string           `json:"role"` // user or assistant
	Content []AnthropicBlock `json:"content"`
}

// AnthropicBlock is a block of a message's content. Its type decides which of the other fields it has.
type AnthropicBlock struct {
	Type         string           `json:"type"` // text, thinking, redacted_thinking, tool_use, tool_result or image
	Text         string           `json:"text,omitempty"`
	Thinking     *string          `json:"thinking,omitempty"` // may be "": thinking that isn't shown
	Signature    string           `json:"signature,omitempty"`
	Data         string           `json:"data,omitempty"` // of redacted_thinking
	ID           string           `json:"id,omitempty"`
	Name         string           `json:"name,omitempty"`
	Input        json.RawMessage  `json:"input,omitempty"` // a JSON object
	ToolUseID    string           `json:"tool_use_id,omitempty"`
	Content      []AnthropicBlock `json:"content,omitempty"` // of tool_result: texts and images
	IsError      bool             `json:"is_error,omitempty"`
	Source       *AnthropicImage  `json:"source,omitempty"`
	CacheControl *CacheControl    `json:"cache_control,omitempty"`
}

// AnthropicImage is the data of an image.
type AnthropicImage struct {
	Type      string `json:"type"` // base64
	MediaType string `json:"media_type"`
	Data      string `json:"data"`
}

// CacheControl asks the provider to keep the request up to a block in its cache.
type CacheControl struct {
	Type string `json:"type"` // ephemeral
}

// Texts for messages that the API wants and the conversation doesn't have.
const (
	lostStart = "[the start of this conversation is missing]"
	goOn      = "Continue."
)

// isThinking reports whether a block is reasoning.
func (b AnthropicBlock) isThinking() bool {
	return b.Type == "thinking" || b.Type == "redacted_thinking"
}

// Anthropic returns a conversation as messages of Anthropic's Messages API. The API wants the user to be first and
// last, and roles to alternate: fixed texts fill the places for which the conversation has none.
func Anthropic(entries []Entry) []AnthropicMessage {
	ids := callIDs(entries, maxID)
	var c anthropicConversation
	for _, g := range groups(entries) {
		c.assistant(anthropicSaid(g.said, ids))
		c.user(anthropicResults(g.outputs, ids))
		for _, text := range g.user {
			c.user([]AnthropicBlock{{Type: "text", Text: text}})
		}
	}
	if c.lastRole() == "assistant" {
		c.user([]AnthropicBlock{{Type: "text", Text: goOn}})
	}
	return c.messages
}

// anthropicConversation gathers messages with alternating roles.
type anthropicConversation struct{ messages []AnthropicMessage }

// lastRole returns the role of the last message, "" if there is none.
func (c *anthropicConversation) lastRole() string {
	if len(c.messages) == 0 {
		return ""
	}
	return c.messages[len(c.messages)-1].Role
}

func (c *anthropicConversation) assistant(blocks []AnthropicBlock) {
	if blocks == nil {
		return
	}
	if len(c.messages) == 0 {
		c.user([]AnthropicBlock{{Type: "text", Text: lostStart}})
	}
	if c.lastRole() == "assistant" {
		last := &c.messages[len(c.messages)-1]
		last.Content = mergeSaid(last.Content, blocks)
		return
	}
	c.messages = append(c.messages, AnthropicMessage{"assistant", blocks})
}

func (c *anthropicConversation) user(blocks []AnthropicBlock) {
	if blocks == nil {
		return
	}
	if c.lastRole() == "user" {
		last := &c.messages[len(c.messages)-1]
		last.Content = append(last.Content, blocks...)
		return
	}
	c.messages = append(c.messages, AnthropicMessage{"user", blocks})
}

// anthropicSaid returns the blocks of one response, its calls at the end. It returns nil if there is nothing but
// reasoning, since a message may not consist of it.
func anthropicSaid(said []Entry, ids map[string]string) []AnthropicBlock {
	var out, calls []AnthropicBlock
	empty := true
	for _, e := range said {
		switch e.Kind {
		case KindText:
			empty = false
			out = append(out, AnthropicBlock{Type: "text", Text: e.Text})
		case KindReasoning:
			if b, ok := anthropicThinking(e.Reasoning); ok {
				out = append(out, b)
			}
		case KindCall:
			empty = false
			calls = append(calls, AnthropicBlock{
				Type: "tool_use", ID: ids[e.Call.ID], Name: toolName(e.Call.Name),
				Input: json.RawMessage(pairSurrogates(string(e.Call.Arguments))),
			})
		}
	}
	if empty {
		return nil
	}
	return append(out, calls...)
}

// anthropicThinking returns reasoning as a block. It is not ok if Anthropic doesn't take it back.
func anthropicThinking(r *Reasoning) (b AnthropicBlock, ok bool) {
	switch {
	case r.Provider != providerAnthropic:
		return b, false
	case r.Signature != "":
		return AnthropicBlock{Type: "thinking", Thinking: &r.Text, Signature: r.Signature}, true
	case r.Encrypted != "":
		return AnthropicBlock{Type: "redacted_thinking", Data: r.Encrypted}, true
	}
	return b, false
}

// mergeSaid adds the blocks of a response to a message that holds those of the response before it, which had no calls.
// A message starts with the reasoning of one response: that of the later one stays, since calls may depend on it.
func mergeSaid(before, blocks []AnthropicBlock) []AnthropicBlock {
	n := 0
	for n < len(blocks) && blocks[n].isThinking() {
		n++
	}
	out := slices.Clone(blocks[:n])
	for _, b := range before {
		if !b.isThinking() {
			out = append(out, b)
		}
	}
	return append(out, blocks[n:]...)
}

// anthropicResults returns the results of one response's calls, and after them the images of results that are errors:
// an error may hold text alone.
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
	source := AnthropicImage{Type: "base64", MediaType: b.MediaType, Data: b.Data}
	return AnthropicBlock{Type: "image", Source: &source}
}
