package call

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/toktee/toktee/agent/model"
)

// An API is what distinguishes one provider's interface before anything is sent.
type API struct {
	Name    string // of the provider, in errors
	BaseURL string // the default address

	// The environment variables that hold the address and the key. Of the keys, the first one that is set counts.
	BaseURLVariable string
	KeyVariables    []string
}

// New returns a client for the endpoint, or an error that names the bad field of the endpoint. Without a key, no key
// is sent.
func (a API) New(ep model.Endpoint) (*Client, error) {
	ep, err := resolve(ep, a.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("setting up %s: %w", a.Name, err)
	}
	return &Client{provider: a.Name, ep: ep}, nil
}

// FromEnv is New; if the endpoint has no address or key, those of the environment are used. It also returns the name
// of the variable that held the key, "" if none did. A missing key is an error only at the default address.
func (a API) FromEnv(env func(string) string, ep model.Endpoint) (c *Client, keyVariable string, err error) {
	if ep.BaseURL == "" {
		ep.BaseURL = env(a.BaseURLVariable)
	}
	for _, name := range a.KeyVariables {
		if ep.Key != "" {
			break
		}
		if ep.Key = model.Key(env(name)); ep.Key != "" {
			keyVariable = name
		}
	}
	if ep.Key == "" && ep.BaseURL == "" {
		return nil, "", fmt.Errorf("setting up %s: no key: set %s", a.Name, strings.Join(a.KeyVariables, " or "))
	}
	c, err = a.New(ep)
	return c, keyVariable, err
}

// A Client sends requests of one provider to one endpoint. It is safe for concurrent use.
type Client struct {
	provider string
	ep       model.Endpoint // with its defaults filled in
}

// KeyHeader returns a header that carries the key after the prefix, such as "Bearer ". It is empty if there is no key.
func (c *Client) KeyHeader(name, prefix string) http.Header {
	h := http.Header{}
	if c.ep.Key != "" {
		h.Set(name, prefix+string(c.ep.Key))
	}
	return h
}

// BadRequest returns the error for a request that can't be built.
func (c *Client) BadRequest(err error) *model.Error {
	return &model.Error{Provider: c.provider, Kind: model.KindRequest, Message: err.Error(), Err: err}
}

// OpenAI returns the API of OpenAI, and of servers that imitate it, for the provider of this name.
func OpenAI(provider string) API {
	return API{
		Name:            provider,
		BaseURL:         "https://api.openai.com/v1",
		BaseURLVariable: "OPENAI_BASE_URL",
		KeyVariables:    []string{"OPENAI_API_KEY"},
	}
}
