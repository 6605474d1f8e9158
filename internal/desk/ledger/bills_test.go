package ledger

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
)

func TestBills(t *testing.T) {
	h := home{t.TempDir()}
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	add := func(minutes int, e journal.Event) {
		e.Kind, e.Time, e.Program = journal.Billed, at.Add(time.Duration(minutes)*time.Minute), "claude"
		h.note(t, e)
	}
	add(0, journal.Event{Session: "s", Model: "x", Input: 10, Written: 500, Output: 7, LeftOut: 1000})
	add(1, journal.Event{
		Session: "s", Model: "x", Input: 3, Cached: 510, Written: 40, Output: 5, LeftOut: 200, LeftOutEarlier: 1000,
	})
	add(2, journal.Event{Session: "s/agent", Model: "y", Input: 100, LeftOut: 30, LeftOutEarlier: 40, Lost: 2})
	add(90, journal.Event{Session: "other", Model: "x", Input: 1})
	l := h.open(t)
	if _, err := l.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	all, err := l.Bills(t.Context(), Query{})
	if err != nil {
		t.Fatal(err)
	}
	want := []Bill{
		{
			Program: "claude", Model: "x", Requests: 3, Input: 14, Cached: 510, Written: 540, Output: 12,
			MoreCached: 1000, MoreWritten: 1200,
		},
		{Program: "claude", Model: "y", Requests: 1, Input: 100, MoreInput: 70, Lost: 2},
	}
	if d := cmp.Diff(want, all); d != "" {
		t.Errorf("all (-want +got):\n%s", d)
	}
	later, err := l.Bills(t.Context(), Query{Since: at.Add(time.Hour)})
	if err != nil || len(later) != 1 || later[0].Requests != 1 {
		t.Errorf("an hour later: %+v, %v", later, err)
	}
	if err := l.Forget(t.Context(), store.Which{Session: "s"}); err != nil {
		t.Fatal(err)
	}
	left, err := l.Bills(t.Context(), Query{})
	if err != nil || len(left) != 1 || left[0].Requests != 1 {
		t.Errorf("after forgetting a session: %+v, %v", left, err)
	}
}
