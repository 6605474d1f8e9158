package clients

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// pagingCall is how a text tells a model of MCP to get what was left out.
var pagingCall = regexp.MustCompile(`toktee_output \{\\*"id\\*": ?\\*"([0-9]{12})\\*"`)

// pageID is the id in a text's last paging call, "" for none.
func pageID(text string) string {
	m := pagingCall.FindAllStringSubmatch(text, -1)
	if m == nil {
		return ""
	}
	return m[len(m)-1][1]
}

// calls calls a tool of the MCP server with arguments.
func (c *client) calls(tool string, args object) fakemodel.Call {
	call := c.mcp(tool)
	if call.Input != "" {
		call.Input = strings.Replace(call.Input, "({})", "("+encoded(args)+")", 1)
	} else {
		call.Args = args
	}
	return call
}

// pages gets lines of the first output.
func (c *client) pages(lines string) fakemodel.Call {
	return fakemodel.Call{From: func(rs []fakemodel.Result) fakemodel.Call {
		return c.calls("toktee_output", object{"id": pageID(rs[0].Text), "lines": lines})
	}}
}

// serve has the agent start another MCP server.
func (s *site) serve(command ...string) {
	s.mcp = command
	s.c.setup(s)
}

// doorClients runs a test in each chosen agent that has MCP.
func doorClients(t *testing.T, test func(s *site)) {
	t.Helper()
	if chosen.of == "" {
		t.Skip("needs -clients, which .ci/clients sets: it installs agents from npm")
	}
	tools := newTools(t)
	for _, c := range append(clients(), withoutHooks()...) {
		if c.mcp == nil || !chosen.runs(c) {
			continue
		}
		t.Run(c.name, func(t *testing.T) { test(newSite(t, c, tools)) })
	}
}

// TestProxy has agents call tools of a server directly and through the proxy.
func TestProxy(t *testing.T) {
	doorClients(t, func(s *site) {
		var calls []fakemodel.Call
		for _, tool := range mcpTools {
			calls = append(calls, s.c.mcp(tool))
		}
		server := s.mcp
		direct := s.play("direct", calls)
		s.serve(append([]string{s.toktee, "mcp-proxy", "--server", mcpName, "--"}, server...)...)
		proxied := s.play("proxied", append(calls, s.c.pages("200:210")))
		for i, tool := range mcpTools {
			s.checkProxied(tool, direct[i], proxied[i])
		}
		if got := proxied[len(mcpTools)].Text; strings.Count(got, "row 200 of the table has 1400 parts") != 1 {
			s.t.Errorf("the paging tool gave the model:\n%s", excerpt(got))
		}
		s.checkBodies()
	})
}

// checkProxied holds that a result has become short, and is an error where it was one.
func (s *site) checkProxied(tool string, direct, proxied fakemodel.Result) {
	s.t.Helper()
	switch {
	case !strings.Contains(direct.Text, "row 1 of the table"):
		s.t.Errorf("%s: without the proxy the model gets\n%s", tool, excerpt(direct.Text))
	case strings.Contains(proxied.Text, "row 200 of the table") || pageID(proxied.Text) == "":
		s.t.Errorf("%s: not shortened\n%s", tool, excerpt(proxied.Text))
	case proxied.Error != direct.Error:
		s.t.Errorf("%s: an error: %v, but %v without the proxy\n%s", tool, proxied.Error, direct.Error, proxied.Text)
	}
	// What an agent says of an error stands before the text: "MCP server 'probe': ".
	if sign, _, ok := strings.Cut(steady(direct.Text), "row 1 of"); ok && tool == "fails" &&
		!strings.Contains(steady(proxied.Text), sign[strings.LastIndex(sign, "\n")+1:]) {
		s.t.Errorf("%s: no %q in\n%s", tool, sign, excerpt(proxied.Text))
	}
}

// TestServer has agents call the tools of toktee's own server.
func TestServer(t *testing.T) {
	doorClients(t, func(s *site) {
		fails := s.play("another server", []fakemodel.Call{s.c.mcp("fails")})[0]
		s.serve(s.toktee, "mcp", "--tools", "--any-client")
		run := func(more string) fakemodel.Call {
			command := "seq -f 'row %g of the table' 400" + more
			return s.c.calls("exec", object{"command": command})
		}
		got := s.play("server", []fakemodel.Call{
			run(""), run("; exit 3"), s.c.calls("read", object{"path": "none.txt"}), s.c.pages("200:210"),
		})
		for i, name := range []string{"exec", "exec that fails"} {
			if strings.Contains(got[i].Text, "row 200 of the table") || pageID(got[i].Text) == "" {
				s.t.Errorf("%s: not shortened\n%s", name, excerpt(got[i].Text))
			}
		}
		if got[0].Error || got[1].Error != fails.Error || got[2].Error != fails.Error || !tellsExit(got[1].Text, 3) {
			s.t.Errorf("errors: %v, %v, %v; of another server %v\n%s\n%s", got[0].Error, got[1].Error, got[2].Error,
				fails.Error, excerpt(got[1].Text), got[2].Text)
		}
		if strings.Count(got[3].Text, "row 200 of the table") != 1 {
			s.t.Errorf("the paging tool gave the model:\n%s", excerpt(got[3].Text))
		}
		s.checkBodies()
	})
}

// checkBodies looks at all that the model was sent: no structured content, and nothing twice. What the first request
// has of such names is in the agent's descriptions of tools.
func (s *site) checkBodies() {
	s.t.Helper()
	requests := s.model.Requests()
	for _, q := range requests {
		for _, name := range []string{"structuredContent", "structured_content", "row 150 of the table"} {
			if n := bytes.Count(q.Body, []byte(name)); n > bytes.Count(requests[0].Body, []byte(name)) {
				s.t.Errorf("a request has %s", name)
			}
		}
		seen := map[string]int{}
		for _, m := range pagingCall.FindAllSubmatch(q.Body, -1) {
			seen[string(m[1])]++
		}
		for id, n := range seen {
			if n > 1 && !s.c.errorsTwice {
				s.t.Errorf("a request has the text of %s %d times", id, n)
			}
		}
	}
}
