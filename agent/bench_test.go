package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/session/sessiontest"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/testing/wiretest"
	"github.com/toktee/toktee/result"
)

// bench is an agent with a log of its own and the events that it sent.
type bench struct {
	*agent.Agent
	log    *session.Log
	mu     sync.Mutex
	events []agent.Event
	hook   func(agent.Event) // gets each event first; may be nil
}

func newBench(t *testing.T, p agent.Provider, change func(*agent.Config), tools ...tool.Tool) *bench {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session.jsonl")
	l, err := session.Open(path, &session.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	b := &bench{log: l}
	cfg := agent.Config{Provider: p, Model: "scripted", System: "Be brief.", Tools: tools, Log: l, On: b.on}
	if change != nil {
		change(&cfg)
	}
	if b.Agent, err = agent.New(cfg); err != nil {
		t.Fatal(err)
	}
	return b
}

// benchOn is a bench whose provider is our client of this format at the server.
func benchOn(
	t *testing.T, s *wiretest.Server, w wiretest.Wire, change func(*agent.Config), tools ...tool.Tool,
) *bench {
	t.Helper()
	return newBench(t, provider(t, w, endpoint(t, s, w)), change, tools...)
}

func (b *bench) on(e agent.Event) {
	if b.hook != nil {
		b.hook(e)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, e)
}

// items are the log's, which must be undamaged.
func (b *bench) items(t *testing.T) []session.Item {
	t.Helper()
	tr, err := b.log.Load()
	if err != nil || tr.Damaged > 0 || tr.Torn {
		t.Fatalf("log: %v, %d damaged, torn %v", err, tr.Damaged, tr.Torn)
	}
	return tr.Items
}

// kinds are the names of the events in JSON.
func (b *bench) kinds(t *testing.T) []string {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, e := range b.events {
		raw, err := agent.EncodeEvent(e)
		if err != nil {
			t.Fatal(err)
		}
		var named struct{ Event string }
		if err := json.Unmarshal(raw, &named); err != nil || !strings.HasPrefix(string(raw), `{"event":`) {
			t.Errorf("event %s: %v", raw, err)
		}
		out = append(out, named.Event)
	}
	return out
}

// find is the events of one type.
func find[E agent.Event](t *testing.T, b *bench) []E {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []E
	for _, e := range b.events {
		if e, ok := e.(E); ok {
			out = append(out, e)
		}
	}
	return out
}

// valid fails unless the conversation can be sent to every provider.
func valid(t *testing.T, items []session.Item) {
	t.Helper()
	v := session.NewView(items, nil)
	for p, messages := range map[sessiontest.Format]any{
		sessiontest.Anthropic: v.Anthropic(nil), sessiontest.Chat: v.Chat(nil), sessiontest.Responses: v.Responses(),
	} {
		body, err := json.Marshal(messages)
		if err != nil {
			t.Fatal(err)
		}
		if broken, err := sessiontest.Validate(p, body); err != nil || len(broken) > 0 {
			t.Errorf("%s: %v %v in %s", p, err, broken, body)
		}
	}
}

// accepted fails unless the server took all requests, and none has what is only for the person.
func accepted(t *testing.T, s *wiretest.Server) {
	t.Helper()
	for i, r := range s.Requests() {
		if r.Err != nil {
			t.Errorf("request %d is refused: %v", i, r.Err)
		}
		if strings.Contains(string(r.Body), canary) {
			t.Errorf("request %d holds what is for the person:\n%s", i, r.Body)
		}
	}
}

// resultsOf are the results by their calls' ids.
func resultsOf(items []session.Item) map[string]result.ToolResult {
	out := map[string]result.ToolResult{}
	for _, it := range items {
		if it.Kind == session.KindResult {
			out[it.Result.CallID] = it.Result.Tool
		}
	}
	return out
}

// hasText reports whether the log has this text of the model.
func hasText(items []session.Item, text string) bool {
	return slices.ContainsFunc(items, func(it session.Item) bool {
		return it.Kind == session.KindText && it.Text == text
	})
}

// hasCall reports whether the log has a call of this tool.
func hasCall(items []session.Item, tool string) bool {
	return slices.ContainsFunc(items, func(it session.Item) bool { return it.Call != nil && it.Call.Name == tool })
}

// canary is in details and in the person's text, and must be in nothing that a model sees.
const canary = "CANARY-5e1f"

// answering is a tool that returns at once, with more for the person than for the model.
func answering(name string, calls *atomic.Int32) tool.Tool {
	return tool.Tool{
		Name: name, Description: "answers", Cancellable: true,
		Schema: json.RawMessage(`{"type":"object","required":["n"],"additionalProperties":false,` +
			`"properties":{"n":{"type":"integer"},"how":{"enum":["fast","slow"]}}}`),
		Run: func(ctx context.Context, args json.RawMessage) (result.ToolResult, error) {
			calls.Add(1)
			if ctx.Err() != nil {
				return result.ToolResult{}, context.Cause(ctx)
			}
			var a struct{ N int }
			if err := json.Unmarshal(args, &a); err != nil {
				return result.ToolResult{}, err
			}
			details, err := result.NewDetails("test", map[string]string{"secret": canary})
			if err != nil {
				return result.ToolResult{}, err
			}
			text := fmt.Sprintf("%s says %d", name, a.N)
			return result.New(result.Parts{
				Tool: name, LLM: text, UI: []byte(text + "\n" + canary), Details: details,
				Metadata: result.Metadata{LLMTokens: 4, UITokens: 9},
			})
		},
	}
}

// sleeping is a tool that returns when it is cancelled, with what it has printed.
func sleeping(name string, started chan<- struct{}) tool.Tool {
	return tool.Tool{
		Name: name, Cancellable: true, Schema: json.RawMessage(`{"type":"object"}`),
		Run: func(ctx context.Context, _ json.RawMessage) (result.ToolResult, error) {
			started <- struct{}{}
			<-ctx.Done()
			return result.Simple(name, "half of it", 3), context.Cause(ctx)
		},
	}
}

// cancellable is a tool without arguments.
func cancellable(name string, run func() (result.ToolResult, error)) tool.Tool {
	return tool.Tool{
		Name: name, Cancellable: true,
		Run: func(context.Context, json.RawMessage) (result.ToolResult, error) { return run() },
	}
}

// calling is a turn of the script that calls tools without arguments.
func calling(tools ...string) wiretest.Turn {
	var t wiretest.Turn
	for _, name := range tools {
		t.Calls = append(t.Calls, wiretest.Call{Name: name})
	}
	return t
}
