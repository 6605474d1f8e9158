package openaichat

import (
	"encoding/json"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

// wireRequest is the body of a request. Only what has a field here is sent.
type wireRequest struct {
	Model         string                `json:"model"`
	Limit         int                   `json:"max_completion_tokens,omitempty"`
	OldLimit      int                   `json:"max_tokens,omitempty"`
	Effort        string                `json:"reasoning_effort,omitempty"`
	Tools         []wireTool            `json:"tools,omitempty"`
	Messages      []session.ChatMessage `json:"messages"`
	Stream        bool                  `json:"stream"`
	StreamOptions wireStreamOptions     `json:"stream_options"`
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

// body is the request in the API's format.
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
		system := session.ChatContent{Text: req.System}
		w.Messages = append(w.Messages, session.ChatMessage{Role: "system", Content: system})
	}
	w.Messages = append(w.Messages, req.View.Chat(c.Strict)...)
	return w
}
