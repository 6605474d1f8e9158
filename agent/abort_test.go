package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/internal/wiretest"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
	"github.com/toktee/toktee/tool"
)

// checkAborted checks all that holds of a run that didn't end by itself, wherever that was.
func checkAborted(t *testing.T, b *bench, states []agent.State, err error, want session.StopReason) {
	t.Helper()
	var stop *agent.StopError
	if !errors.As(err, &stop) || stop.Stop != want {
		t.Fatalf("error %v, want stop reason %s", err, want)
	}
	if len(states) == 0 || states[len(states)-1].Stop != want {
		t.Errorf("states %+v, want the last to say %s", states, want)
	}
	items := b.items(t)
	valid(t, items)

	// Every call that had ended when it was told is on disk, with the result that was told.
	results := resultsOf(items)
	var ended, finished []string
	for _, e := range find[agent.CallEnded](t, b) {
		if r, ok := results[e.Call.ID]; !ok || r.LLMContent() != e.Result.LLMContent() {
			t.Errorf("call %s was told to have ended, the log has %q", e.Call.ID, r.LLMContent())
		}
		ended = append(ended, e.Call.ID)
	}
	turn := 0
	calls := 0
	for _, it := range items {
		if it.Kind == session.KindUser {
			turn, calls, finished = it.Turn, 0, nil
		}
		if it.Kind == session.KindCall {
			calls++
			if r, ok := results[it.Call.ID]; ok && (r.Error() == nil || r.Error().Kind != result.KindAborted) {
				finished = append(finished, it.Call.Name)
			}
		}
	}

	// The turn ends with a marker that says what had finished, and an end.
	n := len(items)
	if n < 2 || items[n-2].Kind != session.KindMarker || items[n-1].Kind != session.KindEnd || items[n-1].Stop != want || items[n-1].Turn != turn {
		t.Fatalf("the log doesn't end with a marker and the end: %+v", items[max(n-2, 0):])
	}
	marker := items[n-2].Text
	text := "No tool calls completed before the abort."
	switch len(finished) {
	case 0:
	case 1:
		text = "1 tool call completed before the abort: " + finished[0] + "."
	default:
		distinct := slices.Compact(slices.Clone(finished))
		if slices.Contains(distinct[:len(distinct)-1], distinct[len(distinct)-1]) {
			distinct = distinct[:len(distinct)-1]
		}
		text = fmt.Sprintf("%d tool calls completed before the abort: %s.", len(finished), strings.Join(distinct, ", "))
	}
	if !strings.Contains(marker, text) {
		t.Errorf("marker %q, want it to say %q", marker, text)
	}

	// The event comes once, after all others but the last, and says the same.
	told := find[agent.Aborted](t, b)
	if kinds := b.kinds(); len(told) != 1 || kinds[len(kinds)-2] != "aborted" || kinds[len(kinds)-1] != "turn_ended" {
		t.Fatalf("events %v, want one aborted before the last", kinds)
	}
	var names []string
	for _, in := range told[0].Completed {
		names = append(names, in.Tool)
	}
	if d := cmp.Diff(finished, names); d != "" {
		t.Errorf("completed calls (-in the log +told):\n%s", d)
	}
	if got := told[0].PartialInvocationCount; got != len(told[0].PartialInvocations) || got != calls-len(finished) {
		t.Errorf("%d partial invocations in %+v, want %d", got, told[0], calls-len(finished))
	}
	if told[0].Error != "" || told[0].Stop != want {
		t.Errorf("aborted event %+v", told[0])
	}
}

// abortTask runs long enough to be aborted anywhere: text, thought, parallel calls, a step of one call, an answer.
var abortTask = []wiretest.Turn{
	{Thought: "First both.", Text: "I'll ask both.", Calls: []wiretest.Call{{Name: "a", Arguments: `{"n":1}`}, {Name: "b", Arguments: `{"n":2}`}}},
	{Calls: []wiretest.Call{{Name: "b", Arguments: `{"n":3}`}, {Name: "a", Arguments: `{"n":4}`}, {Name: "a", Arguments: `{"n":5}`}}},
	{Text: "All done: from 1 to 5."},
}

// abortAt runs the task and ends it from within the k-th event, then has the person go on. It reports whether there
// were so many events.
func abortAt(t *testing.T, w wiretest.Wire, k int) bool {
	var calls atomic.Int32
	s := start(t, wiretest.Options{Piece: 3}, abortTask...)
	defer s.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	n, requests, started := 0, 0, 0
	b := newBench(t, provider(t, w, endpoint(t, s, w)), func(c *agent.Config) { c.Effort = []string{"", "low"}[k%2] }, answering("a", &calls), answering("b", &calls))
	b.hook = func(e agent.Event) {
		if n == k {
			requests = len(s.Requests())
			cancel(errEnough)
		}
		if _, ok := e.(agent.CallStarted); ok && n < k {
			started++
		}
		n++
		if e, ok := e.(agent.Aborted); ok && e.Stop == session.StopAborted { // by then the data is on disk
			items := b.items(t)
			if last := items[len(items)-1]; last.Kind != session.KindEnd {
				t.Errorf("event %d: the log ends with %s when the abort is told", k, last.Kind)
			}
		}
	}
	states, err := b.Run(ctx, "ask them")
	if n <= k {
		return false
	}
	if err == nil { // the model had finished
		if last := states[len(states)-1]; last.Stop != session.StopEnd {
			t.Errorf("event %d: no error, but states %+v", k, states)
		}
		return true
	}
	if !errors.Is(err, errEnough) {
		t.Fatalf("event %d: %v", k, err)
	}
	checkAborted(t, b, states, err, session.StopAborted)
	if got := len(s.Requests()); got != requests {
		t.Errorf("event %d: %d requests after the abort", k, got-requests)
	}
	if got := int(calls.Load()); got > started {
		t.Errorf("event %d: %d tools ran, %d had been told to start", k, got, started)
	}

	// The next turn tells the model of it.
	var before []session.Item
	for _, it := range b.items(t) {
		if it.Kind == session.KindCall || it.Kind == session.KindMarker {
			before = append(before, it)
		}
	}
	asked := len(s.Requests())
	s.Add(wiretest.Turn{Text: "I see."}, wiretest.Turn{Text: "I see."}, wiretest.Turn{Text: "I see."}, wiretest.Turn{Text: "I see."})
	b.hook = nil
	if _, err := b.Run(t.Context(), "what have you done?"); err != nil {
		t.Fatalf("event %d: the next turn: %v", k, err)
	}
	all := s.Requests()
	for i, r := range all {
		if r.Err != nil {
			t.Errorf("event %d: request %d is refused: %v", k, i, r.Err)
		}
		if strings.Contains(string(r.Body), canary) {
			t.Errorf("event %d: request %d holds what is for the person", k, i)
		}
	}
	body := string(all[asked].Body)
	for _, it := range before {
		switch {
		case it.Call != nil && !strings.Contains(body, it.Call.ID):
			t.Errorf("event %d: the next request lacks call %s", k, it.Call.ID)
		case it.Kind == session.KindMarker && !strings.Contains(body, it.Text[:60]):
			t.Errorf("event %d: the next request lacks the marker %q", k, it.Text)
		}
	}
	return true
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
	b := newBench(t, provider(t, w, endpoint(t, s, w)), nil, answering("a", &calls), answering("b", &calls))
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

func TestAbortAtEveryWireEvent(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		k := 0
		for abortAtWire(t, w, k) {
			k++
		}
		if k < 30 {
			t.Errorf("only %d events", k)
		}
		t.Logf("aborted at each of %d events", k)
	})
}

func TestAbortAtEveryEvent(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		k := 0
		for abortAt(t, w, k) {
			k++
		}
		if k < 50 {
			t.Errorf("only %d events", k)
		}
		t.Logf("aborted at each of %d events", k)
	})
}

// abortFrom starts a run that waits in two tools, with a third that has ended, and ends it by what stop does.
func abortFrom(t *testing.T, w wiretest.Wire, ctx context.Context, stop func()) (*bench, []agent.State, error) {
	t.Helper()
	var calls atomic.Int32
	started := make(chan struct{}, 2)
	s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{{Name: "z"}, {Name: "a", Arguments: `{"n":1}`}, {Name: "z"}}})
	b := newBench(t, provider(t, w, endpoint(t, s, w)), nil, answering("a", &calls), sleeping("z", started))
	ended := make(chan struct{})
	b.hook = func(e agent.Event) {
		if e, ok := e.(agent.CallEnded); ok && e.Call.Name == "a" {
			close(ended)
		}
	}
	at := make(chan time.Time, 1)
	context.AfterFunc(ctx, func() { at <- time.Now() })
	go func() {
		<-started
		<-started
		<-ended
		stop()
	}()
	states, err := b.Run(ctx, "go")
	if took := time.Since(<-at); took > time.Second {
		t.Errorf("the run ended %v after the stop", took)
	}
	if n := len(s.Requests()); n != 1 || calls.Load() != 1 {
		t.Errorf("%d requests and %d calls, want 1 and 1", n, calls.Load())
	}
	for _, e := range find[agent.CallEnded](t, b) {
		if e.Call.Name == "z" && (e.State != agent.CallInterrupted || !strings.Contains(e.Result.LLMContent(), "half of it")) {
			t.Errorf("%s: %s, %q", e.Call.ID, e.State, e.Result.LLMContent())
		}
	}
	return b, states, err
}

func TestAbortFromOutside(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		ctx, cancel := context.WithCancelCause(t.Context())
		b, states, err := abortFrom(t, w, ctx, func() { cancel(errEnough) })
		checkAborted(t, b, states, err, session.StopAborted)
		if !errors.Is(err, errEnough) || !errors.Is(err, result.ErrAborted) || !errors.Is(err, context.Canceled) || agent.ExitCode(err) != 2 {
			t.Errorf("error %#v, exit code %d", err, agent.ExitCode(err))
		}
	})
}

func TestAbortByDeadline(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errEnough)
		defer cancel()
		b, states, err := abortFrom(t, w, ctx, func() {})
		checkAborted(t, b, states, err, session.StopTimeout)
		if !errors.Is(err, errEnough) || !errors.Is(err, result.ErrTimeout) || errors.Is(err, result.ErrAborted) || agent.ExitCode(err) != 124 {
			t.Errorf("error %#v, exit code %d", err, agent.ExitCode(err))
		}
	})
}

func TestAbortBySignal(t *testing.T) {
	for _, c := range []struct {
		sig  syscall.Signal
		code int
	}{{syscall.SIGINT, 130}, {syscall.SIGTERM, 143}} {
		t.Run(c.sig.String(), func(t *testing.T) {
			forced := make(chan int, 1)
			ctx, done := agent.Signals(t.Context(), func(code int) { forced <- code })
			defer done()
			self, err := os.FindProcess(os.Getpid())
			if err != nil {
				t.Fatal(err)
			}
			b, states, err := abortFrom(t, wiretest.Chat, ctx, func() { self.Signal(c.sig) })
			checkAborted(t, b, states, err, session.StopAborted)
			var sig *proc.SignalError
			if !errors.As(err, &sig) || agent.ExitCode(err) != c.code {
				t.Errorf("error %v, exit code %d, want %d", err, agent.ExitCode(err), c.code)
			}
			select {
			case code := <-forced:
				t.Errorf("the first signal forced an exit with %d", code)
			default:
			}
			self.Signal(c.sig)
			if code := <-forced; code != c.code {
				t.Errorf("the second signal exits with %d, want %d", code, c.code)
			}
		})
	}
}

// A stop in mid-stream keeps the text that had come, and no half call.
func TestAbortMidStream(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		turn := wiretest.Turn{Text: "I'll remove it.", Calls: []wiretest.Call{{Name: "a", Arguments: `{"n":1}`}, {Name: "exec", Arguments: `{"command":"rm -rf / tmp"}`}}}
		at := events(t, w, turn) - 4 // before the last piece of exec's arguments
		turn.Faults = []wiretest.Fault{{Kind: wiretest.Stall, At: at}}
		s := start(t, wiretest.Options{}, turn)
		ctx, cancel := context.WithCancelCause(t.Context())
		var calls atomic.Int32
		b := newBench(t, provider(t, w, endpoint(t, s, w)), nil, answering("a", &calls), answering("exec", &calls))
		b.hook = func(e agent.Event) {
			if e, ok := e.(agent.Arguments); ok && e.Tool == "exec" && e.Bytes > 10 {
				cancel(errEnough)
			}
		}
		states, err := b.Run(ctx, "go")
		checkAborted(t, b, states, err, session.StopAborted)
		items := b.items(t)
		if !slices.ContainsFunc(items, func(it session.Item) bool { return it.Kind == session.KindText && it.Text == turn.Text }) {
			t.Errorf("the text is lost: %+v", items)
		}
		if slices.ContainsFunc(items, func(it session.Item) bool { return it.Call != nil && it.Call.Name == "exec" }) || calls.Load() != 0 {
			t.Error("a call that was cut is in the log, or a tool ran")
		}
		if told := find[agent.Aborted](t, b)[0]; !slices.Contains(told.Cut, "exec") {
			t.Errorf("aborted event %+v, want exec to be cut", told)
		}
	})
}

// What can't be cancelled is said to be so, is waited for, and left behind in the end.
func TestAbortWaitsForTools(t *testing.T) {
	for _, c := range []struct {
		name    string
		returns bool
		state   agent.CallState
		marker  string
		warns   []string
	}{
		{"returns in time", true, agent.CallCompleted, "1 tool call completed before the abort: deaf.", []string{"deaf can't be cancelled", "waiting up to"}},
		{"doesn't", false, agent.CallLeft, "1 tool call was interrupted: deaf.", []string{"deaf can't be cancelled", "waiting up to", "may still be running"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			gate, over := make(chan struct{}), make(chan struct{})
			deaf := tool.Tool{Name: "deaf", Run: func(ctx context.Context, _ json.RawMessage) (result.ToolResult, error) {
				defer close(over)
				cancel(errEnough)
				if c.returns {
					time.Sleep(50 * time.Millisecond)
				} else {
					<-gate
				}
				return result.Simple("deaf", "wrote it all", 3), nil
			}}
			s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{{Name: "deaf"}}}, wiretest.Turn{Text: "ok"})
			limit := 300 * time.Millisecond
			if c.returns {
				limit = 10 * time.Second
			}
			b := newBench(t, provider(t, wiretest.Anthropic, endpoint(t, s, wiretest.Anthropic)), func(cfg *agent.Config) { cfg.CleanUp = limit }, deaf)
			states, err := b.Run(ctx, "go")
			checkAborted(t, b, states, err, session.StopAborted)
			e := find[agent.Aborted](t, b)[0]
			if all := append(e.Completed, e.PartialInvocations...); len(all) != 1 || all[0].State != c.state {
				t.Errorf("invocations %+v, want one %s", all, c.state)
			}
			items := b.items(t)
			if m := items[len(items)-2].Text; !strings.Contains(m, c.marker) {
				t.Errorf("marker %q, want %q in it", m, c.marker)
			}
			warnings := find[agent.Warning](t, b)
			if len(warnings) != len(c.warns) {
				t.Fatalf("warnings %+v, want %d", warnings, len(c.warns))
			}
			for i, w := range warnings {
				if !strings.Contains(w.Text, c.warns[i]) {
					t.Errorf("warning %q, want %q in it", w.Text, c.warns[i])
				}
			}
			close(gate)
			<-over
			if _, err := b.Run(t.Context(), "what now?"); err != nil {
				t.Fatal(err)
			}
			valid(t, b.items(t)) // a late result included
			if c.returns {
				return
			}
			for range 100 { // the late result gets into the log by itself
				if r := resultsOf(b.items(t)); len(r) == 1 {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
			t.Error("the late result isn't in the log")
		})
	}
}

// With room for one, calls run one after another, and those that wait don't begin after a stop.
func TestAbortBeforeCallsBegin(t *testing.T) {
	var calls atomic.Int32
	started := make(chan struct{}, 1)
	s := start(t, wiretest.Options{}, wiretest.Turn{Calls: []wiretest.Call{{Name: "z"}, {Name: "a", Arguments: `{"n":1}`}, {Name: "a", Arguments: `{"n":2}`}}})
	b := newBench(t, provider(t, wiretest.Responses, endpoint(t, s, wiretest.Responses)), func(c *agent.Config) { c.Parallel = 1 }, answering("a", &calls), sleeping("z", started))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-started
		cancel()
	}()
	states, err := b.Run(ctx, "go")
	checkAborted(t, b, states, err, session.StopAborted)
	if calls.Load() != 0 {
		t.Errorf("%d tools ran after the stop", calls.Load())
	}
	e := find[agent.Aborted](t, b)[0]
	var got []agent.CallState
	for _, in := range e.PartialInvocations {
		got = append(got, in.State)
	}
	if d := cmp.Diff([]agent.CallState{agent.CallInterrupted, agent.CallNotRun, agent.CallNotRun}, got); d != "" {
		t.Errorf("states (-want +got):\n%s", d)
	}
	if n := strings.Count(fmt.Sprint(texts(b.items(t))), "Interrupted by user: this call was not run."); n != 2 {
		t.Errorf("%d calls are said not to have been run, want 2", n)
	}
}

func texts(items []session.Item) []string {
	var out []string
	for _, r := range resultsOf(items) {
		out = append(out, r.LLMContent())
	}
	return out
}

// Aborts leave no goroutine and no descriptor behind.
func TestAbortLeaks(t *testing.T) {
	transport := &http.Transport{}
	before, files := 0, 0
	for i := range 101 {
		w := wiretest.Wires[i%3]
		ctx, cancel := context.WithCancelCause(t.Context())
		started := make(chan struct{}, 2)
		s, err := wiretest.Start(wiretest.Options{Key: key}, wiretest.Turn{Text: "hello", Calls: []wiretest.Call{{Name: "z"}, {Name: "z"}}, Faults: []wiretest.Fault{{Kind: wiretest.FaultKind(0)}}})
		if err != nil {
			t.Fatal(err)
		}
		ep := endpoint(t, s, w)
		ep.HTTP = &http.Client{Transport: transport}
		b := newBench(t, provider(t, w, ep), func(c *agent.Config) {
			c.On = func(e agent.Event) {
				if i%2 == 0 && e.Kind() == "text" {
					cancel(errEnough)
				}
			}
		}, sleeping("z", started))
		go func() {
			select {
			case <-started:
				cancel(errEnough)
			case <-ctx.Done():
			}
		}()
		if _, err := b.Run(ctx, "go"); !errors.Is(err, errEnough) {
			t.Fatalf("run %d: %v", i, err)
		}
		b.log.Close()
		s.Close()
		transport.CloseIdleConnections()
		if i == 0 {
			before, files = settle(1<<30), descriptors(t)
		}
	}
	if now := settle(before); now > before {
		buf := make([]byte, 1<<20)
		t.Errorf("%d goroutines, there were %d:\n%s", now, before, buf[:runtime.Stack(buf, true)])
	}
	if now := descriptors(t); now > files {
		t.Errorf("%d descriptors, there were %d", now, files)
	}
}

// settle waits until there are at most so many goroutines, and returns how many there are.
func settle(most int) int {
	n := runtime.NumGoroutine()
	for range 100 {
		if n = runtime.NumGoroutine(); n <= most && most < 1<<30 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return n
}

func descriptors(t *testing.T) int {
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skipf("no list of descriptors: %v", err)
	}
	return len(all)
}
