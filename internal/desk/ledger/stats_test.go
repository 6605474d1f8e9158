package ledger

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/testing/sweep"
)

var allBy = []By{ByNothing, ByTool, ByCommand, BySession, ByDay, ByAgent, ByStrategy}

// locations have days that begin at odd quarter hours, and days of 23 and 25 hours.
var locations = func() (all []*time.Location) {
	for _, name := range []string{
		"UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Chatham",
		"Pacific/Apia",
	} {
		if loc, err := time.LoadLocation(name); err == nil {
			all = append(all, loc)
		}
	}
	return append(all, time.FixedZone("odd", 3601))
}()

// A place for a ledger, its journal and its store.
type home struct{ dir string }

func (h home) options() Options {
	st := store.Open(store.Options{Dir: h.dir})
	return Options{Path: filepath.Join(h.dir, Name), Journal: st.JournalDir(), Store: st, Window: testWindow}
}

func (h home) open(t testing.TB) *Ledger {
	l, err := Open(t.Context(), h.options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func (h home) note(t testing.TB, events ...journal.Event) {
	for _, e := range events {
		if err := journal.Append(filepath.Join(h.dir, "journal"), e); err != nil {
			t.Fatal(err)
		}
	}
}

// drawEvent is any event, at about some time.
func drawEvent(t *rapid.T, at time.Time) journal.Event {
	pick := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(t, name) }
	e := journal.Event{
		Kind: journal.Kind(pick("event", "result", "result", "result", "result", "passed", "whole", "fetched", "again",
			"compacted", "result", "passed", "fetched", "forgot", "other")),
		Time:    at.Add(time.Duration(rapid.Int64Range(-int64(time.Hour), int64(time.Hour)).Draw(t, "time"))),
		Session: pick("session", "", "s", "s", "s/a", "s/b", "t", "s0"),
	}
	id := pick("id", "1", "2", "3", "4", "5")
	switch e.Kind {
	case journal.Result, journal.Passed:
		e.Tool = pick("tool", "", "Bash", "Read", "Grep", "mcp__x__y")
		e.Command = pick("command", "go test ./...", "go build", "a.go", "", "ls | head")
		e.Program = pick("program", "", "claude", "codex")
		e.Strategy = pick("strategy", "general", "read")
		e.Outcome = pick("outcome", "pass", "fail", "unknown")
		e.Raw, e.Given = rapid.IntRange(0, 9999).Draw(t, "raw"), rapid.IntRange(0, 9999).Draw(t, "given")
		e.Bytes = rapid.Int64Range(0, 1<<40).Draw(t, "bytes")
		e.Fallback = rapid.Bool().Draw(t, "fallback")
		if e.ID = id; rapid.Bool().Draw(t, "code") {
			code := rapid.IntRange(0, 255).Draw(t, "exit")
			e.ExitCode = &code
		}
	case journal.Forgot:
		switch rapid.IntRange(0, 9).Draw(t, "which") {
		case 0:
			e.Session, e.All = "", true
		case 1, 2, 3:
			e.Session = pick("forgotten", "s", "t", "s/a")
		default:
			e.Session, e.ID = "", id
		}
	default:
		e.ID = id
		e.Given = rapid.IntRange(0, 999).Draw(t, "printed")
		e.Without = rapid.IntRange(0, 999).Draw(t, "without")
	}
	return e
}

// drawEvents are events in the order of their days: the journal has a file for each, and is read in that order.
func drawEvents(t *rapid.T) []journal.Event {
	at := time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC) // days are longer and shorter in the week that follows
	var events []journal.Event
	for range rapid.IntRange(0, 60).Draw(t, "n") {
		at = at.Add(time.Duration(rapid.Int64Range(0, int64(9*time.Hour)).Draw(t, "later")))
		e := drawEvent(t, at)
		if n := len(events); n > 0 && e.Time.Format(time.DateOnly) < events[n-1].Time.Format(time.DateOnly) {
			e.Time = events[n-1].Time
		}
		events = append(events, e)
	}
	return events
}

// compare asks for all groups, and compares them with the recount.
func compare(t rapid.TB, l *Ledger, events []journal.Event, q Query) {
	t.Helper()
	r := count(events)
	for _, q.By = range allBy {
		got, err := l.Stats(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r.stats(q), got); diff != "" {
			t.Fatalf("by %q from %v to %v in %v of %q (-recount +ledger):\n%s", q.By, q.Since, q.Until,
				q.Location, q.Session, diff)
		}
		for _, g := range got {
			if q.By != ByDay {
				break
			}
			p := cost.Default().PricesOf(cost.DefaultPrice)
			worth := cost.Default().Saved(p, cost.Savings{
				LeftOut: g.Raw - g.Given, Reread: g.Reread, Refetches: g.Refetches, RefetchTokens: g.RefetchTokens,
			})
			if want := r.worth(p, q, g.Value); worth != want {
				t.Fatalf("%s is worth $%s, want $%s", g.Value, worth, want)
			}
		}
	}
}

// TestStatsRecount indexes random journals in random parts, and compares with a recount that knows no sums.
func TestStatsRecount(t *testing.T) {
	sweep.OneGoroutine(t)
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		h := home{filepath.Join(base, fmt.Sprint(n))}
		l := h.open(t)
		defer func() {
			l.Close()
			os.RemoveAll(h.dir)
		}()
		events := drawEvents(rt)
		for from := 0; from < len(events); {
			to := min(from+rapid.IntRange(1, 40).Draw(rt, "part"), len(events))
			h.note(t, events[from:to]...)
			if _, err := l.IndexCalls(t.Context(), nil); err != nil {
				rt.Fatal(err)
			}
			from = to
		}
		q := Query{Location: locations[rapid.IntRange(0, len(locations)-1).Draw(rt, "location")]}
		compare(rt, l, events, q)
		at := func(name string) time.Time {
			d := rapid.Int64Range(0, int64(14*24*time.Hour)).Draw(rt, name)
			if rapid.Bool().Draw(rt, "even") {
				d -= d % int64(15*time.Minute)
			}
			return time.Date(2026, 10, 23, 0, 0, 0, 0, time.UTC).Add(time.Duration(d))
		}
		q.Since, q.Until = at("since"), at("until")
		compare(rt, l, events, q)
		q.Until, q.Session = time.Time{}, rapid.SampledFrom([]string{"", "s", "s/a"}).Draw(rt, "of")
		compare(rt, l, events, q)
	})
}
