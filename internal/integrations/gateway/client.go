package gateway

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"
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

// clientOf returns the client of a request: the one that its URL names, or else the one that its headers name. One that
// isn't known is named after its User-Agent without the version. Some clients have the User-Agent of another one.
func clientOf(h http.Header, named string) client {
	if h.Get("X-Interaction-Type") != "" {
		named = cmp.Or(named, "copilot")
	}
	for _, c := range clients {
		if c.client.name == named {
			return c.client
		}
	}
	for _, agent := range []string{h.Get("Originator"), h.Get("User-Agent")} {
		agent = strings.ToLower(agent)
		for _, c := range clients {
			if strings.HasPrefix(agent, c.prefix) {
				return c.client
			}
		}
	}
	name, _, _ := strings.Cut(h.Get("User-Agent"), "/")
	return client{name: cmp.Or(name[:min(len(name), 40)], "unknown")}
}

// The headers in which clients name the session and, of a sub-agent, its own one.
var (
	sessionHeaders = []string{
		"X-Claude-Code-Session-Id", "X-Parent-Session-Id", "Session-Id", "Session_id", "X-Session-Id",
		"X-Client-Session-Id", "X-Task-Id",
	}
	agentHeaders = []string{"X-Claude-Code-Agent-Id", "Thread-Id", "X-Session-Id"}
)

// firstOf returns the first header that there is.
func firstOf(h http.Header, names []string) string {
	for _, name := range names {
		if v := h.Get(name); v != "" {
			return v
		}
	}
	return ""
}

// sessionOf returns the client's own name of the session, or a hash of its beginning. A sub-agent's is "SESSION/AGENT".
func sessionOf(h http.Header, c *conversation) string {
	session := cmp.Or(firstOf(h, sessionHeaders), c.session(), c.beginning())
	if agent := firstOf(h, agentHeaders); agent != "" && agent != session {
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

// refusals are in the first line of the results of calls that didn't run, because the person refused or interrupted
// them.
var refusals = []string{
	"The user doesn't want to proceed with this tool use.",
	"The user doesn't want to take this action right now.",
	"[Request interrupted by user",
	"Claude requested permissions to ",
	"Permission to use ",
	"Permission to run this tool was denied",
	"The user rejected ",
	"The user has specified a rule which prevents",
	"The tool execution was denied by the user",
	"This tool call was rejected by the user",
	"Tool call cancelled by user",
	"Tool execution denied by policy",
	"[Operation Cancelled]",
	"exec command rejected by user",
	`exec_command failed: CreateProcess { message: "Rejected(`,
	"User denied execution.",
	"invocation was denied by permission rules",
}

// isRefusal reports whether a text tells that a call didn't run. Such a text is for the model alone.
func isRefusal(text []byte) bool {
	line, _, _ := bytes.Cut(text[:min(len(text), 200)], []byte{'\n'})
	return slices.ContainsFunc(refusals, func(words string) bool { return bytes.Contains(line, []byte(words)) })
}
