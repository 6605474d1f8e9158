package store

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestSnapshot finds what there was, and says of what was pruned since that it isn't there.
func TestSnapshot(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	s := Open(Options{Dir: t.TempDir(), TTL: time.Hour, Now: func() time.Time { return now }})
	ids := []string{"000000000003", "000000000001", "000000000002"}
	for i, n := range []int{3, 1, 2} {
		put(t, s, record(n, now.Add(time.Duration(i)*time.Second)))
	}
	n, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ids, n.IDs()); diff != "" {
		t.Errorf("ids, the oldest first (-want +got):\n%s", diff)
	}
	r, payload, err := n.Open(ids[1])
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(payload)
	payload.Close()
	if err != nil || string(b) != "out 1\nerr 1\n" || r.Command != "make t1" {
		t.Errorf("record %+v with %q, %v", r, b, err)
	}
	if n.Has("000000000004") || !n.Has(ids[0]) {
		t.Error("Has is wrong")
	}

	if done, err := s.GC(t.Context()); err != nil || done != (Forgotten{}) {
		t.Errorf("removed %+v, %v, want nothing", done, err)
	}
	now = now.Add(2 * time.Hour)
	if done, err := s.GC(t.Context()); err != nil || done.Results != 3 || done.Bytes < 3*4096 {
		t.Errorf("removed %+v, %v, want 3 results, of a block at least each", done, err)
	}
	if _, err := n.Get(ids[1]); !errors.Is(err, ErrNotFound) {
		t.Errorf("a result that is gone: %v, want %v", err, ErrNotFound)
	}
}
