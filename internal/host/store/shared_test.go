package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/spool"
)

// TestShare: a consent is there once it was given, outlives the output, and goes with whatever is forgotten.
func TestShare(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	s := newStore(t, Options{Now: func() time.Time { return now }})
	give := func() {
		t.Helper()
		for id, session := range map[string]string{
			"100000000001": "s", "100000000002": "s/agent", "100000000003": "other", "200000000004": "",
		} {
			put(t, s, Record{ID: id, Session: session, Source: spool.FromBytes([]byte("text "+id), nil)})
			if r, err := s.Share(id); err != nil || r.ID != id {
				t.Fatalf("Share(%s) = %s, %v", id, r.ID, err)
			}
		}
	}
	check := func(what, want string) {
		t.Helper()
		ids, err := s.Shared()
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("%s: Shared = %q, %v, want %q", what, got, err, want)
		}
	}
	forget := func(which Which) {
		t.Helper()
		if _, err := s.Forget(t.Context(), which); err != nil && !errors.Is(err, ErrNotFound) {
			t.Fatal(err)
		}
	}
	check("an empty store", "")
	if _, err := s.Share("1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("sharing what isn't there: %v", err)
	}
	give()
	info, err := os.Stat(filepath.Join(s.dir, "shared", "100000000001"))
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the consent's file: %v, %v", info, err)
	}
	check("all", "100000000001 100000000002 100000000003 200000000004")
	if _, err := s.Unshare("1"); err == nil || !strings.Contains(err.Error(), "ambiguous") {
		t.Errorf("Unshare of three: %v", err)
	}
	if id, err := s.Unshare("2"); err != nil || id != "200000000004" {
		t.Errorf("Unshare = %s, %v", id, err)
	}
	if _, err := s.Unshare("200000000004"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Unshare again: %v", err)
	}
	forget(Which{Session: "s"})
	check("without a session", "100000000003")
	forget(Which{ID: "100000000003"})
	check("without a result", "")
	give()
	now = now.Add(2 * DefaultTTL)
	if _, err := s.GC(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("after the outputs were pruned", "100000000001 100000000002 100000000003 200000000004")
	forget(Which{ID: "100000000003"})
	forget(Which{Session: "s"})
	check("what was pruned is forgotten", "200000000004")
	forget(Which{All: true})
	check("without anything", "")
}
