// Package openaichat is a provider for OpenAI's Chat Completions API, which many other servers offer too.
//
// A [Client] sends a conversation and streams the answer. It accepts the differences of other servers: calls without
// an index, streams without [DONE], the finish reason "stop" after calls. Reasoning that a server shows is kept in the
// log and not sent back, since the API doesn't take it. Package [github.com/toktee/toktee/agent/model] describes what
// holds for all providers: retries, limits, errors and cancellation.
//
// The package needs nothing beyond net/http.
package openaichat

import (
	"context"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// providerName is the provider's name in errors, and in kept reasoning.
const providerName = "openaichat"

var api = call.OpenAI(providerName)

// Client is a provider. [New] and [FromEnv] make one. It is safe for concurrent use.
type Client struct {
	conn *call.Client

	// OldLimit sends the limit of tokens as max_tokens, for servers that don't know max_completion_tokens. Set it
	// before use.
	OldLimit bool
	// Strict describes how the server is stricter than OpenAI's; nil is not at all. Set it before use.
	Strict *session.ChatOptions
}

// New returns a client, or an error that names the bad field of the endpoint. The default address is
// https://api.openai.com/v1. Without a key, none is sent.
func New(ep model.Endpoint) (*Client, error) {
	conn, err := api.New(ep)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn}, nil
}

// FromEnv is New, and takes the endpoint's empty fields from the environment: OPENAI_BASE_URL and OPENAI_API_KEY.
// Without a key it fails, unless the address isn't the default.
func FromEnv(env func(string) string, ep model.Endpoint) (*Client, error) {
	conn, _, err := api.FromEnv(env, ep)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn}, nil
}

// Name returns "openaichat".
func (c *Client) Name() string { return providerName }

// Stream sends the request and calls on with the events of the answer, one at a time.
func (c *Client) Stream(ctx context.Context, req model.Request, on func(model.Event)) (model.Response, error) {
	key := c.conn.KeyHeader("Authorization", "Bearer ")
	return c.conn.Stream(ctx, call.Request{Path: "/chat/completions", Header: key, Body: c.body(req)}, on, newDecoder)
}
