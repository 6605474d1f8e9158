package ledger

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
)

func TestClaims(t *testing.T) {
	h := home{t.TempDir()}
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	for i, e := range []journal.Event{
		{Session: "s", Claim: "build succeeds"},
		{Session: "s/scout", Claim: "all tests pass", Verdict: "red", Line: "TestMux", ID: "000000000007"},
		{Session: "other", Claim: "types check"},
	} {
		e.Kind, e.Time = journal.Claimed, at.Add(time.Duration(i)*time.Minute)
		h.note(t, e)
	}
	l := h.open(t)
	if _, err := l.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check := func(session string, want int) {
		t.Helper()
		list, err := l.Claims(t.Context(), session)
		if err != nil || len(list) != want {
			t.Errorf("%s: %+v, %v, want %d", session, list, err, want)
		}
	}
	list, err := l.Claims(t.Context(), "s")
	if err != nil || len(list) != 2 || list[0].Text != "build succeeds" || !list[0].Time.Equal(at) {
		t.Fatalf("%+v, %v", list, err)
	}
	if c := list[1]; c.Session != "s/scout" || c.Verdict != "red" || c.Line != "TestMux" || c.ID != "000000000007" {
		t.Errorf("%+v", c)
	}
	for _, f := range []struct {
		store.Which
		s, other int
	}{{store.Which{ID: "000000000007"}, 1, 1}, {store.Which{Session: "s"}, 0, 1}, {store.Which{All: true}, 0, 0}} {
		if err := l.Forget(t.Context(), f.Which); err != nil {
			t.Fatal(err)
		}
		check("s", f.s)
		check("other", f.other)
	}
}

// TestEarlierVersions adds what a ledger of an earlier version doesn't have, and keeps its calls.
func TestEarlierVersions(t *testing.T) {
	for version, without := range map[int]string{
		3: "DROP TABLE claims; ALTER TABLE contexts DROP COLUMN isfull; ALTER TABLE contexts DROP COLUMN base",
		4: "ALTER TABLE contexts DROP COLUMN isfull; ALTER TABLE contexts DROP COLUMN base",
	} {
		h := filled(t, 3)
		db, err := sql.Open("sqlite", source(h.options().Path))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(fmt.Sprintf("%s; PRAGMA user_version = %d", without, version)); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		l := h.open(t)
		calls, err := l.SessionCalls(t.Context(), "s")
		if err != nil || len(calls) != 3 {
			t.Errorf("version %d: %d calls, %v", version, len(calls), err)
		}
		if claims, err := l.Claims(t.Context(), "s"); err != nil || len(claims) > 0 {
			t.Errorf("version %d: %+v, %v", version, claims, err)
		}
	}
}
