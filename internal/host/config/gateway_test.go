package config_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/config"
)

// TestGateway: flags go before variables, and these before the user's file.
func TestGateway(t *testing.T) {
	p := newPlace(t, "", "[gateway]\nenabled = false\nanthropic_upstream = \"https://llm.example/a\"\n"+
		"openai_upstream = \"https://llm.example/o\"\ngemini_upstream = \"https://llm.example/g\"\n",
		map[string]string{
			"TOKTEE_GATEWAY_ENABLED": "1", "TOKTEE_GATEWAY_OPENAI_UPSTREAM": "http://127.0.0.1:8080/v1",
			"TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM": "https://other.example",
		})
	flag := "https://flag.example"
	s, err := p.loadWith(config.Flags{AnthropicUpstream: &flag})
	want := config.Gateway{Anthropic: flag, OpenAI: "http://127.0.0.1:8080/v1", Gemini: "https://llm.example/g"}
	if err != nil || s.Gateway != want {
		t.Errorf("%+v, %v; want %+v", s.Gateway, err, want)
	}
	p.env = map[string]string{"XDG_CONFIG_HOME": p.env["XDG_CONFIG_HOME"]}
	if s, err = p.load(); err != nil || !s.Gateway.Off || s.Gateway.OpenAI != "https://llm.example/o" {
		t.Errorf("the user's file: %+v, %v", s.Gateway, err)
	}
}

// TestUpstream: an error doesn't show an address, which may have a secret in it.
func TestUpstream(t *testing.T) {
	for _, bad := range []string{
		"", "api.example.com", "ftp://secret", "https://a?secret", "https://user:secret@a", "https://",
		"https://a#secret",
	} {
		_, err := newPlace(t, "", "[gateway]\nopenai_upstream = \""+bad+"\"\n", nil).load()
		if err == nil || strings.Contains(err.Error(), "secret") ||
			!strings.Contains(err.Error(), "gateway.openai_upstream: no address: want one such as https://") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if u, err := config.ParseUpstream("http://127.0.0.1:8080/llm"); err != nil || u.Path != "/llm" {
		t.Errorf("%v, %v", u, err)
	}
}
