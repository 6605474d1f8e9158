// Package openaichat speaks OpenAI's Chat Completions API, which many other servers speak too, as a provider of an agent.
//
// It needs net/http alone. It bears with what those servers do differently: calls without an index, streams without
// [DONE], "stop" after calls. See package model for what holds of all providers: retries, limits, errors and cancellation.
package openaichat

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
	// Name is the provider's name, in errors and in what is kept of its reasoning, which it doesn't take back.
	Name = "openaichat"
	// DefaultBaseURL is where the API is.
	DefaultBaseURL = "https://api.openai.com/v1"
)

// Client is a provider. It is safe for concurrent use.
type Client struct {
	ep model.Endpoint
	// OldLimit sends the limit of tokens as max_tokens, for servers that don't know max_completion_tokens. Set it before use.
	OldLimit bool
	// Strict says in what way the server is stricter than OpenAI's; nil is not at all. Set it before use.
	Strict *session.ChatOptions
}

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
	body, err := c.encode(req)
	if err != nil {
		return model.Response{}, &model.Error{Provider: Name, Kind: model.KindRequest, Message: err.Error(), Err: err}
	}
	h := http.Header{}
	if c.ep.Key != "" {
		h.Set("Authorization", "Bearer "+string(c.ep.Key))
	}
	r := call.Request{Provider: Name, URL: c.ep.BaseURL + "/chat/completions", Header: h, Body: body}
	return call.Stream(ctx, &c.ep, r, on, func(emit func(model.Event)) call.Decoder { return &decoder{emit: emit} })
}

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

// encode is the request's JSON. Its keys are an allow-list: only what has a field here is sent.
func (c *Client) encode(req model.Request) ([]byte, error) {
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
		w.Messages = append(w.Messages, session.ChatMessage{Role: "system", Content: session.ChatContent{Text: req.System}})
	}
	w.Messages = append(w.Messages, req.View.Chat(c.Strict)...)
	return call.JSON(w)
}
