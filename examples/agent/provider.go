package main

import (
	"fmt"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/anthropic"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/openaichat"
	"github.com/toktee/toktee/agent/openairesponses"
	"github.com/toktee/toktee/internal/wiretest"
)

// providers are the makers of providers by name.
var providers = map[string]func(env func(string) string, ep model.Endpoint) (agent.Provider, error){
	"anthropic": func(env func(string) string, ep model.Endpoint) (agent.Provider, error) {
		return anthropic.FromEnv(env, ep)
	},
	"openaichat": func(env func(string) string, ep model.Endpoint) (agent.Provider, error) {
		return openaichat.FromEnv(env, ep)
	},
	"openairesponses": func(env func(string) string, ep model.Endpoint) (agent.Provider, error) {
		return openairesponses.FromEnv(env, ep)
	},
}

// connect returns the provider: the real one, or one of a server that plays the task.
func connect(o options, t task, env func(string) string) (p agent.Provider, stop func(), err error) {
	make, ok := providers[o.provider]
	if !ok {
		return nil, nil, fmt.Errorf("unknown provider %q: want anthropic, openaichat or openairesponses", o.provider)
	}
	if o.live {
		p, err = make(env, model.Endpoint{})
		return p, func() {}, err
	}
	s, err := wiretest.Start(wiretest.Options{Gap: o.gap}, t.turns...)
	if err != nil {
		return nil, nil, err
	}
	ep := model.Endpoint{BaseURL: s.BaseURL(wiretest.Wire(o.provider)), Key: "none"}
	if p, err = make(env, ep); err != nil {
		s.Close()
		return nil, nil, err
	}
	return p, s.Close, nil
}
