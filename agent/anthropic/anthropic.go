// Package anthropic speaks Anthropic's Messages API, as a provider of an agent.
//
// It needs net/http alone. A response streams; arguments of a call become an item when they are complete, thinking with
// its signature, which the API demands back. See package model for what holds of all providers: retries, limits, errors
// and cancellation.
package anthropic

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
	// Name is the provider's name, in errors and in what is kept of its reasoning.
	Name = "anthropic"
	// DefaultBaseURL is where the API is.
	DefaultBaseURL = "https://api.anthropic.com"
	// DefaultMaxTokens is the limit of an answer for a request that sets none; the API demands one.
	DefaultMaxTokens = 16000

	version = "2023-06-01"
)

// budgets are the tokens of reasoning by effort. They come on top of the answer's limit.
var budgets = map[string]int{"": 0, "low": 2048, "medium": 8192, "high": 24576}

// Client is a provider. It is safe for concurrent use.
type Client struct {
	ep     model.Endpoint
	bearer bool
	// NoCache leaves out the marks for the provider's cache, for servers that don't know them. Set it before use.
	NoCache bool
}

// New returns a client, or an error that names what is wrong with the endpoint. Without a key, none is sent.
func New(ep model.Endpoint) (*Client, error) {
	ep, err := ep.Resolve(DefaultBaseURL)
	if err != nil {
		return nil, fmt.Errorf("setting up %s: %w", Name, err)
	}
	return &Client{ep: ep}, nil
}

// FromEnv is New with what the environment says, where the endpoint doesn't: ANTHROPIC_BASE_URL, and ANTHROPIC_API_KEY or
// ANTHROPIC_AUTH_TOKEN, which is sent as a bearer token. A key is needed unless the address is another than the default.
func FromEnv(env func(string) string, ep model.Endpoint) (*Client, error) {
	if ep.BaseURL == "" {
		ep.BaseURL = env("ANTHROPIC_BASE_URL")
	}
	bearer := false
	if ep.Key == "" {
		ep.Key = model.Key(env("ANTHROPIC_API_KEY"))
	}
	if ep.Key == "" {
		ep.Key = model.Key(env("ANTHROPIC_AUTH_TOKEN"))
		bearer = ep.Key != ""
	}
	if ep.Key == "" && ep.BaseURL == "" {
		return nil, fmt.Errorf("setting up %s: %w", Name, errors.New("no key: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN"))
	}
	c, err := New(ep)
	if err != nil {
		return nil, err
	}
	c.bearer = bearer
	return c, nil
}

// Name returns [Name].
func (c *Client) Name() string { return Name }

// Stream sends the request and hands on what comes. See package model for what it returns.
func (c *Client) Stream(ctx context.Context, req model.Request, on func(model.Event)) (model.Response, error) {
	body, err := c.encode(req)
	if err != nil {
		return model.Response{}, &model.Error{Provider: Name, Kind: model.KindRequest, Message: err.Error(), Err: err}
	}
	h := http.Header{"Anthropic-Version": {version}}
	switch {
	case c.ep.Key == "":
	case c.bearer:
		h.Set("Authorization", "Bearer "+string(c.ep.Key))
	default:
		h.Set("X-Api-Key", string(c.ep.Key))
	}
	r := call.Request{Provider: Name, URL: c.ep.BaseURL + "/v1/messages", Header: h, Body: body}
	return call.Stream(ctx, &c.ep, r, on, func(emit func(model.Event)) call.Decoder { return &decoder{emit: emit} })
}

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

// encode is the request's JSON. Its keys are an allow-list: only what has a field here is sent. Tools and instructions, and
// the conversation until now, are marked for the provider's cache: the next step of an agent sends them again.
func (c *Client) encode(req model.Request) ([]byte, error) {
	budget, ok := budgets[req.Effort]
	if !ok {
		return nil, fmt.Errorf("effort %q: want low, medium or high", req.Effort)
	}
	w := wireRequest{Model: req.Model, MaxTokens: req.MaxTokens, Stream: true}
	if req.System != "" {
		w.System = []session.AnthropicBlock{{Type: "text", Text: req.System}}
	}
	if w.MaxTokens <= 0 {
		w.MaxTokens = DefaultMaxTokens
	}
	w.Messages = req.View.Anthropic()
	if budget > 0 && req.View.ThinkingFits() {
		w.MaxTokens += budget
		w.Thinking = &wireThinking{"enabled", budget}
	} else {
		w.Messages = withoutThought(w.Messages)
	}
	for _, t := range req.Tools {
		w.Tools = append(w.Tools, wireTool{t.Name, t.Description, call.Schema(t.Schema)})
	}
	if c.NoCache {
		return call.JSON(w)
	}
	mark := &session.CacheControl{Type: "ephemeral"}
	if len(w.System) > 0 {
		w.System[0].CacheControl = mark
	}
	if n := len(w.Messages); n > 0 {
		if blocks := w.Messages[n-1].Content; len(blocks) > 0 {
			blocks[len(blocks)-1].CacheControl = mark
		}
	}
	return call.JSON(w)
}
