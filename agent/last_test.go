package agent_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/internal/wiretest"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
	"github.com/toktee/toktee/tool"
)

// A tool that was left behind and returns while the front end takes the last event isn't told behind it.
func TestLastEventIsLast(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	gate := make(chan struct{})
	deaf := tool.Tool{Name: "deaf", Run: func(context.Context, json.RawMessage) (result.ToolResult, error) {
		cancel(errEnough)
		<-gate
		return result.Simple("deaf", "late", 1), nil
	}}
	s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{{Name: "deaf"}}})
	b := newBench(t, provider(t, wiretest.Anthropic, endpoint(t, s, wiretest.Anthropic)), func(c *agent.Config) { c.CleanUp = 10 * time.Millisecond }, deaf)
	logged := func() bool { return len(resultsOf(b.items(t))) == 1 }
	b.hook = func(e agent.Event) {
		if _, last := e.(agent.TurnEnded); !last {
			return
		}
		close(gate)
		for !logged() {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(20 * time.Millisecond) // it is on its way to tell
	}
	if _, err := b.Run(ctx, "go"); err == nil {
		t.Fatal("the run wasn't stopped")
	}
	time.Sleep(20 * time.Millisecond)
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.events[len(b.events)-1]; e.Kind() != "turn_ended" {
		t.Errorf("the last event is %s; want turn_ended", e.Kind())
	}
}

// Calls that did nothing, since they were wrong, aren't said to have completed, whether the loop or the tool refused
// them.
func TestAbortAfterRefusedCalls(t *testing.T) {
	var calls atomic.Int32
	ctx, cancel := context.WithCancelCause(t.Context())
	picky := tool.Tool{Name: "picky", Cancellable: true, Run: func(context.Context, json.RawMessage) (result.ToolResult, error) {
		return result.Failure("picky", result.ToolError{Kind: result.KindInput, Message: "0 matches"}, "", nil), nil
	}}
	s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{
		{Name: "nosuch"}, {Name: "a", Arguments: `{"m":1}`}, {Name: "picky"}, {Name: "a", Arguments: `{"n":1}`},
	}}, wiretest.Turn{Text: "never said"})
	b := newBench(t, provider(t, wiretest.Chat, endpoint(t, s, wiretest.Chat)), nil, answering("a", &calls), picky)
	b.hook = func(e agent.Event) {
		if _, ok := e.(agent.StepEnded); ok {
			cancel(errEnough)
		}
	}
	states, err := b.Run(ctx, "go")
	if err == nil || states[len(states)-1].Stop != session.StopAborted {
		t.Fatalf("states %+v, error %v; want an abort", states, err)
	}
	e := find[agent.Aborted](t, b)[0]
	names := func(list []agent.Invocation) (out []string) {
		for _, in := range list {
			out = append(out, in.Tool)
		}
		return out
	}
	if c, r := names(e.Completed), names(e.Refused); !slices.Equal(c, []string{"a"}) || !slices.Equal(r, []string{"nosuch", "a", "picky"}) || e.PartialInvocationCount != 0 {
		t.Errorf("completed %q, refused %q, partial %d; want a; nosuch, a and picky; 0", c, r, e.PartialInvocationCount)
	}
	items := b.items(t)
	marker := items[len(items)-2].Text
	want := session.TurnAborted{Stop: session.StopAborted, Reason: e.Reason, Completed: []string{"a"}}.Marker()
	if marker != want {
		t.Errorf("marker %q; want %q", marker, want)
	}
}
