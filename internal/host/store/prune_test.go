package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/run/spool"
)

func prune(t *testing.T, s *Store) {
	t.Helper()
	if err := s.prune(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// noise is n bytes that don't compress.
func noise(seed, n int) []byte {
	b := make([]byte, n)
	x := uint64(seed)*0x9e3779b97f4a7c15 + 1
	for i := range b {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b[i] = byte(x)
	}
	return b
}

// TestTTL checks that a store prunes by age when something is put. The age counts from Put, whatever the record's own
// time is.
func TestTTL(t *testing.T) {
	c := &clock{day0}
	s := newStore(t, Options{TTL: time.Hour, Now: c.now})
	put(t, s, large(1, time.Time{}))
	c.t = day0.Add(30 * time.Minute)
	put(t, s, large(2, day0.Add(30*time.Minute)))
	c.t = day0.Add(61 * time.Minute)
	put(t, s, large(3, time.Time{}))
	if diff := cmp.Diff([]string{"3", "2"}, ids(t, s)); diff != "" {
		t.Errorf("after an hour (-want +got):\n%s", diff)
	}
	if n := len(files(t, s.payloads())); n != 2 {
		t.Errorf("%d payloads, want 2", n)
	}
	c.t = day0.Add(65 * time.Minute) // 2 isn't too old yet
	put(t, s, record(4, time.Time{}))
	c.t = day0.Add(100 * time.Minute)
	put(t, s, record(5, time.Time{}))
	if diff := cmp.Diff([]string{"5", "4", "3"}, ids(t, s)); diff != "" {
		t.Errorf("after 100 minutes (-want +got):\n%s", diff)
	}
}

// TestSeldom checks that not every Put prunes, not even by another process, and that a clock that goes back doesn't
// stop it.
func TestSeldom(t *testing.T) {
	c := &clock{day0}
	o := Options{Dir: filepath.Join(t.TempDir(), "x"), TTL: 5 * time.Minute, Now: c.now}
	s := Open(o)
	put(t, s, record(1, time.Time{}))
	c.t = day0.Add(6 * time.Minute)
	put(t, s, record(2, time.Time{})) // 1 is too old, but who looks
	put(t, Open(o), record(3, time.Time{}))
	if n := len(ids(t, s)); n != 3 {
		t.Errorf("%d records, want 3", n)
	}
	c.t = day0.Add(10 * time.Minute)
	put(t, Open(o), record(4, time.Time{}))
	if diff := cmp.Diff([]string{"4", "3", "2"}, ids(t, s)); diff != "" {
		t.Errorf("after 10 minutes (-want +got):\n%s", diff)
	}
	c.t = day0.Add(-time.Hour)
	put(t, s, record(5, time.Time{}))
	if info, err := os.Stat(s.stamp()); err != nil || !info.ModTime().Equal(c.t) {
		t.Errorf("after the clock went back, the last pruning was at %v, %v", info.ModTime(), err)
	}
}

// TestMaxBytes checks that the oldest records go first, and that their payloads stay as long as others share them.
func TestMaxBytes(t *testing.T) {
	s := newStore(t, Options{MaxBytes: 1 << 20, Now: (&clock{day0}).now})
	shared := noise(0, 200<<10)
	for i := 1; i <= 8; i++ {
		r := record(i, day0.Add(time.Duration(i)*time.Second))
		r.Source = spool.FromBytes(noise(i, 200<<10), nil)
		if i%4 == 0 {
			r.Source = spool.FromBytes(shared, nil) // 4 and 8
		}
		put(t, s, r)
	}
	prune(t, s)
	// A record with 200 KiB takes 204 KiB or 208, and 921 KiB are left: 8 and 7 to 5, and 4, which costs nothing but
	// its record.
	if diff := cmp.Diff([]string{"8", "7", "6", "5", "4"}, ids(t, s)); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	if n := len(files(t, s.payloads())); n != 4 {
		t.Errorf("%d payloads, want 4", n)
	}
	for _, id := range []string{"000000000004", "000000000008"} {
		p, err := s.Payload(id)
		if got := readAll(t, p, err); got != string(shared) {
			t.Errorf("the payload of %s: %d bytes", id, len(got))
		}
	}
}

// TestMaxRecords checks that there can't be so many records that finding one takes long.
func TestMaxRecords(t *testing.T) {
	s := newStore(t, Options{})
	s.maxRecords = 3
	for i := 1; i <= 5; i++ {
		put(t, s, large(i, day0.Add(time.Duration(i)*time.Second)))
	}
	prune(t, s)
	if diff := cmp.Diff([]string{"5", "4", "3"}, ids(t, s)); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	if n := len(files(t, s.payloads())); n != 3 {
		t.Errorf("%d payloads, want 3", n)
	}
}

// TestLarge checks that a large payload makes its Put prune, and that the newest record stays however large it is.
func TestLarge(t *testing.T) {
	s := newStore(t, Options{MaxBytes: 1 << 20})
	for i := 1; i <= 4; i++ {
		r := record(i, time.Time{})
		r.Source = spool.FromBytes(noise(i, 2<<20), nil)
		put(t, s, r)
		if diff := cmp.Diff([]string{fmt.Sprint(i)}, ids(t, s)); diff != "" {
			t.Errorf("after %d (-want +got):\n%s", i, diff)
		}
	}
	if n := len(files(t, s.payloads())); n != 1 {
		t.Errorf("%d payloads, want 1", n)
	}
}

// TestCrash checks that what crashes leave behind goes: files in tmp, payloads without a record, records that were
// replaced.
func TestCrash(t *testing.T) {
	c := &clock{time.Now()}
	s := newStore(t, Options{Now: c.now})
	put(t, s, large(1, time.Time{}))
	put(t, s, large(1, c.t.Add(time.Second)))

	for _, name := range []string{"put-123", "spool-1.zst"} {
		if err := os.WriteFile(filepath.Join(s.tmp(), name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(s.tmp(), "spool-2"), 0o700); err != nil {
		t.Fatal(err)
	}
	orphan := s.payloadPath(fmt.Sprintf("%064x", 1))
	if err := os.WriteFile(orphan, []byte("orphan"), 0o600); err != nil {
		t.Fatal(err)
	}
	alive := spool.New(spool.Options{Dir: s.SpoolDir(), Threshold: 1})
	defer alive.Remove()
	alive.Write(spool.Stdout, bytes.Repeat([]byte("x"), 100))

	prune(t, s)
	if left := files(t, s.tmp()); len(left) != 2 {
		t.Errorf("tmp holds %v, want the spool that is in use, and the folder, in which there may soon be one", left)
	}
	if n := len(files(t, s.payloads())); n != 1 {
		t.Errorf("%d payloads, want 1", n)
	}
	stranger := filepath.Join(s.records(), "README")
	if err := os.WriteFile(stranger, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	prune(t, s)
	if n := len(files(t, s.records())); n != 2 {
		t.Errorf("%d files in records, want the record and the stranger", n)
	}
	c.t = c.t.Add(2 * time.Hour)
	prune(t, s)
	if left := files(t, s.tmp()); len(left) != 1 {
		t.Errorf("tmp holds %v, want the spool that is in use", left)
	}
	alive.Close()
	r := record(2, time.Time{})
	r.Source = alive
	put(t, s, r)
	p, err := s.Payload(r.ID)
	if got := readAll(t, p, err); len(got) != 100 {
		t.Errorf("the payload has %d bytes, want 100", len(got))
	}
}

// TestPruneCancelled checks that pruning stops when its context ends.
func TestPruneCancelled(t *testing.T) {
	c := &clock{day0}
	s := newStore(t, Options{Now: c.now})
	put(t, s, record(1, time.Time{}))
	c.t = day0.Add(1000 * time.Hour)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.prune(ctx); err == nil {
		t.Error("no error")
	}
	if n := len(ids(t, s)); n != 1 {
		t.Errorf("%d records, want 1", n)
	}
}
