package store_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
)

func TestPayloadAt(t *testing.T) {
	large := bytes.Repeat([]byte("a line of a large output\n"), 200_000)
	for name, payload := range map[string][]byte{"inside the record": large[:1000], "in a file": large} {
		t.Run(name, func(t *testing.T) {
			s := store.Open(store.Options{Dir: t.TempDir()})
			sp := spool.New(spool.Options{Dir: s.SpoolDir()})
			defer sp.Remove()
			sp.Write(spool.Stdout, payload)
			sp.Close()
			if err := s.Put(t.Context(), store.Record{ID: "123456789012", Source: sp}); err != nil {
				t.Fatal(err)
			}
			at, err := s.PayloadAt("1234")
			if err != nil {
				t.Fatal(err)
			}
			defer at.Close()
			if at.Size() != int64(len(payload)) {
				t.Errorf("Size() = %d, want %d", at.Size(), len(payload))
			}
			got := make([]byte, 100)
			off := int64(len(payload) - 90)
			if n, err := at.ReadAt(got, off); !bytes.Equal(got[:n], payload[off:]) || err != io.EOF {
				t.Errorf("ReadAt = %q, %v", got[:n], err)
			}
		})
	}
	s := store.Open(store.Options{Dir: t.TempDir()})
	if _, err := s.PayloadAt("1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v, want %v", err, store.ErrNotFound)
	}
	if err := s.Put(t.Context(), store.Record{ID: "123456789012"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PayloadAt("1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v of a record without a payload, want %v", err, store.ErrNotFound)
	}
}
