package ledger

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/desk/ledger/call"
	"github.com/toktee/toktee/internal/host/journal"
)

// TestSessionCalls: the calls of a session are those of the list, in the order of time.
func TestSessionCalls(t *testing.T) {
	h := home{t.TempDir()}
	code := 2
	for i, e := range []journal.Event{
		{Session: "s", Command: "b", Outcome: "fail", ExitCode: &code, Raw: 9, Given: 4, Kept: true},
		{Kind: journal.Compacted, Session: "s"},
		{Session: "s/scout", Command: "c", Program: "claude", Dir: "/shop", CallID: "t1"},
		{Session: "other", Command: "x"},
		{Kind: journal.Passed, Session: "s", Tool: "Bash", Command: "a"},
		{Kind: journal.Fetched, Session: "s", ID: "1", Given: 3},
	} {
		if e.Kind == "" {
			e.Kind = journal.Result
		}
		e.Time = time.Unix(1_790_000_000-int64(i%4), 0)
		if i == 0 {
			e.ID = "1"
		}
		h.note(t, e)
	}
	l := h.open(t)
	if _, err := l.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	want, err := l.Calls(t.Context(), Filter{Session: "s", Untouched: true})
	if err != nil || len(want) != 3 {
		t.Fatalf("%d calls, %v", len(want), err)
	}
	slices.Reverse(want)
	for i := range want {
		want[i].Strategy, want[i].Level, want[i].Encoding = "", "", ""
	}
	got, err := l.SessionCalls(t.Context(), "s")
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestReadCalls: the calls of a session that are read from the journal alone are those of the ledger.
func TestReadCalls(t *testing.T) {
	base, n := t.TempDir(), 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		h := home{filepath.Join(base, fmt.Sprint(n))}
		events := slices.DeleteFunc(drawEvents(rt), func(e journal.Event) bool { return e.Kind == journal.Forgot })
		for i := range events { // ids differ between sessions
			main, _, _ := strings.Cut(events[i].Session, "/")
			events[i].ID += main
		}
		h.note(t, events...)
		l := h.open(t)
		defer l.Close()
		if _, err := l.IndexCalls(t.Context(), nil); err != nil {
			rt.Fatal(err)
		}
		want, err := l.SessionCalls(t.Context(), "s")
		if err != nil {
			rt.Fatal(err)
		}
		got, day, err := call.Read(h.options().Journal, "", "s")
		if err != nil {
			rt.Fatal(err)
		}
		again, _, err := call.Read(h.options().Journal, day, "s")
		if diff := cmp.Diff(got, again); diff != "" || err != nil {
			rt.Fatalf("from the first day on, %v (-all +again):\n%s", err, diff)
		}
		inLedger := cmpopts.IgnoreFields(Call{}, "Seq", "Kind", "Epoch", "Strategy", "Level", "Bytes", "Fallback",
			"Encoding")
		if diff := cmp.Diff(want, got, inLedger, cmpopts.EquateEmpty()); diff != "" {
			rt.Fatalf("the journal has other calls (-ledger +journal):\n%s", diff)
		}
	})
}
