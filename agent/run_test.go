package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/internal/wiretest"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
	"github.com/toktee/toktee/tool"
)

// canary stands in details and in the person's text, and in nothing that a model may see.
const canary = "CANARY-5e1f"

// answering returns at once, with more for the person than for the model.
func answering(name string, calls *atomic.Int32) tool.Tool {
	return tool.Tool{
		Name: name, Description: "answers", Cancellable: true,
		Schema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"},"how":{"enum":["fast","slow"]}},"required":["n"],"additionalProperties":false}`),
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
			return result.New(result.Parts{Tool: name, LLM: text, UI: []byte(text + "\n" + canary), Details: details, Metadata: result.Metadata{LLMTokens: 4, UITokens: 9}})
		},
	}
}

// sleeping returns when it is cancelled, with what it has printed.
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

// bench is an agent with a log of its own, and what it told.
type bench struct {
	*agent.Agent
	log    *session.Log
	mu     sync.Mutex
	events []agent.Event
	hook   func(agent.Event) // called first; may be nil
}

func newBench(t *testing.T, p agent.Provider, change func(*agent.Config), tools ...tool.Tool) *bench {
	t.Helper()
	l, err := session.Open(filepath.Join(t.TempDir(), "session.jsonl"), &session.Options{Sync: session.SyncNever})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	b := &bench{log: l}
	cfg := agent.Config{Provider: p, Model: "scripted", System: "Be brief.", Tools: tools, Log: l, On: func(e agent.Event) {
		if b.hook != nil {
			b.hook(e)
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.events = append(b.events, e)
	}}
	if change != nil {
		change(&cfg)
	}
	if b.Agent, err = agent.New(cfg); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) items(t *testing.T) []session.Item {
	t.Helper()
	tr, err := session.Load(b.log.Path())
	if err != nil || tr.Damaged > 0 || tr.Torn {
		t.Fatalf("log: %v, %d damaged, torn %v", err, tr.Damaged, tr.Torn)
	}
	return tr.Items
}

func (b *bench) kinds() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, e := range b.events {
		out = append(out, e.Kind())
	}
	return out
}

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
	for p, messages := range map[session.Provider]any{session.Anthropic: v.Anthropic(), session.Chat: v.Chat(nil), session.Responses: v.Responses()} {
		body, err := json.Marshal(messages)
		if err != nil {
			t.Fatal(err)
		}
		if broken, err := session.Validate(p, body); err != nil || len(broken) > 0 {
			t.Errorf("%s: %v %v in %s", p, err, broken, body)
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

// task is a turn of the person in three steps, with two calls at a time.
var task = []wiretest.Turn{
	{Thought: "First both.", Text: "I'll ask both.", Calls: []wiretest.Call{{Name: "a", Arguments: `{"n":1}`}, {Name: "b", Arguments: `{"n":2}`}}},
	{Text: "Once more.", Calls: []wiretest.Call{{Name: "b", Arguments: `{"n":3}`}}},
	{Text: "All done: 1, 2 and 3."},
}

func TestRun(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		var calls atomic.Int32
		s := start(t, wiretest.Options{}, task...)
		b := newBench(t, provider(t, w, endpoint(t, s, w)), func(c *agent.Config) { c.Effort = "low" }, answering("a", &calls), answering("b", &calls))
		states, err := b.Run(t.Context(), "ask them")
		if err != nil {
			t.Fatal(err)
		}
		var stops []session.StopReason
		for _, st := range states {
			stops = append(stops, st.Stop)
		}
		if d := cmp.Diff([]session.StopReason{session.StopToolUse, session.StopToolUse, session.StopEnd}, stops); d != "" {
			t.Errorf("stop reasons (-want +got):\n%s", d)
		}
		if n := calls.Load(); n != 3 {
			t.Errorf("%d tool calls, want 3", n)
		}
		items := b.items(t)
		valid(t, items)
		if last := items[len(items)-1]; last.Kind != session.KindEnd || last.Stop != session.StopEnd {
			t.Errorf("the log ends with %+v", last)
		}
		for i, r := range s.Requests() {
			if r.Err != nil || !r.Left.IsZero() {
				t.Errorf("request %d: %v, left %v", i, r.Err, r.Left)
			}
			if strings.Contains(string(r.Body), canary) {
				t.Errorf("request %d holds what is for the person:\n%s", i, r.Body)
			}
		}
		last := string(s.Requests()[2].Body)
		for _, want := range []string{"a says 1", "b says 2", "b says 3", "ask them", "Be brief."} {
			if strings.Count(last, want) != 1 {
				t.Errorf("the last request holds %q %d times:\n%s", want, strings.Count(last, want), last)
			}
		}
		if strings.Index(last, "a says 1") > strings.Index(last, "b says 2") {
			t.Errorf("results are not in the order of the calls:\n%s", last)
		}
		if n := len(resultsOf(items)); n != 3 {
			t.Errorf("the log has %d results, want 3", n)
		}
		for _, e := range b.events {
			raw, err := agent.EncodeEvent(e)
			if err != nil || !json.Valid(raw) || !strings.HasPrefix(string(raw), `{"event":"`+e.Kind()) {
				t.Errorf("event %s: %v", raw, err)
			}
		}
	})
}

// Results are sent in the order of the calls, whichever ends first.
func TestRunOrder(t *testing.T) {
	gate := make(chan struct{})
	slow := tool.Tool{Name: "slow", Cancellable: true, Run: func(context.Context, json.RawMessage) (result.ToolResult, error) {
		<-gate
		return result.Simple("slow", "slow one", 2), nil
	}}
	fast := tool.Tool{Name: "fast", Cancellable: true, Run: func(context.Context, json.RawMessage) (result.ToolResult, error) {
		defer close(gate)
		return result.Simple("fast", "fast one", 2), nil
	}}
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		gate = make(chan struct{})
		s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{{Name: "slow"}, {Name: "fast"}}}, wiretest.Turn{Text: "ok"})
		b := newBench(t, provider(t, w, endpoint(t, s, w)), nil, slow, fast)
		if _, err := b.Run(t.Context(), "go"); err != nil {
			t.Fatal(err)
		}
		if body := string(s.Requests()[1].Body); strings.Index(body, "slow one") > strings.Index(body, "fast one") || !strings.Contains(body, "fast one") {
			t.Errorf("results are not in the order of the calls:\n%s", body)
		}
	})
}

// What a model gets wrong comes back to it as the result of its call.
func TestRunRefusesCalls(t *testing.T) {
	for _, c := range []struct{ name, tool, args, want string }{
		{"unknown tool", "nosuch", `{}`, `no tool \"nosuch\". There are: a`},
		{"missing argument", "a", `{}`, `argument \"n\" is missing`},
		{"unknown argument", "a", `{"n":1,"m":2}`, `unknown argument \"m\": there are how, n`},
		{"wrong type", "a", `{"n":"1"}`, `argument \"n\" is \"1\": want integer`},
		{"not in the list", "a", `{"n":1,"how":"so"}`, `want one of [\"fast\",\"slow\"]`},
		{"not JSON", "a", `{"n":`, `not valid JSON`},
		{"not an object", "a", `[1]`, `not a JSON object`},
	} {
		t.Run(c.name, func(t *testing.T) {
			everyWire(t, func(t *testing.T, w wiretest.Wire) {
				var calls atomic.Int32
				s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{{Name: c.tool, Arguments: c.args}}}, wiretest.Turn{Text: "sorry"})
				b := newBench(t, provider(t, w, endpoint(t, s, w)), nil, answering("a", &calls))
				if _, err := b.Run(t.Context(), "go"); err != nil {
					t.Fatal(err)
				}
				if calls.Load() != 0 {
					t.Error("the tool ran")
				}
				if body := string(s.Requests()[1].Body); !strings.Contains(body, c.want) {
					t.Errorf("the model isn't told %q:\n%s", c.want, body)
				}
			})
		})
	}
}

func TestRunPanickingTool(t *testing.T) {
	s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{{Name: "p"}, {Name: "f"}}}, wiretest.Turn{Text: "sorry"})
	p := tool.Tool{Name: "p", Cancellable: true, Run: func(context.Context, json.RawMessage) (result.ToolResult, error) { panic("ouch") }}
	f := tool.Tool{Name: "f", Cancellable: true, Run: func(context.Context, json.RawMessage) (result.ToolResult, error) {
		return result.Simple("f", "printed", 1), errors.New("broke")
	}}
	b := newBench(t, provider(t, wiretest.Anthropic, endpoint(t, s, wiretest.Anthropic)), nil, p, f)
	if _, err := b.Run(t.Context(), "go"); err != nil {
		t.Fatal(err)
	}
	body := string(s.Requests()[1].Body)
	if !strings.Contains(body, "the tool panicked: ouch") || strings.Contains(body, "goroutine") || !strings.Contains(body, `printed\nbroke`) {
		t.Errorf("the model is told %s", body)
	}
	if ends := find[agent.CallEnded](t, b); len(ends) != 2 || !ends[0].Result.IsError() || !ends[1].Result.IsError() {
		t.Errorf("calls ended: %+v", ends)
	}
}

func TestRunLimits(t *testing.T) {
	var calls atomic.Int32
	more := wiretest.Turn{Calls: []wiretest.Call{{ID: "same", Name: "a", Arguments: `{"n":1}`}}}
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		s := start(t, wiretest.Options{}, more, more, more, more, wiretest.Turn{Text: "x", Stop: session.StopLength, Calls: more.Calls})
		b := newBench(t, provider(t, w, endpoint(t, s, w)), func(c *agent.Config) { c.MaxSteps = 3 }, answering("a", &calls))
		states, err := b.Run(t.Context(), "go")
		if !errors.Is(err, agent.ErrMaxSteps) || len(states) != 4 || states[3].Stop != session.StopError || len(s.Requests()) != 3 {
			t.Errorf("error %v, states %+v, %d requests", err, states, len(s.Requests()))
		}
		valid(t, b.items(t)) // though the server gives the same id to all calls
		before := calls.Load()
		states, err = b.Run(t.Context(), "go on")
		if !errors.Is(err, agent.ErrLength) || len(states) != 2 || states[1].Stop != session.StopLength {
			t.Errorf("error %v, states %+v", err, states)
		}
		if n := calls.Load() - before; n != 1 {
			t.Errorf("%d calls ran, want those of the whole answer alone", n)
		}
		items := b.items(t)
		valid(t, items)
		for i, r := range s.Requests() {
			if r.Err != nil {
				t.Errorf("request %d: %v", i, r.Err)
			}
		}
	})
}

// A provider's failure is an error, whatever words it uses, and whatever it wraps.
func TestRunProviderFails(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		turn := wiretest.Turn{Text: "Let me see", Faults: []wiretest.Fault{{Kind: wiretest.ErrorEvent, At: -3, Body: "the request was cancelled: context canceled"}}}
		s := start(t, wiretest.Options{}, turn)
		b := newBench(t, provider(t, w, endpoint(t, s, w)), nil)
		states, err := b.Run(t.Context(), "go")
		var stop *agent.StopError
		var failed *model.Error
		if !errors.As(err, &stop) || stop.Stop != session.StopError || !errors.As(err, &failed) || errors.Is(err, context.Canceled) || errors.Is(err, result.ErrAborted) {
			t.Errorf("error %#v", err)
		}
		if states[len(states)-1].Stop != session.StopError || agent.ExitCode(err) != 1 {
			t.Errorf("states %+v, exit code %d", states, agent.ExitCode(err))
		}
		items := b.items(t)
		valid(t, items)
		if m := items[len(items)-2]; m.Kind != session.KindMarker || !strings.Contains(m.Text, "ended by an error") {
			t.Errorf("marker %q", m.Text)
		}
		if _, err := b.Run(t.Context(), "again"); err != nil { // the same turn of the script, without the fault
			t.Error(err)
		}
	})
	b := newBench(t, broken{fmt.Errorf("lost: %w", context.Canceled)}, nil)
	if _, err := b.Run(t.Context(), "go"); session.StopOf(err) == session.StopEnd {
		t.Error("no error")
	} else if stop := new(agent.StopError); !errors.As(err, &stop) || stop.Stop != session.StopError {
		t.Errorf("stop %+v", stop)
	}
}

// broken is a provider that fails.
type broken struct{ err error }

func (broken) Name() string { return "broken" }
func (b broken) Stream(context.Context, model.Request, func(model.Event)) (model.Response, error) {
	return model.Response{}, b.err
}

func TestRunEndedAlready(t *testing.T) {
	s := start(t, wiretest.Options{}, task...)
	b := newBench(t, provider(t, wiretest.Chat, endpoint(t, s, wiretest.Chat)), nil)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errEnough)
	states, err := b.Run(ctx, "go")
	if len(states) != 1 || states[0].Stop != session.StopAborted || !errors.Is(err, errEnough) || !errors.Is(err, result.ErrAborted) {
		t.Errorf("states %+v, error %v", states, err)
	}
	if len(b.items(t)) != 0 || len(s.Requests()) != 0 {
		t.Error("it left a trace")
	}
}

func TestRunBusy(t *testing.T) {
	started := make(chan struct{})
	s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{{Name: "z"}}})
	b := newBench(t, provider(t, wiretest.Chat, endpoint(t, s, wiretest.Chat)), nil, sleeping("z", started))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.Run(ctx, "go")
	}()
	<-started
	if _, err := b.Run(t.Context(), "me too"); !errors.Is(err, agent.ErrBusy) {
		t.Errorf("error %v", err)
	}
	cancel()
	<-done
}

// When the log can't be written, nothing is done that it wouldn't know of.
func TestRunWithoutLog(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		var calls atomic.Int32
		s := start(t, wiretest.Options{}, task...)
		b := newBench(t, provider(t, w, endpoint(t, s, w)), func(c *agent.Config) {
			l := c.Log
			c.On = func(e agent.Event) {
				if _, ok := e.(agent.Text); ok {
					l.Close()
				}
			}
		}, answering("a", &calls), answering("b", &calls))
		states, err := b.Run(t.Context(), "go")
		if err == nil || calls.Load() != 0 || len(s.Requests()) != 1 || states[len(states)-1].Stop != session.StopError {
			t.Errorf("error %v, %d calls, %d requests, states %+v", err, calls.Load(), len(s.Requests()), states)
		}
	})
}

func TestNew(t *testing.T) {
	good := func(context.Context, json.RawMessage) (result.ToolResult, error) { return result.ToolResult{}, nil }
	l, err := session.Open(filepath.Join(t.TempDir(), "s.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ok := agent.Config{Provider: broken{}, Model: "m", Log: l}
	for name, change := range map[string]func(*agent.Config){
		"provider": func(c *agent.Config) { c.Provider = nil },
		"model":    func(c *agent.Config) { c.Model = "" },
		"log":      func(c *agent.Config) { c.Log = nil },
		"limit":    func(c *agent.Config) { c.MaxSteps = -1 },
		"a b":      func(c *agent.Config) { c.Tools = []tool.Tool{{Name: "a b", Run: good}} },
		"two":      func(c *agent.Config) { c.Tools = []tool.Tool{{Name: "a", Run: good}, {Name: "a", Run: good}} },
		"Run":      func(c *agent.Config) { c.Tools = []tool.Tool{{Name: "a"}} },
		"schema":   func(c *agent.Config) { c.Tools = []tool.Tool{{Name: "a", Run: good, Schema: json.RawMessage("{")}} },
	} {
		c := ok
		change(&c)
		if _, err := agent.New(c); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := agent.New(ok); err != nil {
		t.Error(err)
	}
}
