package ledger

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
