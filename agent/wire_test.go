package agent_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/anthropic"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/openaichat"
	"github.com/toktee/toktee/agent/openairesponses"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

const key = "sk-canary-8f31"

// endpoint reaches the server, waits for nothing, and leaves no connection behind.
func endpoint(t *testing.T, s *wiretest.Server, w wiretest.Wire) model.Endpoint {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return model.Endpoint{
		BaseURL: s.BaseURL(w), Key: key, Headers: 20 * time.Second, Idle: 20 * time.Second,
		HTTP:  &http.Client{Transport: transport},
		Rand:  func() float64 { return 0 },
		Sleep: func(ctx context.Context, _ time.Duration) error { return context.Cause(ctx) },
	}
}

// provider is our client of this format.
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

// start starts a server that demands our key.
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

// play starts a server that plays the turns.
func play(t *testing.T, turns ...wiretest.Turn) *wiretest.Server {
	t.Helper()
	return start(t, wiretest.Options{}, turns...)
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

// heard is what arrived in a stream, in short.
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

// malformed is the number of calls that can't be run.
func (h *heard) malformed() int {
	n := 0
	for _, why := range h.bad {
		if why != "" {
			n++
		}
	}
	return n
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

// ask sends the request to the server with our client, and records what arrives.
func ask(t *testing.T, s *wiretest.Server, w wiretest.Wire) (*heard, model.Response, error) {
	t.Helper()
	return askAt(t, w, endpoint(t, s, w))
}

func askAt(t *testing.T, w wiretest.Wire, ep model.Endpoint) (*heard, model.Response, error) {
	t.Helper()
	var h heard
	resp, err := provider(t, w, ep).Stream(t.Context(), request(), h.on)
	return &h, resp, err
}

// ended waits for the end of the n-th request and returns it.
func ended(t *testing.T, s *wiretest.Server, n int) (wiretest.Request, error) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return s.Wait(ctx, n)
}

// events is the number of events that a turn has in a format.
func events(t *testing.T, w wiretest.Wire, turn wiretest.Turn) int {
	t.Helper()
	turn.Faults = nil
	s := play(t, turn)
	if _, _, err := ask(t, s, w); err != nil {
		t.Fatal(err)
	}
	r, err := ended(t, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r.Events
}
