package anthropic

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

// defaultMaxTokens limits the answer to a request that sets no limit: the API demands one.
const defaultMaxTokens = 16000

// thinkingBudgets are the tokens of reasoning by effort. They come on top of the answer's limit.
var thinkingBudgets = map[string]int{"": 0, "low": 2048, "medium": 8192, "high": 24576}

// wireRequest is the body of a request. Only what has a field here is sent.
type wireRequest struct {
	Model     string                     `json:"model"`
	MaxTokens int                        `json:"max_tokens"`
	Thinking  *wireThinking              `json:"thinking,omitempty"`
	Tools     []wireTool                 `json:"tools,omitempty"`
	System    []session.AnthropicBlock   `json:"system,omitempty"`
	Messages  []session.AnthropicMessage `json:"messages"`
	Stream    bool                       `json:"stream"`
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

// body is the request in the API's format. An unknown effort is an error.
func (c *Client) body(req model.Request) (wireRequest, error) {
	budget, ok := thinkingBudgets[req.Effort]
	if !ok {
		return wireRequest{}, fmt.Errorf("effort %q: want low, medium or high", req.Effort)
	}
	w := wireRequest{Model: req.Model, MaxTokens: req.MaxTokens, Stream: true}
	if req.System != "" {
		w.System = []session.AnthropicBlock{{Type: "text", Text: req.System}}
	}
	if w.MaxTokens <= 0 {
		w.MaxTokens = defaultMaxTokens
	}
	w.Messages = req.View.Anthropic()
	if budget > 0 && req.View.ThinkingFits() {
		w.MaxTokens += budget
		w.Thinking = &wireThinking{"enabled", budget}
	} else {
		dropThinking(w.Messages)
	}
	for _, t := range req.Tools {
		w.Tools = append(w.Tools, wireTool{t.Name, t.Description, call.Schema(t.Schema)})
	}
	if !c.NoCache {
		markForCache(&w)
	}
	return w, nil
}

// dropThinking removes thinking from the messages. When thinking is off, the API refuses it after the last answer, and
// ignores it elsewhere.
func dropThinking(messages []session.AnthropicMessage) {
	isThinking := func(b session.AnthropicBlock) bool { return b.Type == "thinking" || b.Type == "redacted_thinking" }
	for i, m := range messages {
		messages[i].Content = slices.DeleteFunc(m.Content, isThinking)
	}
}

// markForCache asks the provider to cache the request up to the instructions, and up to the end of the conversation:
// the next step of an agent sends the same again.
func markForCache(w *wireRequest) {
	mark := &session.CacheControl{Type: "ephemeral"}
	if len(w.System) > 0 {
		w.System[0].CacheControl = mark
	}
	if n := len(w.Messages); n > 0 {
		if blocks := w.Messages[n-1].Content; len(blocks) > 0 {
			blocks[len(blocks)-1].CacheControl = mark
		}
	}
}
