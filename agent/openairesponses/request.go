package openairesponses

import (
	"encoding/json"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/model"
)

// wireRequest is the body of a request. Only these fields are sent.
type wireRequest struct {
	Model        string            `json:"model"`
	Instructions string            `json:"instructions,omitempty"`
	Limit        int               `json:"max_output_tokens,omitempty"`
	Reasoning    *wireReasoning    `json:"reasoning,omitempty"`
	Include      []string          `json:"include,omitempty"`
	Tools        []wireTool        `json:"tools,omitempty"`
	Input        []json.RawMessage `json:"input"`
	Store        bool              `json:"store"`
	Stream       bool              `json:"stream"`
}

type wireReasoning struct {
	Effort  string `json:"effort"`
	Summary string `json:"summary"`
}

type wireTool struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict"`
}

// body returns the request in the API's format.
func body(req model.Request) wireRequest {
	w := wireRequest{
		Model: req.Model, Instructions: req.System, Limit: req.MaxTokens, Stream: true, Input: req.View.Responses(),
	}
	if req.Effort != "" { // models that don't reason refuse both fields
		w.Reasoning = &wireReasoning{req.Effort, "auto"}
		w.Include = []string{"reasoning.encrypted_content"}
	}
	for _, t := range req.Tools {
		w.Tools = append(w.Tools, wireTool{
			Type: "function", Name: t.Name, Description: t.Description, Parameters: call.Schema(t.Schema),
		})
	}
	return w
}
