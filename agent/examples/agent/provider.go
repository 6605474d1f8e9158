package main

import (
	"fmt"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/anthropic"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/openaichat"
	"github.com/toktee/toktee/agent/openairesponses"
)

// newProvider makes a provider by name. The environment fills in missing fields of the endpoint.
func newProvider(name string, env func(string) string, ep model.Endpoint) (agent.Provider, error) {
	switch name {
	case "anthropic":
		return anthropic.FromEnv(env, ep)
	case "openaichat":
		return openaichat.FromEnv(env, ep)
	case "openairesponses":
		return openairesponses.FromEnv(env, ep)
	}
	return nil, fmt.Errorf("unknown provider %q: want anthropic, openaichat or openairesponses", name)
}

// connect returns the provider: a real one, or one of a server that plays the task. disconnect ends the server.
func connect(o options, t task, env func(string) string) (p agent.Provider, disconnect func(), err error) {
	if !o.live {
		return playTask(o, t, env)
	}
	p, err = newProvider(o.provider, env, model.Endpoint{})
	return p, func() {}, err
}
