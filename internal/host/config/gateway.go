package config

import (
	"cmp"
	"errors"
	"net/url"
	"strconv"
)

// Gateway has the settings of the gateway between agents and the APIs of their models.
type Gateway struct {
	Off                       bool   // agents start without one
	Anthropic, OpenAI, Gemini string // URLs that it sends requests to, see [ParseUpstream]; "" is the provider's own
}

// upstreamKey is a key of [gateway] that is a URL. An error doesn't show the URL, which may have a secret in it.
func upstreamKey(name string, of func(*Settings) *string) fileKey {
	return fileKey{name, "gateway." + name, func(s *Settings, v any) error { return upstream(of(s))(textOf(v)) }}
}

func upstream(setting *string) func(string) error {
	return func(text string) error {
		_, err := ParseUpstream(text)
		if err == nil {
			*setting = text
		}
		return err
	}
}

// gatewayKeys are the keys of [gateway].
var gatewayKeys = []fileKey{
	upstreamKey("anthropic_upstream", func(s *Settings) *string { return &s.Gateway.Anthropic }),
	{"enabled", "gateway.enabled", func(s *Settings, v any) error {
		is, err := boolean(v)
		s.Gateway.Off = !is
		return err
	}},
	upstreamKey("gemini_upstream", func(s *Settings) *string { return &s.Gateway.Gemini }),
	upstreamKey("openai_upstream", func(s *Settings) *string { return &s.Gateway.OpenAI }),
}

// ErrUpstream is in the error of [Load] for an address that isn't one. A gateway must not use another one in its place:
// credentials would go there.
var ErrUpstream = errors.New("no address: want one such as https://api.example.com, without query and password")

// ParseUpstream reads the address of a provider, such as https://api.anthropic.com or http://127.0.0.1:8080/llm.
func ParseUpstream(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" ||
		u.Fragment != "" {
		return nil, ErrUpstream
	}
	return u, nil
}

// gatewayEntries lists the settings of the gateway.
func (s *Settings) gatewayEntries() []Entry {
	return []Entry{
		{Key: "gateway.enabled", Value: strconv.FormatBool(!s.Gateway.Off)},
		{Key: "gateway.anthropic_upstream", Value: cmp.Or(s.Gateway.Anthropic, "the provider's")},
		{Key: "gateway.openai_upstream", Value: cmp.Or(s.Gateway.OpenAI, "the provider's")},
		{Key: "gateway.gemini_upstream", Value: cmp.Or(s.Gateway.Gemini, "the provider's")},
	}
}
