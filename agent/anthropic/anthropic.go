// Package anthropic is a provider for Anthropic's Messages API.
//
// A [Client] sends a conversation and streams the answer. Thinking is kept with its signature, which the API wants
// back. The instructions and the conversation are marked for the provider's prompt cache. Package
// [github.com/toktee/toktee/agent/model] describes what holds for all providers: retries, limits, errors and
// cancellation.
//
// The package needs nothing beyond net/http.
package anthropic

import (
	"context"
	"net/http"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/model"
)

// providerName is the provider's name in errors, and in kept reasoning.
const providerName = "anthropic"

// apiVersion is sent with every request; the API demands it.
const apiVersion = "2023-06-01"

// authTokenVariable holds a key that is sent as a bearer token.
const authTokenVariable = "ANTHROPIC_AUTH_TOKEN"

var api = call.API{
	Name:            providerName,
	BaseURL:         "https://api.anthropic.com",
	BaseURLVariable: "ANTHROPIC_BASE_URL",
	KeyVariables:    []string{"ANTHROPIC_API_KEY", authTokenVariable},
}

// Client is a provider. [New] and [FromEnv] make one. It is safe for concurrent use.
type Client struct {
	conn   *call.Client
	bearer bool // the key is sent as a bearer token

	// NoCache leaves out the marks for the provider's cache, for servers that don't know them. Set it before use.
	NoCache bool
}

// New returns a client, or an error that names the bad field of the endpoint. The default address is
// https://api.anthropic.com. Without a key, none is sent.
func New(ep model.Endpoint) (*Client, error) {
	conn, err := api.New(ep)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn}, nil
}

// FromEnv is New, and takes the endpoint's empty fields from the environment: ANTHROPIC_BASE_URL, and ANTHROPIC_API_KEY
// or ANTHROPIC_AUTH_TOKEN, which is sent as a bearer token. Without a key it fails, unless the address isn't the
// default.
func FromEnv(env func(string) string, ep model.Endpoint) (*Client, error) {
	conn, keyVariable, err := api.FromEnv(env, ep)
	if err != nil {
		return nil, err
	}
	return &Client{conn: conn, bearer: keyVariable == authTokenVariable}, nil
}

// Name returns "anthropic".
func (c *Client) Name() string { return providerName }

// Stream sends the request and calls on with the events of the answer, one at a time.
func (c *Client) Stream(ctx context.Context, req model.Request, on func(model.Event)) (model.Response, error) {
	body, err := c.body(req)
	if err != nil {
		return model.Response{}, c.conn.BadRequest(err)
	}
	return c.conn.Stream(ctx, call.Request{Path: "/v1/messages", Header: c.header(), Body: body}, on, newDecoder)
}

func (c *Client) header() http.Header {
	h := c.conn.KeyHeader("X-Api-Key", "")
	if c.bearer {
		h = c.conn.KeyHeader("Authorization", "Bearer ")
	}
	h.Set("Anthropic-Version", apiVersion)
	return h
}
