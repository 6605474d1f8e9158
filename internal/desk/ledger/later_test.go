package ledger

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// A worked session is one that a simulated agent goes through twice: with toktee and without it.
type worked struct {
	events []journal.Event
	// unread are the tokens of earlier outputs that the requests without toktee read, and those with it didn't.
	unread    int64
	compacted int // how often the agent with toktee compacted its context
}

// An agentRun is a context that is compacted when it is full: only the prompt and a summary stay.
type agentRun struct {
	window, size, fixed int64
	outputs             []int // those in the context
}

// add adds an output and the model's own words, after a compaction if there is no room for them.
func (a *agentRun) add(n int, tokens int64) (compacted bool) {
	if a.size+tokens > a.window {
		a.size, a.outputs, compacted = a.fixed, nil, true
	}
	a.size, a.outputs = a.size+tokens, append(a.outputs, n)
	return compacted
}

// work simulates a session of so many calls: each request reads the whole context, and makes one call.
func work(r *rand.Rand, calls int, window, fixed, own int64, sized bool) (w worked) {
	with := agentRun{window: window, size: fixed, fixed: fixed}
	without := with
	at := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	var saved []int64
	for n := range calls + 1 { // the last request makes no call
		at = at.Add(time.Second)
		for _, i := range without.outputs[:max(len(without.outputs)-1, 0)] { // the newest is written, not read
			w.unread += saved[i]
		}
		if n == calls {
			return w
		}
		if sized {
			w.events = append(w.events, journal.Event{
				Kind: journal.Sized, Time: at, Session: "s", Input: int(with.size),
			})
		}
		raw := 500 + r.Int64N(4000)
		given := 20 + r.Int64N(200)
		saved = append(saved, raw-given)
		without.add(n, raw+own)
		if with.add(n, given+own) {
			without = agentRun{window: window, size: fixed + raw + own, fixed: fixed, outputs: []int{n}}
			w.compacted++
			w.events = append(w.events, journal.Event{Kind: journal.Compacted, Time: at, Session: "s"})
		}
		w.events = append(w.events, journal.Event{
			Kind: journal.Result, Time: at, Session: "s", Raw: int(raw), Given: int(given),
		})
	}
	return w
}

// TestWindow: later requests don't save tokens that no context could have held without toktee. The ledger is compared
// with a simulated agent that compacts its context when it is full.
func TestWindow(t *testing.T) {
	sweep.OneGoroutine(t)
	for _, c := range []struct {
		name       string
		calls      int
		window     int64
		fixed, own int64 // tokens of the prompt, and of the model's own words for each call
		sized      bool
		min, max   float64 // times the simulation's
	}{
		{"a short session", 40, 200_000, 0, 0, false, 1, 1},
		{"thousands of calls", 5000, 200_000, 0, 0, false, 1, 1},
		{"a large window", 5000, 1_000_000, 0, 0, false, 1, 1},
		{"with a prompt and the model's words", 5000, 200_000, 15_000, 150, false, 1, 1.25},
		{"with the size of each request", 5000, 200_000, 15_000, 150, true, 0.95, 1.15},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := work(rand.New(rand.NewPCG(1, 2)), c.calls, c.window, c.fixed, c.own, c.sized)
			h := home{t.TempDir()}
			h.note(t, w.events...)
			o := h.options()
			o.Window = c.window
			l, err := Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			if _, err := l.IndexCalls(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			groups, err := l.Stats(t.Context(), Query{Session: "s"})
			if err != nil || len(groups) != 1 {
				t.Fatalf("%d groups, %v", len(groups), err)
			}
			got, want := float64(groups[0].Reread), float64(w.unread)
			t.Logf("%.0f tokens, and %.0f in the simulation (%.3f)", got, want, got/want)
			if got < c.min*want || got > c.max*want {
				t.Errorf("%.0f tokens, want %.2f to %.2f times %.0f", got, c.min, c.max, want)
			}
			if most := int64(c.calls) * c.window; groups[0].Reread > most {
				t.Errorf("%d tokens in %d requests of at most %d", groups[0].Reread, c.calls, c.window)
			}
			calls, err := l.SessionCalls(t.Context(), "s")
			if n := calls[len(calls)-1].Epoch; err != nil || n != w.compacted {
				t.Errorf("%d compactions, %v, want %d", n, err, w.compacted)
			}
		})
	}
}

// TestWindowInParts: the figures don't depend on how often the journal is read while a session goes on.
func TestWindowInParts(t *testing.T) {
	sweep.OneGoroutine(t)
	for seed := range uint64(5) {
		w := work(rand.New(rand.NewPCG(seed, 2)), 60, testWindow, 2_000, 150, true)
		reread := func(events int) int64 {
			h := home{t.TempDir()}
			l := h.open(t)
			defer l.Close()
			for part := range slices.Chunk(w.events, events) {
				h.note(t, part...)
				if _, err := l.IndexCalls(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
			}
			groups, err := l.Stats(t.Context(), Query{Session: "s"})
			if err != nil || len(groups) != 1 {
				t.Fatalf("%d groups, %v", len(groups), err)
			}
			return groups[0].Reread
		}
		want := reread(len(w.events))
		for _, n := range []int{1, 7} {
			if got := reread(n); got != want {
				t.Errorf("seed %d: read after each %d events, %d tokens; at once, %d", seed, n, got, want)
			}
		}
	}
}
