package main

import (
	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

// playTask starts a server on this machine that plays the task, and returns a provider that asks it.
func playTask(o options, t task, env func(string) string) (p agent.Provider, disconnect func(), err error) {
	s, err := wiretest.Start(wiretest.Options{Gap: o.gap}, t.turns...)
	if err != nil {
		return nil, nil, err
	}
	ep := model.Endpoint{BaseURL: s.BaseURL(wiretest.Wire(o.provider)), Key: "none"}
	if p, err = newProvider(o.provider, env, ep); err != nil {
		s.Close()
		return nil, nil, err
	}
	return p, s.Close, nil
}
