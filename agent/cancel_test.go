package agent_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

var errEnough = errors.New("enough")

// cancelSoon cancels a while after the server got a request. It returns when that was; zero if it hasn't happened.
func cancelSoon(
	t *testing.T, s *wiretest.Server, after time.Duration, cancel context.CancelCauseFunc,
) (at func() time.Time) {
	var when atomic.Pointer[time.Time]
	go func() {
		s.Arrived(t.Context(), 0)
		time.Sleep(after)
		now := time.Now()
		when.Store(&now)
		cancel(errEnough)
	}()
	return func() time.Time {
		if p := when.Load(); p != nil {
			return *p
		}
		return time.Time{}
	}
}

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
				s := play(t, longTurn(c.fault))
				ctx, cancel := context.WithCancelCause(t.Context())
				ep := endpoint(t, s, w)
				ep.Sleep = nil
				at := cancelSoon(t, s, 100*time.Millisecond, cancel)
				_, err := provider(t, w, ep).Stream(ctx, request(), func(model.Event) {})
				if took := time.Since(at()); err != errEnough || took > 20*time.Second {
					t.Errorf("error %v after %v, want %v at once", err, took, errEnough)
				}
				r, err := ended(t, s, 0)
				if err != nil {
					t.Fatal(err)
				}
				if c.fault.Kind != wiretest.Status && (r.Left.IsZero() || r.Left.Sub(at()) > time.Second) {
					t.Errorf("the server saw the client leave at %v, the cancel was at %v", r.Left, at())
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
			s := play(t, longTurn(wiretest.Fault{Kind: wiretest.Stall, At: i % 5}))
			ctx, cancel := context.WithCancelCause(t.Context())
			at := cancelSoon(t, s, 10*time.Millisecond, cancel)
			_, err := provider(t, w, endpoint(t, s, w)).Stream(ctx, request(), func(model.Event) {})
			if err != errEnough {
				t.Fatal(err)
			}
			r, err := ended(t, s, 0)
			if err != nil {
				t.Fatal(err)
			}
			took = append(took, r.Left.Sub(at()))
			s.Close()
		}
		slices.Sort(took)
		median, most := took[len(took)/2], took[len(took)-1]
		t.Logf("median %v, most %v", median, most)
		if median > 100*time.Millisecond || most > time.Second {
			t.Errorf("the server saw the client leave after %v", took)
		}
	})
}
