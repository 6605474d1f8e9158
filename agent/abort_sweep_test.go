package agent_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

// abortTask runs long enough to be aborted anywhere: text, thought, parallel calls, a step of one call, an answer.
var abortTask = []wiretest.Turn{
	{
		Thought: "First both.", Text: "I'll ask both.",
		Calls: []wiretest.Call{{Name: "a", Arguments: `{"n":1}`}, {Name: "b", Arguments: `{"n":2}`}},
	},
	{Calls: []wiretest.Call{
		{Name: "b", Arguments: `{"n":3}`}, {Name: "a", Arguments: `{"n":4}`}, {Name: "a", Arguments: `{"n":5}`},
	}},
	{Text: "All done: from 1 to 5."},
}

// A sweep is one run of abortTask that is ended at its k-th event.
type sweep struct {
	k       int
	server  *wiretest.Server
	bench   *bench
	calls   atomic.Int32 // tools that ran
	events  int          // that the front end got
	started int          // calls that were announced before the abort

	requests int // that the server had got at the abort
}

// abortAt runs the task and ends it from within the k-th event, then has the person go on. It reports whether there
// were so many events.
func abortAt(t *testing.T, w wiretest.Wire, k int) bool {
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	sw := &sweep{k: k, server: start(t, wiretest.Options{Piece: 3}, abortTask...)}
	defer sw.server.Close()
	effort := func(c *agent.Config) { c.Effort = []string{"", "low"}[k%2] }
	b := benchOn(t, sw.server, w, effort, answering("a", &sw.calls), answering("b", &sw.calls))
	sw.bench, b.hook = b, func(e agent.Event) { sw.on(t, e, cancel) }
	states, err := b.Run(ctx, "ask them")
	switch {
	case sw.events <= k:
		return false
	case err == nil: // the model had finished
		if last := states[len(states)-1]; last.Stop != session.StopEnd {
			t.Errorf("event %d: no error, but states %+v", k, states)
		}
		return true
	case !errors.Is(err, errEnough):
		t.Fatalf("event %d: %v", k, err)
	}
	checkAborted(t, b, states, err, session.StopAborted)
	if got := len(sw.server.Requests()); got != sw.requests {
		t.Errorf("event %d: %d requests after the abort", k, got-sw.requests)
	}
	if got := int(sw.calls.Load()); got > sw.started {
		t.Errorf("event %d: %d tools ran, %d had been announced", k, got, sw.started)
	}
	sw.checkNextTurn(t)
	return true
}

// on counts events and aborts at the k-th. When the event of the abort comes, the end of the turn must be on disk.
func (sw *sweep) on(t *testing.T, e agent.Event, cancel context.CancelCauseFunc) {
	if sw.events == sw.k {
		sw.requests = len(sw.server.Requests())
		cancel(errEnough)
	}
	if _, ok := e.(agent.CallStarted); ok && sw.events < sw.k {
		sw.started++
	}
	sw.events++
	if e, ok := e.(agent.Aborted); ok && e.Stop == session.StopAborted {
		items := sw.bench.items(t)
		if last := items[len(items)-1]; last.Kind != session.KindEnd {
			t.Errorf("event %d: the log ends with %s at the event of the abort", sw.k, last.Kind)
		}
	}
}

// checkNextTurn checks that the next turn's request has the calls and the marker of the aborted one.
func (sw *sweep) checkNextTurn(t *testing.T) {
	t.Helper()
	before := sw.bench.items(t)
	asked := len(sw.server.Requests())
	sw.server.Add(slices.Repeat([]wiretest.Turn{{Text: "I see."}}, 4)...)
	sw.bench.hook = nil
	if _, err := sw.bench.Run(t.Context(), "what have you done?"); err != nil {
		t.Fatalf("event %d: the next turn: %v", sw.k, err)
	}
	accepted(t, sw.server)
	body := string(sw.server.Requests()[asked].Body)
	for _, it := range before {
		switch {
		case it.Kind == session.KindCall && !strings.Contains(body, it.Call.ID):
			t.Errorf("event %d: the next request lacks call %s", sw.k, it.Call.ID)
		case it.Kind == session.KindMarker && !strings.Contains(body, it.Text[:60]):
			t.Errorf("event %d: the next request lacks the marker %q", sw.k, it.Text)
		}
	}
}

// abortAtWire ends the run when the server has sent the task's k-th event, over all requests. It reports whether there
// were so many events.
func abortAtWire(t *testing.T, w wiretest.Wire, k int) bool {
	var calls atomic.Int32
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	n, request := 0, 0 // of the server's goroutines, one at a time
	var at time.Time
	s := start(t, wiretest.Options{Piece: 4, Event: func(r, _ int) {
		if n == k {
			request, at = r, time.Now()
			cancel(errEnough)
		}
		n++
	}}, abortTask...)
	b := benchOn(t, s, w, nil, answering("a", &calls), answering("b", &calls))
	states, err := b.Run(ctx, "ask them")
	if err == nil {
		if _, err := ended(t, s, len(abortTask)-1); err != nil {
			t.Fatal(err)
		}
		s.Close()
		return n > k // the model had finished
	}
	checkAborted(t, b, states, err, session.StopAborted)
	r, err := ended(t, s, request)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Left.IsZero() && r.Left.Sub(at) > time.Second {
		t.Errorf("event %d: the server saw the client leave %v after the abort", k, r.Left.Sub(at))
	}
	s.Close()
	// The client may have been ahead of the server by the end of one answer.
	if got := len(s.Requests()); got > request+2 {
		t.Errorf("event %d: %d requests, the abort came in that of index %d", k, got, request)
	}
	return true
}

// everyEvent aborts at each event in turn, until there are no more.
func everyEvent(t *testing.T, least int, abortAt func(t *testing.T, w wiretest.Wire, k int) bool) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		k := 0
		for abortAt(t, w, k) {
			k++
		}
		if k < least {
			t.Errorf("only %d events, want at least %d", k, least)
		}
		t.Logf("aborted at each of %d events", k)
	})
}

func TestAbortAtEveryWireEvent(t *testing.T) { everyEvent(t, 30, abortAtWire) }

func TestAbortAtEveryEvent(t *testing.T) { everyEvent(t, 50, abortAt) }
