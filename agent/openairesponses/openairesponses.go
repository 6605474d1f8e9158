// Package openairesponses speaks OpenAI's Responses API, as a provider of an agent.
//
// It needs net/http alone. Nothing is stored at the server: each request carries the conversation, reasoning in encrypted
// form. See package model for what holds of all providers: retries, limits, errors and cancellation.
package openairesponses

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

const (
	// Name is the provider's name, in errors.
	Name = "openairesponses"
	// DefaultBaseURL is where the API is.
	DefaultBaseURL = "https://api.openai.com/v1"
)

// Client is a provider. It is safe for concurrent use.
type Client struct{ ep model.Endpoint }

// New returns a client, or an error that names what is wrong with the endpoint. Without a key, none is sent.
func New(ep model.Endpoint) (*Client, error) {
	ep, err := ep.Resolve(DefaultBaseURL)
	if err != nil {
		return nil, fmt.Errorf("setting up %s: %w", Name, err)
	}
	return &Client{ep: ep}, nil
}

// FromEnv is New with what the environment says, where the endpoint doesn't: OPENAI_BASE_URL and OPENAI_API_KEY. A key is
// needed unless the address is another than the default.
func FromEnv(env func(string) string, ep model.Endpoint) (*Client, error) {
	if ep.BaseURL == "" {
		ep.BaseURL = env("OPENAI_BASE_URL")
	}
	if ep.Key == "" {
		ep.Key = model.Key(env("OPENAI_API_KEY"))
	}
	if ep.Key == "" && ep.BaseURL == "" {
		return nil, fmt.Errorf("setting up %s: %w", Name, errors.New("no key: set OPENAI_API_KEY"))
	}
	return New(ep)
}

// Name returns [Name].
func (c *Client) Name() string { return Name }

// Stream sends the request and hands on what comes. See package model for what it returns.
func (c *Client) Stream(ctx context.Context, req model.Request, on func(model.Event)) (model.Response, error) {
	body, err := encode(req)
	if err != nil {
		return model.Response{}, &model.Error{Provider: Name, Kind: model.KindRequest, Message: err.Error(), Err: err}
	}
	h := http.Header{}
	if c.ep.Key != "" {
		h.Set("Authorization", "Bearer "+string(c.ep.Key))
	}
	r := call.Request{Provider: Name, URL: c.ep.BaseURL + "/responses", Header: h, Body: body}
	return call.Stream(ctx, &c.ep, r, on, func(emit func(model.Event)) call.Decoder { return &decoder{emit: emit} })
}

type wireRequest struct {
	Model        string                  `json:"model"`
	Instructions string                  `json:"instructions,omitempty"`
	Limit        int                     `json:"max_output_tokens,omitempty"`
	Reasoning    *wireReasoning          `json:"reasoning,omitempty"`
	Include      []string                `json:"include,omitempty"`
	Tools        []wireTool              `json:"tools,omitempty"`
	Input        []session.ResponsesItem `json:"input"`
	Store        bool                    `json:"store"`
	Stream       bool                    `json:"stream"`
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

// encode is the request's JSON. Its keys are an allow-list: only what has a field here is sent.
func encode(req model.Request) ([]byte, error) {
	w := wireRequest{Model: req.Model, Instructions: req.System, Limit: req.MaxTokens, Stream: true}
	if req.Effort != "" { // models that don't reason refuse both
		w.Reasoning = &wireReasoning{req.Effort, "auto"}
		w.Include = []string{"reasoning.encrypted_content"}
	}
	for _, t := range req.Tools {
		w.Tools = append(w.Tools, wireTool{Type: "function", Name: t.Name, Description: t.Description, Parameters: call.Schema(t.Schema)})
	}
	w.Input = req.View.Responses()
	return call.JSON(w)
}
