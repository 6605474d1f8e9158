// Package openairesponses is a provider for OpenAI's Responses API.
//
// A [Client] sends a conversation and streams the answer. The server stores nothing: each request carries the whole
// conversation, with reasoning in encrypted form, which is asked for along with an effort. Package
// [github.com/toktee/toktee/agent/model] describes what holds for all providers: retries, limits, errors and
// cancellation.
//
// The package needs nothing beyond net/http.
package openairesponses

import (
	"context"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/model"
)

// providerName is the provider's name in errors.
const providerName = "openairesponses"

var api = call.OpenAI(providerName)

// Client is a provider. [New] and [FromEnv] make one. It is safe for concurrent use.
type Client struct{ conn *call.Client }

// New returns a client, or an error that names the bad field of the endpoint. The default address is
// https://api.openai.com/v1. Without a key, none is sent.
func New(ep model.Endpoint) (*Client, error) {
	conn, err := api.New(ep)
	if err != nil {
		return nil, err
	}
	return &Client{conn}, nil
}

// FromEnv is New, and takes the endpoint's empty fields from the environment: OPENAI_BASE_URL and OPENAI_API_KEY.
// Without a key it fails, unless the address isn't the default.
func FromEnv(env func(string) string, ep model.Endpoint) (*Client, error) {
	conn, _, err := api.FromEnv(env, ep)
	if err != nil {
		return nil, err
	}
	return &Client{conn}, nil
}

// Name returns "openairesponses".
func (c *Client) Name() string { return providerName }

// Stream sends the request and calls on with the events of the answer, one at a time.
func (c *Client) Stream(ctx context.Context, req model.Request, on func(model.Event)) (model.Response, error) {
	key := c.conn.KeyHeader("Authorization", "Bearer ")
	return c.conn.Stream(ctx, call.Request{Path: "/responses", Header: key, Body: body(req)}, on, newDecoder)
}
