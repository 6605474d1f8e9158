package mcpserver

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/integrations/permit"
)

// A gate checks one call with the rules of the client's agent.
type gate struct {
	rules  []*permit.Rules
	id     string // of the question about this call
	asks   bool   // the client can ask a person, and hasn't yet
	agreed bool   // a person has allowed what rules ask about

	question mcp.InputRequestMap // about the rule that has refused the call; nil for none
}

// gate returns the gate for a call. The error is the reason why the rules can't be read.
func (s *server) gate(req *mcp.CallToolRequest, name string) (*gate, error) {
	g := &gate{}
	if s.o.Rules == nil || name == "abort" {
		return g, nil
	}
	var err error
	if g.rules, err = s.o.Rules(client(req)); err != nil {
		return nil, err
	}
	g.id = fmt.Sprintf("%.8x", sha256.Sum256(append([]byte(name), req.Params.Arguments...)))
	answer, isAnswered := req.Params.InputResponses[g.id].(*mcp.ElicitResult)
	g.agreed = isAnswered && answer.Action == "accept"
	c := req.ClientCapabilities()
	g.asks = !isAnswered && c != nil && c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
	return g, nil
}

// refuse implements Refuse of [tool.Options].
func (g *gate) refuse(access tool.Access) error {
	err := permit.CheckAll(g.rules, permit.Call(access))
	switch {
	case err == nil, g.agreed && permit.MayAsk(err):
		return nil
	case g.asks && permit.MayAsk(err):
		what := access.Line
		if what == "" {
			what = access.Path
		}
		g.question = mcp.InputRequestMap{g.id: &mcp.ElicitParams{
			Mode: "form", Message: fmt.Sprintf("toktee: allow this call? %s\n\n%v", what, err),
			RequestedSchema: json.RawMessage(`{"type":"object","properties":{}}`),
		}}
	}
	return err
}

// refusal is the result of a call that isn't made, for the model.
func refusal(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "refused: " + err.Error()}},
	}
}
