package anthropic

import (
	"encoding/json"
	"fmt"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// defaultMaxTokens limits the answer to a request that sets no limit: the API demands one.
const defaultMaxTokens = 16000

// thinkingBudgets are the tokens of reasoning by effort. They come on top of the answer's limit.
var thinkingBudgets = map[string]int{"": 0, "low": 2048, "medium": 8192, "high": 24576}

// wireRequest is the body of a request. Only these fields are sent.
type wireRequest struct {
	Model     string            `json:"model"`
	MaxTokens int               `json:"max_tokens"`
	Thinking  *wireThinking     `json:"thinking,omitempty"`
	Tools     []wireTool        `json:"tools,omitempty"`
	System    []wireText        `json:"system,omitempty"`
	Messages  []json.RawMessage `json:"messages"`
	Stream    bool              `json:"stream"`
}

// wireText is a block of the instructions.
type wireText struct {
	Type         string     `json:"type"`
	Text         string     `json:"text,omitempty"`
	CacheControl *wireCache `json:"cache_control,omitempty"`
}

// wireCache marks a place up to which the provider keeps the request in its cache.
type wireCache struct {
	Type string `json:"type"`
}

type wireThinking struct {
	Type   string `json:"type"`
	Budget int    `json:"budget_tokens"`
}

type wireTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"input_schema"`
}

// body returns the request in the API's format. An unknown effort is an error. Unless NoCache is set, it asks the
// provider to cache the request up to the end of the instructions, and up to that of the conversation: the next step
// of an agent sends the same again.
func (c *Client) body(req model.Request) (wireRequest, error) {
	budget, ok := thinkingBudgets[req.Effort]
	if !ok {
		return wireRequest{}, fmt.Errorf("effort %q: want low, medium or high", req.Effort)
	}
	w := wireRequest{Model: req.Model, MaxTokens: req.MaxTokens, Stream: true}
	if req.System != "" {
		w.System = []wireText{{Type: "text", Text: req.System}}
		if !c.NoCache {
			w.System[0].CacheControl = &wireCache{"ephemeral"}
		}
	}
	if w.MaxTokens <= 0 {
		w.MaxTokens = defaultMaxTokens
	}
	thinks := budget > 0 && req.View.ThinkingFits()
	if thinks {
		w.MaxTokens += budget
		w.Thinking = &wireThinking{"enabled", budget}
	}
	w.Messages = req.View.Anthropic(&session.AnthropicOptions{NoThinking: !thinks, MarkCache: !c.NoCache})
	for _, t := range req.Tools {
		w.Tools = append(w.Tools, wireTool{t.Name, t.Description, call.Schema(t.Schema)})
	}
	return w, nil
}
