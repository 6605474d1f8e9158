package gateway

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Upstreams are the addresses of the providers. Paths of requests are added to them.
type Upstreams struct {
	Anthropic, OpenAI, ChatGPT, Gemini, CodeAssist *url.URL
}

// Providers returns the providers' own addresses.
func Providers() Upstreams {
	https := func(host string) *url.URL { return &url.URL{Scheme: "https", Host: host} }
	return Upstreams{
		Anthropic: https("api.anthropic.com"), OpenAI: https("api.openai.com"),
		ChatGPT: &url.URL{Scheme: "https", Host: "chatgpt.com", Path: "/backend-api/codex"},
		Gemini:  https("generativelanguage.googleapis.com"), CodeAssist: https("cloudcode-pa.googleapis.com"),
	}
}

func (u Upstreams) check() error {
	for name, at := range map[string]*url.URL{
		"Anthropic": u.Anthropic, "OpenAI": u.OpenAI, "ChatGPT": u.ChatGPT, "Gemini": u.Gemini,
		"Code Assist": u.CodeAssist,
	} {
		if at == nil {
			return fmt.Errorf("no URL of %s: want one in [gateway] of the settings", name)
		}
	}
	return nil
}

// An api is a kind of request.
type api struct {
	read   format // nil for a request without a conversation
	counts bool   // it counts tokens, and isn't billed
	socket bool   // it may be a WebSocket
}

// route returns where a request goes, the path there, and its kind.
//
//	/v1/messages                          Anthropic
//	/v1/messages/count_tokens
//	/v1/responses                         OpenAI; also as /responses below the path of a configured upstream
//	/v1/chat/completions
//	the same, with a ChatGPT account      ChatGPT, without /v1
//	/v1beta/models/M:generateContent      Gemini
//	/v1internal:streamGenerateContent     Gemini, for the login of Google
//	anything else                         the provider that the headers are for
func (u Upstreams) route(h http.Header, path string) (*url.URL, string, api) {
	switch {
	case path == "/v1/messages":
		return u.Anthropic, path, api{read: messages}
	case path == "/v1/messages/count_tokens":
		return u.Anthropic, path, api{read: messages, counts: true}
	case strings.HasPrefix(path, "/v1internal:"):
		return u.CodeAssist, path, geminiAPI(path)
	case strings.HasPrefix(path, "/v1beta/") || strings.HasPrefix(path, "/v1alpha/") ||
		strings.Contains(path, "enerateContent"):
		return u.Gemini, path, geminiAPI(path)
	case h.Get("Chatgpt-Account-Id") != "":
		return u.ChatGPT, strings.TrimPrefix(path, "/v1"), openAI(path)
	case openAI(path).read != nil:
		return u.OpenAI, path, openAI(path)
	case h.Get("Anthropic-Version") != "" || h.Get("X-Api-Key") != "" || clientOf(h, "").name == "claude" ||
		strings.HasPrefix(path, "/api/"):
		return u.Anthropic, path, api{}
	case h.Get("X-Goog-Api-Key") != "" || strings.HasPrefix(path, "/upload/"):
		return u.Gemini, path, api{}
	}
	return u.OpenAI, path, api{}
}

func openAI(path string) api {
	switch {
	case strings.HasSuffix(path, "/responses"):
		return api{read: responses, socket: true}
	case strings.HasSuffix(path, "/responses/compact"):
		return api{read: responses}
	case strings.HasSuffix(path, "/chat/completions"):
		return api{read: chat}
	}
	return api{}
}

func geminiAPI(path string) api {
	_, method, _ := strings.Cut(path, ":")
	switch method {
	case "generateContent", "streamGenerateContent":
		return api{read: gemini}
	case "countTokens":
		return api{read: gemini, counts: true}
	}
	return api{}
}

// isWebSocket reports whether a request opens a WebSocket in which conversations are sent.
func (a api) isWebSocket(r *http.Request) bool {
	return a.socket && strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}
