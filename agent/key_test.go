package agent_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/anthropic"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/openaichat"
	"github.com/toktee/toktee/agent/openairesponses"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

// Whatever goes wrong, the key is in no error.
func TestKeyStaysHidden(t *testing.T) {
	echo := fmt.Sprintf(`{"error":{"type":"%s","message":"Incorrect API key provided: %s"}}`, key, key)
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for name, fault := range map[string]wiretest.Fault{
			"echoed":        {Kind: wiretest.Status, Status: 401, Body: echo},
			"echoed bare":   {Kind: wiretest.Status, Status: 400, Body: "bad key " + key},
			"event":         {Kind: wiretest.ErrorEvent, At: 1, Body: "key " + key},
			"no connection": {Kind: wiretest.Drop},
		} {
			s := play(t, wiretest.Turn{Faults: slices.Repeat([]wiretest.Fault{fault}, 5)})
			ep := endpoint(t, s, w)
			_, _, err := askAt(t, w, ep)
			if text := fmt.Sprintf("%v %+v %#v %q", err, ep, ep, ep.Key); err == nil || strings.Contains(text, key) {
				t.Errorf("%s: %s", name, text)
			}
		}
	})
	for _, ep := range []model.Endpoint{
		{BaseURL: "ftp://x", Key: key},
		{BaseURL: "http://", Key: key},
		{BaseURL: "https://" + key + "@host", Key: key},
		{BaseURL: "https://host?key=" + key, Key: key},
		{BaseURL: "::" + key, Key: key},
		{Key: key + "\n" + key},
	} {
		if _, err := anthropic.New(ep); err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("base URL %q: error %v", ep.BaseURL, err)
		}
	}
}

func TestFromEnv(t *testing.T) {
	s := play(t, wiretest.Turn{}, wiretest.Turn{}, wiretest.Turn{}, wiretest.Turn{})
	env := map[string]string{}
	get := func(k string) string { return env[k] }
	makers := map[wiretest.Wire]func() (agent.Provider, error){
		wiretest.Anthropic: func() (agent.Provider, error) { return anthropic.FromEnv(get, model.Endpoint{}) },
		wiretest.Chat:      func() (agent.Provider, error) { return openaichat.FromEnv(get, model.Endpoint{}) },
		wiretest.Responses: func() (agent.Provider, error) { return openairesponses.FromEnv(get, model.Endpoint{}) },
	}
	for w, f := range makers {
		clear(env)
		if _, err := f(); err == nil || !strings.Contains(err.Error(), "_API_KEY") {
			t.Errorf("%s without a key: error %v", w, err)
		}
		env["ANTHROPIC_BASE_URL"], env["OPENAI_BASE_URL"] = s.BaseURL(wiretest.Anthropic), s.BaseURL(wiretest.Chat)+"/"
		env["ANTHROPIC_API_KEY"], env["OPENAI_API_KEY"] = key+"\n", key
		p, err := f()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Stream(t.Context(), request(), func(model.Event) {}); err != nil {
			t.Errorf("%s: %v", w, err)
		}
	}
}
