package gateway

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/toktee/toktee/internal/text/envelope"
)

// A client is the program that sends a request.
type client struct {
	name  string         // also a part of the key of what was decided
	agent envelope.Agent // whose lines are around its outputs, "" for none that are known
}

// clients are known by the start of their User-Agent.
var clients = []struct {
	prefix string
	client client
}{
	{"claude-cli/", client{"claude", envelope.Claude}},
	{"codex", client{"codex", envelope.Codex}},
	{"geminicli", client{"gemini", envelope.Gemini}},
	{"opencode/", client{"opencode", envelope.OpenCode}},
	{"qwencode", client{"qwen", envelope.Gemini}},
	{"cline", client{"cline", envelope.Cline}},
	{"copilot", client{"copilot", envelope.Copilot}},
	{"pi/", client{"pi", envelope.Pi}},
}

// clientOf returns the client of a request. One whose headers don't name it has the name in its URL, or its User-Agent
// without the version.
func clientOf(h http.Header, named string) client {
	for _, agent := range []string{h.Get("Originator"), h.Get("User-Agent")} {
		agent = strings.ToLower(agent)
		for _, c := range clients {
			if strings.HasPrefix(agent, c.prefix) {
				return c.client
			}
		}
	}
	if h.Get("X-Interaction-Type") != "" {
		named = cmp.Or(named, "copilot")
	}
	for _, c := range clients {
		if c.client.name == named {
			return c.client
		}
	}
	name, _, _ := strings.Cut(h.Get("User-Agent"), "/")
	return client{name: cmp.Or(name[:min(len(name), 40)], "unknown")}
}

// sessionOf returns the client's own name of the session, or a hash of its beginning. A sub-agent's is "SESSION/AGENT".
func sessionOf(h http.Header, c *conversation) string {
	session := cmp.Or(h.Get("X-Claude-Code-Session-Id"), h.Get("Session-Id"), h.Get("Session_id"),
		h.Get("X-Session-Id"))
	agent := cmp.Or(h.Get("X-Claude-Code-Agent-Id"), h.Get("Thread-Id"))
	if session == "" {
		session = cmp.Or(c.session(), c.beginning())
	}
	if agent != "" && agent != session {
		session += "/" + agent
	}
	return session
}

// session returns the name of the session that the request itself has.
//
//	"metadata":{"user_id":"{\"session_id\":\"26d0c5d4-6d8d-4c83-a8a1-94b7a4dd1e8e\"}"}   Anthropic
//	"prompt_cache_key":"26d0c5d4-6d8d-4c83-a8a1-94b7a4dd1e8e"                            OpenAI
//	"session_id":"26d0c5d4-6d8d-4c83-a8a1-94b7a4dd1e8e"                                  Code Assist
func (c *conversation) session() string {
	if isString(c.body, c.names) {
		return stringAt(c.body, c.names)
	}
	user := []byte(memberString(c.names.of(c.body), "user_id"))
	return memberString(user, "session_id")
}

// memberString returns a string of an object, "" for none.
func memberString(object []byte, want string) (s string) {
	cur := &cursor{b: object}
	cur.object(func(name string) {
		if v := cur.value(); name == want {
			s = stringAt(object, v)
		}
	})
	return s
}

// refusals begin the results of calls that didn't run, because the person refused or interrupted them.
var refusals = []string{
	"The user doesn't want to proceed with this tool use.",
	"The user doesn't want to take this action right now.",
	"[Request interrupted by user",
	"Permission to use ",
}

// isRefusal reports whether a text tells that a call didn't run. Such a text is for the model alone.
func isRefusal(text []byte) bool {
	for _, start := range refusals {
		if strings.HasPrefix(string(text[:min(len(text), 100)]), start) {
			return true
		}
	}
	return false
}
