package openaichat

import (
	"encoding/json"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/model"
)

// wireRequest is the body of a request. Only these fields are sent.
type wireRequest struct {
	Model         string            `json:"model"`
	Limit         int               `json:"max_completion_tokens,omitempty"`
	OldLimit      int               `json:"max_tokens,omitempty"`
	Effort        string            `json:"reasoning_effort,omitempty"`
	Tools         []wireTool        `json:"tools,omitempty"`
	Messages      []any             `json:"messages"` // the system's, then those of the view
	Stream        bool              `json:"stream"`
	StreamOptions wireStreamOptions `json:"stream_options"`
}

// wireSystem is the message of the system.
type wireSystem struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type wireStreamOptions struct {
	Usage bool `json:"include_usage"`
}

type wireTool struct {
	Type     string       `json:"type"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

// body returns the request in the API's format.
func (c *Client) body(req model.Request) wireRequest {
	w := wireRequest{Model: req.Model, Effort: req.Effort, Stream: true, StreamOptions: wireStreamOptions{true}}
	if c.OldLimit {
		w.OldLimit = req.MaxTokens
	} else {
		w.Limit = req.MaxTokens
	}
	for _, t := range req.Tools {
		w.Tools = append(w.Tools, wireTool{"function", wireFunction{t.Name, t.Description, call.Schema(t.Schema)}})
	}
	if req.System != "" {
		w.Messages = append(w.Messages, wireSystem{"system", req.System})
	}
	for _, m := range req.View.Chat(c.Strict) {
		w.Messages = append(w.Messages, m)
	}
	return w
}
