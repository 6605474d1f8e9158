package agent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/internal/wiretest"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
	"github.com/toktee/toktee/tool"
)

// A result that no log can hold is the tool's failure. The run goes on, and the model is told that the tool has run.
func TestResultTooLarge(t *testing.T) {
	large := tool.Tool{Name: "large", Cancellable: true, Run: func(context.Context, json.RawMessage) (result.ToolResult, error) {
		return result.Simple("large", strings.Repeat("x", session.MaxRecord), 1), nil
	}}
	s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{{Name: "large"}}}, wiretest.Turn{Text: "ok"})
	b := newBench(t, provider(t, wiretest.Chat, endpoint(t, s, wiretest.Chat)), nil, large)
	if _, err := b.Run(t.Context(), "go"); err != nil {
		t.Fatalf("the run ended: %v", err)
	}
	r := find[agent.CallEnded](t, b)[0].Result
	if !r.IsError() || !strings.Contains(r.LLMContent(), "large has run, but its result can't be kept: the record is too large") {
		t.Errorf("result %q, error %v; want one that says so", r.LLMContent(), r.Error())
	}
	valid(t, b.items(t))
}
