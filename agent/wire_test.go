package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/anthropic"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/openaichat"
	"github.com/toktee/toktee/agent/openairesponses"
	"github.com/toktee/toktee/internal/wiretest"
	"github.com/toktee/toktee/session"
)

const key = "sk-canary-8f31"

// endpoint reaches the server, waits for nothing, and leaves no connection behind.
func endpoint(t *testing.T, s *wiretest.Server, w wiretest.Wire) model.Endpoint {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return model.Endpoint{
		BaseURL: s.BaseURL(w), Key: key, Headers: 20 * time.Second, Idle: 20 * time.Second, HTTP: &http.Client{Transport: transport},
		Rand:  func() float64 { return 0 },
		Sleep: func(ctx context.Context, _ time.Duration) error { return context.Cause(ctx) },
	}
}

func provider(t *testing.T, w wiretest.Wire, ep model.Endpoint) agent.Provider {
	t.Helper()
	var p agent.Provider
	var err error
	switch w {
	case wiretest.Anthropic:
		p, err = anthropic.New(ep)
	case wiretest.Chat:
		p, err = openaichat.New(ep)
	case wiretest.Responses:
		p, err = openairesponses.New(ep)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func start(t *testing.T, opt wiretest.Options, turns ...wiretest.Turn) *wiretest.Server {
	t.Helper()
	if opt.Key == "" {
		opt.Key = key
	}
	s, err := wiretest.Start(opt, turns...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// everyWire runs a test for each wire format.
func everyWire(t *testing.T, f func(t *testing.T, w wiretest.Wire)) {
	for _, w := range wiretest.Wires {
		t.Run(string(w), func(t *testing.T) { f(t, w) })
	}
}

// request asks something.
func request() model.Request {
	items := []session.Item{{Kind: session.KindUser, ID: "1", Turn: 1, Text: "list the files"}}
	return model.Request{Model: "scripted", System: "Be brief.", View: session.NewView(items, nil)}
}

// heard is what a stream has brought, in short.
type heard struct {
	mu     sync.Mutex
	text   strings.Builder
	events []string
	items  []session.Item
	bad    []string
	retry  []time.Duration
}

func (h *heard) on(e model.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events = append(h.events, fmt.Sprintf("%T", e))
	switch e := e.(type) {
	case model.TextDelta:
		h.text.WriteString(e.Text)
	case model.Done:
		h.items = append(h.items, e.Item)
		h.bad = append(h.bad, e.Malformed)
	case model.Retry:
		h.retry = append(h.retry, e.After)
	}
}

func (h *heard) calls() []session.Call {
	var out []session.Call
	for _, it := range h.items {
		if it.Call != nil {
			out = append(out, *it.Call)
		}
	}
	return out
}

var full = wiretest.Turn{
	Thought: "The person wants a list: ls and git will do.",
	Text:    "I'll look. Größe <b> & \"ü\" 漢字",
	Calls: []wiretest.Call{
		{Name: "list", Arguments: `{"path": ".", "deep": true, "n": 12345678901234567890}`},
		{Name: "exec", Arguments: `{"command":"git status && echo \"<ü>\""}`},
		{Name: "none", Arguments: ``},
	},
}

func TestStreamWhole(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for _, piece := range []int{1, 7, 1000} {
			s := start(t, wiretest.Options{Piece: piece}, full)
			var h heard
			resp, err := provider(t, w, endpoint(t, s, w)).Stream(t.Context(), request(), h.on)
			if err != nil {
				t.Fatal(err)
			}
			want := []session.Call{
				{ID: "call_0_0", Name: "list", Arguments: json.RawMessage(`{"path":".","deep":true,"n":12345678901234567890}`)},
				{ID: "call_0_1", Name: "exec", Arguments: json.RawMessage(`{"command":"git status && echo \"<ü>\""}`)},
				{ID: "call_0_2", Name: "none", Arguments: json.RawMessage(`{}`)},
			}
			if d := cmp.Diff(want, h.calls(), cmpopts.IgnoreFields(session.Call{}, "ItemID")); d != "" {
				t.Errorf("calls (-want +got):\n%s", d)
			}
			if got := h.text.String(); got != full.Text {
				t.Errorf("pieces of text add up to %q, want %q", got, full.Text)
			}
			var texts, thoughts []string
			for _, it := range resp.Items {
				switch it.Kind {
				case session.KindText:
					texts = append(texts, it.Text)
				case session.KindReasoning:
					thoughts = append(thoughts, it.Thought.Text)
				}
				if it.Response != resp.ID || resp.ID == "" {
					t.Errorf("%s is of response %q, want %q", it.Kind, it.Response, resp.ID)
				}
			}
			if d := cmp.Diff([]string{full.Text}, texts); d != "" {
				t.Errorf("texts (-want +got):\n%s", d)
			}
			if d := cmp.Diff([]string{full.Thought}, thoughts); d != "" {
				t.Errorf("thoughts (-want +got):\n%s", d)
			}
			if d := cmp.Diff(h.items, resp.Items); d != "" {
				t.Errorf("items told and returned differ (-told +returned):\n%s", d)
			}
			if resp.Stop != session.StopToolUse || resp.Usage.Input != 100 || resp.Usage.Output != 20 {
				t.Errorf("stop %q and usage %+v, want tool_use, 100 in and 20 out", resp.Stop, resp.Usage)
			}
		}
	})
}

func TestStreamStops(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for _, c := range []struct {
			name  string
			turn  wiretest.Turn
			stop  session.StopReason
			calls int
			cut   []string
			bad   int
		}{
			{"end", wiretest.Turn{Text: "Done."}, session.StopEnd, 0, nil, 0},
			{"nothing", wiretest.Turn{}, session.StopEnd, 0, nil, 0},
			{"length in text", wiretest.Turn{Text: "And then", Stop: session.StopLength}, session.StopLength, 0, nil, 0},
			{"length in arguments", wiretest.Turn{Stop: session.StopLength, Calls: []wiretest.Call{{Name: "a", Arguments: `{}`}, {Name: "b", Arguments: `{"x":"ha`}}}, session.StopLength, 1, []string{"b"}, 0},
			{"length before arguments", wiretest.Turn{Stop: session.StopLength, Calls: []wiretest.Call{{Name: "b"}}}, session.StopLength, 0, []string{"b"}, 0},
			{"arguments that aren't JSON", wiretest.Turn{Calls: []wiretest.Call{{Name: "a", Arguments: `{"x":`}, {Name: "b", Arguments: `{}`}}}, session.StopToolUse, 2, nil, 1},
			{"arguments that aren't an object", wiretest.Turn{Calls: []wiretest.Call{{Name: "a", Arguments: `[1]`}}}, session.StopToolUse, 1, nil, 1},
		} {
			t.Run(c.name, func(t *testing.T) {
				s := start(t, wiretest.Options{}, c.turn)
				var h heard
				resp, err := provider(t, w, endpoint(t, s, w)).Stream(t.Context(), request(), h.on)
				if err != nil {
					t.Fatal(err)
				}
				bad := 0
				for _, why := range h.bad {
					if why != "" {
						bad++
					}
				}
				if resp.Stop != c.stop || len(h.calls()) != c.calls || bad != c.bad || !cmp.Equal(resp.Cut, c.cut) {
					t.Errorf("stop %q, %d calls, %d malformed, cut %v: want %q, %d, %d, %v", resp.Stop, len(h.calls()), bad, resp.Cut, c.stop, c.calls, c.bad, c.cut)
				}
			})
		}
	})
}

// A failure before anything was passed on is tried again; afterwards nothing is.
func TestStreamRetries(t *testing.T) {
	status := func(n int) wiretest.Fault { return wiretest.Fault{Kind: wiretest.Status, Status: n} }
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for _, c := range []struct {
			name     string
			faults   []wiretest.Fault
			requests int
			kind     string // of the error, "" for none
		}{
			{"statuses that pass", []wiretest.Fault{status(408), status(409), status(429), status(529)}, 5, ""},
			{"500 to 504", []wiretest.Fault{status(500), status(502), status(503), status(504)}, 5, ""},
			{"too many", []wiretest.Fault{status(503), status(503), status(503), status(503), status(503)}, 5, "fault"},
			{"400", []wiretest.Fault{status(400)}, 1, "fault"},
			{"401", []wiretest.Fault{status(401)}, 1, "fault"},
			{"404", []wiretest.Fault{status(404)}, 1, "fault"},
			{"a redirect", []wiretest.Fault{status(307)}, 1, "fault"},
			{"no money", []wiretest.Fault{{Kind: wiretest.Status, Status: 429, Body: `{"error":{"type":"insufficient_quota","message":"pay"}}`}}, 1, "insufficient_quota"},
			{"connections dropped", []wiretest.Fault{{Kind: wiretest.Drop}, {Kind: wiretest.Drop}}, 3, ""},
			{"a sign-in page", []wiretest.Fault{{Kind: wiretest.Page}}, 1, model.KindProtocol},
			{"cut in the first event", []wiretest.Fault{{Kind: wiretest.Cut, At: 0}}, 2, ""},
			{"an error as first event", []wiretest.Fault{{Kind: wiretest.ErrorEvent, At: 0, Body: "later"}}, 2, ""},
			{"ends at once", []wiretest.Fault{{Kind: wiretest.Close, At: 0}}, 2, ""},
			{"garbage as first event", []wiretest.Fault{{Kind: wiretest.Garbage, At: 0}}, 1, model.KindProtocol},
		} {
			t.Run(c.name, func(t *testing.T) {
				s := start(t, wiretest.Options{}, wiretest.Turn{Text: "Hello.", Faults: c.faults})
				var h heard
				_, err := provider(t, w, endpoint(t, s, w)).Stream(t.Context(), request(), h.on)
				if got := len(s.Requests()); got != c.requests {
					t.Errorf("%d requests, want %d", got, c.requests)
				}
				if c.kind == "" {
					if err != nil || h.text.String() != "Hello." || len(h.retry) != c.requests-1 {
						t.Errorf("text %q after %d retries, error %v", h.text.String(), len(h.retry), err)
					}
					return
				}
				var failed *model.Error
				if !errors.As(err, &failed) || failed.Kind != c.kind || failed.Attempts != c.requests || failed.Provider != string(w) {
					t.Errorf("error %#v, want kind %s after %d attempts", err, c.kind, c.requests)
				}
			})
		}
	})
}

// Once a piece was passed on, an error ends the stream, and what was complete is kept.
func TestStreamBreaksOff(t *testing.T) {
	turn := wiretest.Turn{Text: "I'll run both.", Calls: []wiretest.Call{{Name: "a", Arguments: `{"x":1}`}, {Name: "b", Arguments: `{"command":"rm -rf build"}`}}}
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for _, kind := range []wiretest.FaultKind{wiretest.Cut, wiretest.Close, wiretest.Garbage, wiretest.ErrorEvent} {
			n := events(t, w, turn)
			for at := range n {
				turn.Faults = []wiretest.Fault{{Kind: kind, At: at, Body: "the provider was cancelled"}}
				s := start(t, wiretest.Options{}, turn)
				var h heard
				ep := endpoint(t, s, w)
				ep.Retries = -1
				resp, err := provider(t, w, ep).Stream(t.Context(), request(), h.on)
				var failed *model.Error
				if err == nil { // what says that the response is over may be missing
					if w != wiretest.Chat || at < n-2 {
						t.Errorf("kind %d at %d of %d: no error", kind, at, n)
					}
				} else if !errors.As(err, &failed) || failed.Kind == "" || failed.Message == "" {
					t.Errorf("kind %d at %d: error %#v", kind, at, err)
				}
				for _, c := range h.calls() {
					if !json.Valid(c.Arguments) || c.Name == "b" && string(c.Arguments) != `{"command":"rm -rf build"}` {
						t.Errorf("kind %d at %d: call %+v", kind, at, c)
					}
				}
				text := ""
				for _, it := range resp.Items {
					text += it.Text
				}
				if text != h.text.String() {
					t.Errorf("kind %d at %d: text kept %q, passed on %q", kind, at, text, h.text.String())
				}
				if len(s.Requests()) != 1 {
					t.Errorf("kind %d at %d: %d requests", kind, at, len(s.Requests()))
				}
				s.Close()
			}
		}
	})
}

// ended is a request that has come to its end.
func ended(t *testing.T, s *wiretest.Server, n int) (wiretest.Request, error) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return s.Wait(ctx, n)
}

// events is how many events a turn has on a wire.
func events(t *testing.T, w wiretest.Wire, turn wiretest.Turn) int {
	t.Helper()
	turn.Faults = nil
	s := start(t, wiretest.Options{}, turn)
	if _, err := provider(t, w, endpoint(t, s, w)).Stream(t.Context(), request(), func(model.Event) {}); err != nil {
		t.Fatal(err)
	}
	r, err := ended(t, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r.Events
}

func TestStreamHonoursRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		header string
		want   time.Duration
		fails  bool
	}{
		{"3", 3 * time.Second, false},
		{"0.5", 500 * time.Millisecond, false},
		{now.Add(20 * time.Second).Format(http.TimeFormat), 20 * time.Second, false},
		{now.Add(-time.Hour).Format(http.TimeFormat), 500 * time.Millisecond, false},
		{"soon", 500 * time.Millisecond, false},
		{"-1", 500 * time.Millisecond, false},
		{"120", 2 * time.Minute, false},
		{"3600", 0, true},
		{"1e300", 0, true},
	} {
		t.Run(c.header, func(t *testing.T) {
			s := start(t, wiretest.Options{}, wiretest.Turn{Text: "x", Faults: []wiretest.Fault{{Kind: wiretest.Status, Status: 429, RetryAfter: c.header}}})
			ep := endpoint(t, s, wiretest.Anthropic)
			var slept []time.Duration
			ep.Now = func() time.Time { return now }
			ep.Sleep = func(_ context.Context, d time.Duration) error {
				slept = append(slept, d)
				return nil
			}
			_, err := provider(t, wiretest.Anthropic, ep).Stream(t.Context(), request(), func(model.Event) {})
			if c.fails {
				if err == nil || len(slept) > 0 || !strings.Contains(err.Error(), "asks to wait") {
					t.Errorf("slept %v, error %v", slept, err)
				}
				return
			}
			if d := cmp.Diff([]time.Duration{c.want}, slept); d != "" || err != nil {
				t.Errorf("error %v, pauses (-want +got):\n%s", err, d)
			}
		})
	}
}

func TestStreamBacksOff(t *testing.T) {
	fault := wiretest.Fault{Kind: wiretest.Status, Status: 503}
	s := start(t, wiretest.Options{}, wiretest.Turn{Faults: []wiretest.Fault{fault, fault, fault, fault, fault, fault, fault}})
	ep := endpoint(t, s, wiretest.Chat)
	ep.Retries = 7
	ep.Rand = func() float64 { return 0.5 }
	var h heard
	if _, err := provider(t, wiretest.Chat, ep).Stream(t.Context(), request(), h.on); err != nil {
		t.Fatal(err)
	}
	ms := time.Millisecond
	want := []time.Duration{437500 * time.Microsecond, 875 * ms, 1750 * ms, 3500 * ms, 7000 * ms, 14000 * ms, 14000 * ms}
	if d := cmp.Diff(want, h.retry); d != "" {
		t.Errorf("pauses (-want +got):\n%s", d)
	}
}

func TestStreamStalls(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for _, c := range []struct {
			name  string
			fault wiretest.Fault
		}{
			{"no headers", wiretest.Fault{Kind: wiretest.Hang}},
			{"no first event", wiretest.Fault{Kind: wiretest.Stall, At: 0}},
			{"in mid-stream", wiretest.Fault{Kind: wiretest.Stall, At: -3}},
		} {
			t.Run(c.name, func(t *testing.T) {
				s := start(t, wiretest.Options{}, wiretest.Turn{Text: "Hello there, this is long.", Faults: []wiretest.Fault{c.fault}})
				ep := endpoint(t, s, w)
				ep.Headers, ep.Idle, ep.Retries = 200*time.Millisecond, 200*time.Millisecond, -1
				_, err := provider(t, w, ep).Stream(t.Context(), request(), func(model.Event) {})
				var failed *model.Error
				if !errors.As(err, &failed) || failed.Kind != model.KindStalled || errors.Is(err, context.Canceled) {
					t.Errorf("error %v, want %s", err, model.KindStalled)
				}
				if r, err := ended(t, s, 0); err != nil || r.Left.IsZero() {
					t.Errorf("the server didn't see the client leave: %v", err)
				}
			})
		}
	})
}

// A stream that is slow but alive isn't stalled.
func TestStreamSlow(t *testing.T) {
	s := start(t, wiretest.Options{Gap: 60 * time.Millisecond}, wiretest.Turn{Text: "Hello there, this takes more than the limit of silence."})
	ep := endpoint(t, s, wiretest.Chat)
	ep.Idle = 400 * time.Millisecond
	if _, err := provider(t, wiretest.Chat, ep).Stream(t.Context(), request(), func(model.Event) {}); err != nil {
		t.Fatal(err)
	}
}

// The time that a front end takes for an event is no silence of the stream.
func TestStreamSlowReader(t *testing.T) {
	s := start(t, wiretest.Options{Gap: 5 * time.Millisecond}, wiretest.Turn{Text: "Hello there, this is long."})
	ep := endpoint(t, s, wiretest.Responses)
	ep.Idle = 200 * time.Millisecond
	slept := false
	if _, err := provider(t, wiretest.Responses, ep).Stream(t.Context(), request(), func(model.Event) {
		if !slept {
			time.Sleep(500 * time.Millisecond)
			slept = true
		}
	}); err != nil {
		t.Fatal(err)
	}
}

var errEnough = errors.New("enough")

// The cause of a cancelled context comes back, and the server sees the client leave, wherever the stream was.
func TestStreamCancelled(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for _, c := range []struct {
			name  string
			fault wiretest.Fault
		}{
			{"before the headers", wiretest.Fault{Kind: wiretest.Hang}},
			{"before the first event", wiretest.Fault{Kind: wiretest.Stall, At: 0}},
			{"in mid-stream", wiretest.Fault{Kind: wiretest.Stall, At: 4}},
			{"in a pause", wiretest.Fault{Kind: wiretest.Status, Status: 503}},
		} {
			t.Run(c.name, func(t *testing.T) {
				s := start(t, wiretest.Options{}, wiretest.Turn{Text: "Hello there, this is long.", Faults: []wiretest.Fault{c.fault}})
				ctx, cancel := context.WithCancelCause(t.Context())
				ep := endpoint(t, s, w)
				ep.Sleep = nil
				var at time.Time
				go func() {
					s.Arrived(t.Context(), 0)
					time.Sleep(100 * time.Millisecond)
					at = time.Now()
					cancel(errEnough)
				}()
				_, err := provider(t, w, ep).Stream(ctx, request(), func(model.Event) {})
				if took := time.Since(at); err != errEnough || took > time.Second {
					t.Errorf("error %v after %v, want %v at once", err, took, errEnough)
				}
				r, err := ended(t, s, 0)
				if err != nil {
					t.Fatal(err)
				}
				if c.fault.Kind != wiretest.Status && (r.Left.IsZero() || r.Left.Sub(at) > time.Second) {
					t.Errorf("the server saw the client leave at %v, the cancel was at %v", r.Left, at)
				}
				if n := len(s.Requests()); n != 1 {
					t.Errorf("%d requests, want 1", n)
				}
			})
		}
	})
}

// The server sees the end of a request within 100 ms of the cancel in the median.
func TestStreamCancelledSoon(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		var took []time.Duration
		for i := range 21 {
			s := start(t, wiretest.Options{}, wiretest.Turn{Text: "Hello there, this is long.", Faults: []wiretest.Fault{{Kind: wiretest.Stall, At: i % 5}}})
			ctx, cancel := context.WithCancelCause(t.Context())
			var at time.Time
			go func() {
				s.Arrived(t.Context(), 0)
				time.Sleep(10 * time.Millisecond)
				at = time.Now()
				cancel(errEnough)
			}()
			if _, err := provider(t, w, endpoint(t, s, w)).Stream(ctx, request(), func(model.Event) {}); err != errEnough {
				t.Fatal(err)
			}
			r, err := ended(t, s, 0)
			if err != nil {
				t.Fatal(err)
			}
			took = append(took, r.Left.Sub(at))
			s.Close()
		}
		slices.Sort(took)
		t.Logf("median %v, most %v", took[len(took)/2], took[len(took)-1])
		if took[len(took)/2] > 100*time.Millisecond || took[len(took)-1] > time.Second {
			t.Errorf("the server saw the client leave after %v", took)
		}
	})
}

// Whatever goes wrong, the key is in no error.
func TestKeyStaysHidden(t *testing.T) {
	echo := fmt.Sprintf(`{"error":{"type":"%s","message":"Incorrect API key provided: %s"}}`, key, key)
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for name, fault := range map[string]wiretest.Fault{
			"echoed":        {Kind: wiretest.Status, Status: 401, Body: echo},
			"echoed bare":   {Kind: wiretest.Status, Status: 400, Body: "bad key " + key},
			"event":         {Kind: wiretest.ErrorEvent, At: 1, Body: "key " + key},
			"no connection": {Kind: wiretest.Drop},
		} {
			s := start(t, wiretest.Options{}, wiretest.Turn{Faults: []wiretest.Fault{fault, fault, fault, fault, fault}})
			ep := endpoint(t, s, w)
			var h heard
			_, err := provider(t, w, ep).Stream(t.Context(), request(), h.on)
			if text := fmt.Sprintf("%v %+v %#v %q", err, ep, ep, ep.Key); err == nil || strings.Contains(text, key) {
				t.Errorf("%s: %s", name, text)
			}
		}
	})
	for _, url := range []string{"ftp://x", "http://", "https://" + key + "@host", "https://host?key=" + key, "::" + key} {
		if _, err := anthropic.New(model.Endpoint{BaseURL: url, Key: key}); err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("base URL %q: error %v", url, err)
		}
	}
	if _, err := anthropic.New(model.Endpoint{Key: key + "\n" + key}); err == nil || strings.Contains(err.Error(), key) {
		t.Errorf("a key of two lines: error %v", err)
	}
}

func TestFromEnv(t *testing.T) {
	s := start(t, wiretest.Options{}, wiretest.Turn{}, wiretest.Turn{}, wiretest.Turn{}, wiretest.Turn{})
	env := map[string]string{}
	get := func(k string) string { return env[k] }
	makers := map[wiretest.Wire]func() (agent.Provider, error){
		wiretest.Anthropic: func() (agent.Provider, error) { return anthropic.FromEnv(get, model.Endpoint{}) },
		wiretest.Chat:      func() (agent.Provider, error) { return openaichat.FromEnv(get, model.Endpoint{}) },
		wiretest.Responses: func() (agent.Provider, error) { return openairesponses.FromEnv(get, model.Endpoint{}) },
	}
	for w, f := range makers {
		clear(env)
		if _, err := f(); err == nil || !strings.Contains(err.Error(), "_API_KEY") {
			t.Errorf("%s without a key: error %v", w, err)
		}
		env["ANTHROPIC_BASE_URL"], env["OPENAI_BASE_URL"] = s.BaseURL(wiretest.Anthropic), s.BaseURL(wiretest.Chat)+"/"
		env["ANTHROPIC_API_KEY"], env["OPENAI_API_KEY"] = key+"\n", key
		p, err := f()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Stream(t.Context(), request(), func(model.Event) {}); err != nil {
			t.Errorf("%s: %v", w, err)
		}
	}
}
