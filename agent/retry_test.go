package agent_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

// A failure before anything was passed on is tried again; later failures aren't.
func TestStreamRetries(t *testing.T) {
	statuses := func(codes ...int) []wiretest.Fault {
		var faults []wiretest.Fault
		for _, n := range codes {
			faults = append(faults, wiretest.Fault{Kind: wiretest.Status, Status: n})
		}
		return faults
	}
	of := func(faults ...wiretest.Fault) []wiretest.Fault { return faults }
	noMoney := wiretest.Fault{
		Kind: wiretest.Status, Status: 429, Body: `{"error":{"type":"insufficient_quota","message":"pay"}}`,
	}
	drop := wiretest.Fault{Kind: wiretest.Drop}
	cases := []struct {
		name     string
		faults   []wiretest.Fault
		requests int
		kind     string // of the error, "" for none
	}{
		{"statuses that pass", statuses(408, 409, 429, 529), 5, ""},
		{"500 to 504", statuses(500, 502, 503, 504), 5, ""},
		{"too many", statuses(503, 503, 503, 503, 503), 5, "fault"},
		{"400", statuses(400), 1, "fault"},
		{"401", statuses(401), 1, "fault"},
		{"404", statuses(404), 1, "fault"},
		{"a redirect", statuses(307), 1, "fault"},
		{"no money", of(noMoney), 1, "insufficient_quota"},
		{"connections dropped", of(drop, drop), 3, ""},
		{"a sign-in page", of(wiretest.Fault{Kind: wiretest.Page}), 1, model.KindProtocol},
		{"cut in the first event", of(wiretest.Fault{Kind: wiretest.Cut}), 2, ""},
		{"an error as first event", of(wiretest.Fault{Kind: wiretest.ErrorEvent, Body: "later"}), 2, ""},
		{"ends at once", of(wiretest.Fault{Kind: wiretest.Close}), 2, ""},
		{"garbage as first event", of(wiretest.Fault{Kind: wiretest.Garbage}), 1, model.KindProtocol},
	}
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				s := play(t, wiretest.Turn{Text: "Hello.", Faults: c.faults})
				h, _, err := ask(t, s, w)
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
				if !errors.As(err, &failed) || failed.Kind != c.kind || failed.Attempts != c.requests {
					t.Fatalf("error %#v, want kind %s after %d attempts", err, c.kind, c.requests)
				}
				if failed.Provider != string(w) {
					t.Errorf("the error is of %s, want %s", failed.Provider, w)
				}
			})
		}
	})
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
			fault := wiretest.Fault{Kind: wiretest.Status, Status: 429, RetryAfter: c.header}
			s := play(t, wiretest.Turn{Text: "x", Faults: []wiretest.Fault{fault}})
			ep := endpoint(t, s, wiretest.Anthropic)
			var slept []time.Duration
			ep.Now = func() time.Time { return now }
			ep.Sleep = func(_ context.Context, d time.Duration) error {
				slept = append(slept, d)
				return nil
			}
			_, _, err := askAt(t, wiretest.Anthropic, ep)
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
	s := play(t, wiretest.Turn{Faults: slices.Repeat([]wiretest.Fault{fault}, 7)})
	ep := endpoint(t, s, wiretest.Chat)
	ep.Retries = 7
	ep.Rand = func() float64 { return 0.5 }
	h, _, err := askAt(t, wiretest.Chat, ep)
	if err != nil {
		t.Fatal(err)
	}
	ms := time.Millisecond
	want := []time.Duration{
		437500 * time.Microsecond, 875 * ms, 1750 * ms, 3500 * ms, 7000 * ms, 14000 * ms, 14000 * ms,
	}
	if d := cmp.Diff(want, h.retry); d != "" {
		t.Errorf("pauses (-want +got):\n%s", d)
	}
}
