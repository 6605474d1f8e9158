package store_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/store"
)

func TestDecisions(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	s := store.Open(store.Options{Dir: dir, Now: func() time.Time { return now }})
	key, other := store.DecisionKey{1}, store.DecisionKey{2}
	if _, ok, err := s.Decision(key); ok || err != nil {
		t.Fatalf("there is a decision, or an error: %v", err)
	}
	want := store.Decision{
		IDs: []string{"401882137095"}, Session: "s/agent", Text: "one\n\ntwo", Refs: []string{"123456789012"},
	}
	if _, err := s.Decide(key, want); err != nil {
		t.Fatal(err)
	}
	second, err := s.Decide(key, store.Decision{IDs: []string{"401882137096"}, Text: "later"})
	if err != nil || second.Text != want.Text || second.IDs[0] != want.IDs[0] {
		t.Errorf("the second decision holds, not the first: %+v, %v", second, err)
	}
	again, ok, err := store.Open(store.Options{Dir: dir}).Decision(key)
	if !ok || err != nil || again.Text != want.Text || len(again.Refs) != 1 {
		t.Errorf("read again: %+v, %v, %v", again, ok, err)
	}
	if _, err := s.Decide(other, store.Decision{Whole: true, Session: "elsewhere"}); err != nil {
		t.Fatal(err)
	}

	before := s.LastForgotten()
	if _, err := s.Forget(t.Context(), store.Which{Session: "s"}); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := s.Decision(key); ok {
		t.Error("the decision of a forgotten session is still there")
	}
	if d, ok, _ := s.Decision(other); !ok || !d.Whole {
		t.Error("the decision of another session is gone")
	}
	if !s.LastForgotten().After(before) {
		t.Error("processes don't see that something was forgotten")
	}
}

func TestDecisionsAreBounded(t *testing.T) {
	now := time.Now()
	dir := t.TempDir()
	s := store.Open(store.Options{Dir: dir, Now: func() time.Time { return now }})
	for _, key := range []store.DecisionKey{{1}, {2}} {
		if _, err := s.Decide(key, store.Decision{Text: "text"}); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(40 * 24 * time.Hour)
	if _, ok, _ := s.Decision(store.DecisionKey{1}); !ok { // this is a use
		t.Fatal("a decision is gone after 40 days")
	}
	now = now.Add(30 * 24 * time.Hour)
	if _, err := s.GC(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := s.Decision(store.DecisionKey{1}); !ok {
		t.Error("a decision that was used 30 days ago is gone")
	}
	if _, ok, _ := s.Decision(store.DecisionKey{2}); ok {
		t.Error("a decision that wasn't used for 70 days is still there")
	}
}

func TestDamagedDecision(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(store.Options{Dir: dir})
	key := store.DecisionKey{1}
	if _, err := s.Decide(key, store.Decision{Text: "text"}); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "gateway", "*", "*"))
	if len(files) != 1 {
		t.Fatalf("%d files, want 1", len(files))
	}
	if err := os.WriteFile(files[0], []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := s.Decision(key); ok || err != nil {
		t.Errorf("a damaged decision: %v, %v", ok, err)
	}
	if _, err := s.Decide(key, store.Decision{Text: "text"}); err == nil {
		t.Error("a decision that wasn't kept is no error")
	}
}
