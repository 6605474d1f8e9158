package agent_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/testing/wiretest"
	"github.com/toktee/toktee/result"
)

// abortFrom starts a run that waits in two tools, with a third that has ended, and ends it by what stop does.
func abortFrom(
	t *testing.T, w wiretest.Wire, ctx context.Context, stop func(),
) (*bench, []agent.State, error) {
	t.Helper()
	var calls atomic.Int32
	started := make(chan struct{}, 2)
	turn := wiretest.Turn{Calls: []wiretest.Call{{Name: "z"}, {Name: "a", Arguments: `{"n":1}`}, {Name: "z"}}}
	s := play(t, turn)
	b := benchOn(t, s, w, nil, answering("a", &calls), sleeping("z", started))
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
	if took := time.Since(<-at); took > 20*time.Second {
		t.Errorf("the run ended %v after the stop", took)
	}
	if n := len(s.Requests()); n != 1 || calls.Load() != 1 {
		t.Errorf("%d requests and %d calls, want 1 and 1", n, calls.Load())
	}
	for _, e := range find[agent.CallEnded](t, b) {
		if e.Call.Name != "z" {
			continue
		}
		if e.State != agent.CallInterrupted || !strings.Contains(e.Result.LLMContent(), "half of it") {
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
		for _, want := range []error{errEnough, result.ErrAborted, context.Canceled} {
			if !errors.Is(err, want) {
				t.Errorf("error %#v, want it to be %v", err, want)
			}
		}
		if code := agent.ExitCode(err); code != 2 {
			t.Errorf("exit code %d, want 2", code)
		}
	})
}

func TestAbortByDeadline(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), 3*time.Second, errEnough)
		defer cancel()
		b, states, err := abortFrom(t, w, ctx, func() {})
		checkAborted(t, b, states, err, session.StopTimeout)
		for _, want := range []error{errEnough, result.ErrTimeout, context.DeadlineExceeded} {
			if !errors.Is(err, want) {
				t.Errorf("error %#v, want it to be %v", err, want)
			}
		}
		if code := agent.ExitCode(err); code != 124 || errors.Is(err, result.ErrAborted) {
			t.Errorf("error %#v with exit code %d, want a time limit with 124", err, code)
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
		turn := wiretest.Turn{Text: "I'll remove it.", Calls: []wiretest.Call{
			{Name: "a", Arguments: `{"n":1}`},
			{Name: "exec", Arguments: `{"command":"rm -rf / tmp"}`},
		}}
		at := events(t, w, turn) - 4 // before the last piece of exec's arguments
		turn.Faults = []wiretest.Fault{{Kind: wiretest.Stall, At: at}}
		s := play(t, turn)
		ctx, cancel := context.WithCancelCause(t.Context())
		var calls atomic.Int32
		b := benchOn(t, s, w, nil, answering("a", &calls), answering("exec", &calls))
		b.hook = func(e agent.Event) {
			if e, ok := e.(agent.Arguments); ok && e.Tool == "exec" && e.Bytes > 10 {
				cancel(errEnough)
			}
		}
		states, err := b.Run(ctx, "go")
		checkAborted(t, b, states, err, session.StopAborted)
		items := b.items(t)
		if !hasText(items, turn.Text) {
			t.Errorf("the text is lost: %+v", items)
		}
		if hasCall(items, "exec") || calls.Load() != 0 {
			t.Error("a call that was cut is in the log, or a tool ran")
		}
		if e := find[agent.Aborted](t, b)[0]; !slices.Contains(e.Cut, "exec") {
			t.Errorf("aborted event %+v, want exec to be cut", e)
		}
	})
}

// With room for one, calls run one after another, and those that wait don't begin after a stop.
func TestAbortBeforeCallsBegin(t *testing.T) {
	var calls atomic.Int32
	started := make(chan struct{}, 1)
	s := play(t, wiretest.Turn{Calls: []wiretest.Call{
		{Name: "z"}, {Name: "a", Arguments: `{"n":1}`}, {Name: "a", Arguments: `{"n":2}`},
	}})
	oneByOne := func(c *agent.Config) { c.Parallel = 1 }
	b := benchOn(t, s, wiretest.Responses, oneByOne, answering("a", &calls), sleeping("z", started))
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
	for _, in := range append(e.Interrupted, e.NotRun...) {
		got = append(got, in.State)
	}
	if d := cmp.Diff([]agent.CallState{agent.CallInterrupted, agent.CallNotRun, agent.CallNotRun}, got); d != "" {
		t.Errorf("states (-want +got):\n%s", d)
	}
	items := b.items(t)
	marker := items[len(items)-2].Text
	if want := " 1 tool call was interrupted: z. 2 tool calls were not run: a. "; !strings.Contains(marker, want) {
		t.Errorf("marker %q, want %q in it", marker, want)
	}
	notRun := 0
	for _, r := range resultsOf(b.items(t)) {
		if r.LLMContent() == "Interrupted by user: this call was not run." {
			notRun++
		}
	}
	if notRun != 2 {
		t.Errorf("%d results say that their call was not run, want 2", notRun)
	}
}
