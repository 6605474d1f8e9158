package web

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toktee/toktee/internal/desk/view"
)

// TestShelf: many read at once, few documents stay open, and what can't be opened is tried again.
func TestShelf(t *testing.T) {
	var opened atomic.Int64
	s := newShelf(func(ctx context.Context, id string) (*view.Document, error) {
		opened.Add(1)
		if id == "none" {
			return nil, errNotKept
		}
		return view.Open(ctx, view.Source{ID: id}, view.Options{})
	})
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			id := strconv.Itoa(i % 20)
			doc, release, err := s.read(id)
			if err != nil {
				t.Error(err)
				return
			}
			defer release()
			if got := doc.Source().ID; got != id {
				t.Errorf("result %s is the document of %s", id, got)
			}
		})
	}
	wg.Wait()
	if n := len(s.books); n > shelved {
		t.Errorf("%d documents stay open, want at most %d", n, shelved)
	}
	for range 2 {
		want := opened.Load() + 1
		if _, _, err := s.read("none"); !errors.Is(err, errNotKept) {
			t.Errorf("a result that isn't kept: %v", err)
		}
		if got := opened.Load(); got != want {
			t.Errorf("it was opened %d times, want %d", got, want)
		}
	}
	s.close()
}
