package agent_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

// longTurn is a text of several events.
func longTurn(faults ...wiretest.Fault) wiretest.Turn {
	return wiretest.Turn{Text: "Hello there, this is long.", Faults: faults}
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
				s := play(t, longTurn(c.fault))
				ep := endpoint(t, s, w)
				ep.Headers, ep.Idle, ep.Retries = 200*time.Millisecond, 200*time.Millisecond, -1
				_, _, err := askAt(t, w, ep)
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
	turn := wiretest.Turn{Text: "Hello there, this takes more than the limit of silence."}
	s := start(t, wiretest.Options{Gap: 300 * time.Millisecond}, turn)
	ep := endpoint(t, s, wiretest.Chat)
	ep.Idle = 2 * time.Second
	if _, _, err := askAt(t, wiretest.Chat, ep); err != nil {
		t.Fatal(err)
	}
}

// The time that a front end takes for an event is no silence of the stream.
func TestStreamSlowReader(t *testing.T) {
	s := start(t, wiretest.Options{Gap: 5 * time.Millisecond}, longTurn())
	ep := endpoint(t, s, wiretest.Responses)
	ep.Idle = 2 * time.Second
	slept := false
	on := func(model.Event) {
		if !slept {
			time.Sleep(3 * time.Second)
			slept = true
		}
	}
	if _, err := provider(t, wiretest.Responses, ep).Stream(t.Context(), request(), on); err != nil {
		t.Fatal(err)
	}
}
