package store

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/blobs"
	"github.com/toktee/toktee/internal/run/spool"
)

// elsewhere is a place for payloads that isn't known to be a folder of this machine.
type elsewhere struct{ blobs.Blobs }

// TestElsewhere has the large payloads in another place than the store's folder: they are put, shared, read, verified,
// pruned and forgotten there.
func TestElsewhere(t *testing.T) {
	c := &clock{time.Now()}
	place := elsewhere{&blobs.Files{Dir: t.TempDir(), Tmp: t.TempDir()}}
	s := newStore(t, Options{Now: c.now, TTL: time.Hour, Payloads: place})
	sums := func() (n int) {
		for _, err := range place.List(t.Context()) {
			if n++; err != nil {
				t.Fatal(err)
			}
		}
		return n
	}
	put(t, s, record(1, c.t))
	put(t, s, large(2, c.t))
	r := large(3, c.t)
	r.Source = spool.New(spool.Options{Dir: s.SpoolDir(), Threshold: 1}) // a file that can't be renamed to there
	r.Source.Write(spool.Stdout, noise(2, smallZstd+1))
	r.Source.Close()
	put(t, s, r)
	r.Source.Remove()
	put(t, s, large(4, c.t))
	if n := sums(); n != 2 || len(files(t, s.payloads())) > 0 {
		t.Fatalf("%d payloads are there, and %d in the store's folder; want 2 and 0", n, len(files(t, s.payloads())))
	}
	for i, want := range map[string][]byte{
		"000000000001": []byte("out 1\nerr 1\n"), "000000000003": noise(2, smallZstd+1),
		"000000000004": noise(4, smallZstd+1),
	} {
		p, err := s.Payload(i)
		if got := readAll(t, p, err); got != string(want) {
			t.Errorf("the payload of %s has %d bytes, want %d", i, len(got), len(want))
		}
		at, err := s.PayloadAt(i)
		if err != nil {
			t.Errorf("PayloadAt(%s): %v", i, err)
			continue
		}
		part := make([]byte, 5)
		_, err = at.ReadAt(part, int64(len(want)-5))
		if err != nil && err != io.EOF || string(part) != string(want[len(want)-5:]) {
			t.Errorf("the end of the payload of %s is %x, %v", i, part, err)
		}
		at.Close()
	}
	found, done := verify(t, s)
	if d := cmp.Diff(Verified{Records: 4, Payloads: 2, Bytes: 12 + 2*(smallZstd+1)}, done); d != "" {
		t.Errorf("Verify (-want +got):\n%s%+v", d, found)
	}
	err := place.Put(t.Context(), strings.Repeat("ab", 32), func(w io.Writer) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Forget(t.Context(), Which{ID: "000000000002"}); err != nil || sums() != 2 {
		t.Errorf("with one of two that share it forgotten, and one without a record, %d are there, %v", sums(), err)
	}
	if _, err := s.Forget(t.Context(), Which{ID: "000000000003"}); err != nil || sums() != 1 {
		t.Errorf("with both forgotten, %d are there, %v", sums(), err)
	}
	c.t = c.t.Add(2 * time.Hour)
	prune(t, s)
	if n := sums(); n != 0 {
		t.Errorf("two hours later, %d are there", n)
	}
}
