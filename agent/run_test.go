package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/testing/wiretest"
	"github.com/toktee/toktee/result"
)

// task is a turn of the person in three steps, with two calls at a time.
var task = []wiretest.Turn{
	{
		Thought: "First both.", Text: "I'll ask both.",
		Calls: []wiretest.Call{{Name: "a", Arguments: `{"n":1}`}, {Name: "b", Arguments: `{"n":2}`}},
	},
	{Text: "Once more.", Calls: []wiretest.Call{{Name: "b", Arguments: `{"n":3}`}}},
	{Text: "All done: 1, 2 and 3."},
}

func TestRun(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		var calls atomic.Int32
		s := play(t, task...)
		effort := func(c *agent.Config) { c.Effort = "low" }
		b := benchOn(t, s, w, effort, answering("a", &calls), answering("b", &calls))
		states, err := b.Run(t.Context(), "ask them")
		if err != nil {
			t.Fatal(err)
		}
		var stops []session.StopReason
		for _, st := range states {
			stops = append(stops, st.Stop)
		}
		want := []session.StopReason{session.StopToolUse, session.StopToolUse, session.StopEnd}
		if d := cmp.Diff(want, stops); d != "" {
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
		if n := len(resultsOf(items)); n != 3 {
			t.Errorf("the log has %d results, want 3", n)
		}
		checkRequests(t, s)
		b.kinds(t) // all events can be encoded
	})
}

// checkRequests checks what the server got in a run of task.
func checkRequests(t *testing.T, s *wiretest.Server) {
	t.Helper()
	accepted(t, s)
	requests := s.Requests()
	for i, r := range requests {
		if !r.Left.IsZero() {
			t.Errorf("request %d: the client left at %v", i, r.Left)
		}
	}
	last := string(requests[2].Body)
	for _, want := range []string{"a says 1", "b says 2", "b says 3", "ask them", "Be brief."} {
		if strings.Count(last, want) != 1 {
			t.Errorf("the last request holds %q %d times:\n%s", want, strings.Count(last, want), last)
		}
	}
	if strings.Index(last, "a says 1") > strings.Index(last, "b says 2") {
		t.Errorf("results are not in the order of the calls:\n%s", last)
	}
}

// Results are sent in the order of the calls, whichever ends first.
func TestRunOrder(t *testing.T) {
	gate := make(chan struct{})
	slow := cancellable("slow", func() (result.ToolResult, error) {
		<-gate
		return result.Simple("slow", "slow one", 2), nil
	})
	fast := cancellable("fast", func() (result.ToolResult, error) {
		defer close(gate)
		return result.Simple("fast", "fast one", 2), nil
	})
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		gate = make(chan struct{})
		s := play(t, calling("slow", "fast"), wiretest.Turn{Text: "ok"})
		b := benchOn(t, s, w, nil, slow, fast)
		if _, err := b.Run(t.Context(), "go"); err != nil {
			t.Fatal(err)
		}
		body := string(s.Requests()[1].Body)
		first, second := strings.Index(body, "slow one"), strings.Index(body, "fast one")
		if second < 0 || first > second {
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
				wrong := wiretest.Turn{Calls: []wiretest.Call{{Name: c.tool, Arguments: c.args}}}
				s := play(t, wrong, wiretest.Turn{Text: "sorry"})
				b := benchOn(t, s, w, nil, answering("a", &calls))
				if _, err := b.Run(t.Context(), "go"); err != nil {
					t.Fatal(err)
				}
				if calls.Load() != 0 {
					t.Error("the tool ran")
				}
				if body := string(s.Requests()[1].Body); !strings.Contains(body, c.want) {
					t.Errorf("the model doesn't get %q:\n%s", c.want, body)
				}
			})
		})
	}
}

func TestRunFailingTools(t *testing.T) {
	s := play(t, calling("p", "f", "g", "e"), wiretest.Turn{Text: "sorry"})
	p := cancellable("p", func() (result.ToolResult, error) { panic("ouch") })
	f := cancellable("f", func() (result.ToolResult, error) {
		return result.Simple("f", "printed", 1), errors.New("broke")
	})
	g := cancellable("g", func() (result.ToolResult, error) {
		runtime.Goexit()
		return result.ToolResult{}, nil
	})
	e := cancellable("e", func() (result.ToolResult, error) {
		return result.Simple("e", "\x1b[31mred\x1b[0m \x00\x07one\u202e \xff", 1),
			errors.New("\x1b]0;title\x07bad colour \"\x1b[1mmauve\xff\"")
	})
	b := benchOn(t, s, wiretest.Anthropic, nil, p, f, g, e)
	if _, err := b.Run(t.Context(), "go"); err != nil {
		t.Fatal(err)
	}
	body := string(s.Requests()[1].Body)
	for text, want := range map[string]bool{
		"the tool crashed: panic: ouch": true, `printed\nbroke`: true, "goroutine": false,
		"the tool crashed: runtime.Goexit":                true,
		"red one \ufffd\\nbad colour \\\"mauve\ufffd\\\"": true, `\u0`: false, "title": false, "31m": false,
	} {
		if strings.Contains(body, text) != want {
			t.Errorf("the model gets %q: %v, want %v:\n%s", text, !want, want, body)
		}
	}
	ends := find[agent.CallEnded](t, b)
	for _, end := range ends {
		escaped := strings.ContainsRune(end.Result.LLMContent(), 27)
		if !end.Result.Failed() || end.State != agent.CallCompleted || escaped {
			t.Errorf("call ended: %+v", end)
		}
	}
	if len(ends) != 4 {
		t.Errorf("%d calls ended, want 4", len(ends))
	}
}

// A tool that crashes after a stop has failed: nobody interrupted it.
func TestCrashAfterStop(t *testing.T) {
	for name, crash := range map[string]func(){"panic": func() { panic("ouch") }, "Goexit": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			s := play(t, calling("p"), wiretest.Turn{Text: "never said"})
			b := benchOn(t, s, wiretest.Chat, nil, cancellable("p", func() (result.ToolResult, error) {
				cancel(errEnough)
				crash()
				return result.ToolResult{}, nil
			}))
			states, err := b.Run(ctx, "go")
			checkAborted(t, b, states, err, session.StopAborted)
			e := find[agent.Aborted](t, b)[0]
			if e.PartialInvocationCount != 1 || e.InterruptedCount != 0 {
				t.Errorf("counts %+v, want one completed call", e.InvocationCounts)
			}
		})
	}
}

// Texts of tools are clean when a model gets them, those of results that succeed too. The log has them as they came.
func TestTextsAreClean(t *testing.T) {
	const dirty = "\x1b[31mred\x1b[0m\x00 one\u200b\r\n\ttwo"
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		s := play(t, calling("text", "blocks"), wiretest.Turn{Text: "ok"})
		text := cancellable("text", func() (result.ToolResult, error) { return result.Simple("text", dirty, 1), nil })
		blocks := cancellable("blocks", func() (result.ToolResult, error) {
			return result.New(result.Parts{Tool: "blocks", Blocks: []result.Block{{Text: dirty}, {Text: "\x1b[0m"}}})
		})
		b := benchOn(t, s, w, nil, text, blocks)
		if _, err := b.Run(t.Context(), "go"); err != nil {
			t.Fatal(err)
		}
		accepted(t, s)
		valid(t, b.items(t))
		body := string(s.Requests()[1].Body)
		whole := strings.Count(body, `red one\n\ttwo`) == 2
		if !whole || strings.Contains(body, `\u0`) || strings.Contains(body, "31m") {
			t.Errorf("the model gets %s", body)
		}
		if end := find[agent.CallEnded](t, b)[0]; !strings.HasPrefix(end.Result.LLMContent(), dirty) {
			t.Errorf("the front end gets %q", end.Result.LLMContent())
		}
	})
}

func TestRunLimits(t *testing.T) {
	var calls atomic.Int32
	more := wiretest.Turn{Calls: []wiretest.Call{{ID: "same", Name: "a", Arguments: `{"n":1}`}}}
	cut := wiretest.Turn{Text: "x", Stop: session.StopLength, Calls: more.Calls}
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		s := play(t, more, more, more, more, cut)
		b := benchOn(t, s, w, func(c *agent.Config) { c.MaxSteps = 3 }, answering("a", &calls))
		states, err := b.Run(t.Context(), "go")
		if !errors.Is(err, agent.ErrMaxSteps) {
			t.Errorf("error %v, want %v", err, agent.ErrMaxSteps)
		}
		if n := len(s.Requests()); n != 3 || len(states) != 4 || states[3].Stop != session.StopError {
			t.Errorf("%d requests, states %+v", n, states)
		}
		valid(t, b.items(t)) // though the server sends the same id with all calls
		before := calls.Load()
		states, err = b.Run(t.Context(), "go on")
		if stopOf(err) != session.StopLength || len(states) != 2 || states[1].Stop != session.StopLength {
			t.Errorf("error %v, states %+v", err, states)
		}
		if n := calls.Load() - before; n != 1 {
			t.Errorf("%d calls ran, want only those of the whole answer", n)
		}
		valid(t, b.items(t))
		accepted(t, s)
	})
}

// stopOf is the stop reason of a run's error, "" if it isn't one.
func stopOf(err error) session.StopReason {
	if stop := new(agent.StopError); errors.As(err, &stop) {
		return stop.Stop
	}
	return ""
}

// A provider's failure is an error, whatever words it uses, and whatever it wraps.
func TestRunProviderFails(t *testing.T) {
	fault := wiretest.Fault{
		Kind: wiretest.ErrorEvent, At: -3, Body: "the request was cancelled: context canceled",
	}
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		s := play(t, wiretest.Turn{Text: "Let me see", Faults: []wiretest.Fault{fault}})
		b := benchOn(t, s, w, nil)
		states, err := b.Run(t.Context(), "go")
		if stopOf(err) != session.StopError || !errors.As(err, new(*model.Error)) {
			t.Errorf("error %#v", err)
		}
		if errors.Is(err, context.Canceled) || errors.Is(err, result.ErrAborted) {
			t.Errorf("error %#v is an abort", err)
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
	if _, err := b.Run(t.Context(), "go"); stopOf(err) != session.StopError {
		t.Errorf("error %v, want stop reason %s", err, session.StopError)
	}
}

// broken is a provider that fails.
type broken struct{ err error }

func (broken) Name() string { return "broken" }
func (b broken) Stream(context.Context, model.Request, func(model.Event)) (model.Response, error) {
	return model.Response{}, b.err
}

func TestRunEndedAlready(t *testing.T) {
	s := play(t, task...)
	b := benchOn(t, s, wiretest.Chat, nil)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errEnough)
	states, err := b.Run(ctx, "go")
	if !errors.Is(err, errEnough) || !errors.Is(err, result.ErrAborted) {
		t.Errorf("error %v", err)
	}
	if len(states) != 1 || states[0].Stop != session.StopAborted {
		t.Errorf("states %+v", states)
	}
	if len(b.items(t)) != 0 || len(s.Requests()) != 0 {
		t.Error("it left a trace")
	}
}

func TestRunBusy(t *testing.T) {
	started := make(chan struct{})
	s := play(t, calling("z"))
	b := benchOn(t, s, wiretest.Chat, nil, sleeping("z", started))
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

// When the log can't be written, nothing is done that would be missing from it.
func TestRunWithoutLog(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		var calls atomic.Int32
		s := play(t, task...)
		closeLog := func(c *agent.Config) {
			l := c.Log
			c.On = func(e agent.Event) {
				if _, ok := e.(agent.Text); ok {
					l.Close()
				}
			}
		}
		b := benchOn(t, s, w, closeLog, answering("a", &calls), answering("b", &calls))
		states, err := b.Run(t.Context(), "go")
		if err == nil || states[len(states)-1].Stop != session.StopError {
			t.Errorf("error %v, states %+v", err, states)
		}
		if calls.Load() != 0 || len(s.Requests()) != 1 {
			t.Errorf("%d calls, %d requests, want 0 and 1", calls.Load(), len(s.Requests()))
		}
	})
}

func TestNew(t *testing.T) {
	good := func(context.Context, json.RawMessage) (result.ToolResult, error) {
		return result.ToolResult{}, nil
	}
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
		"two": func(c *agent.Config) {
			c.Tools = []tool.Tool{{Name: "a", Run: good}, {Name: "a", Run: good}}
		},
		"Run": func(c *agent.Config) { c.Tools = []tool.Tool{{Name: "a"}} },
		"schema": func(c *agent.Config) {
			c.Tools = []tool.Tool{{Name: "a", Run: good, Schema: json.RawMessage("{")}}
		},
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
