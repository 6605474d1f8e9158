package web

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
)

// TestForgotten: an output that is open on the page is served no more once it was forgotten.
func TestForgotten(t *testing.T) {
	dir := t.TempDir()
	st := store.Open(store.Options{Dir: dir})
	sp := spool.FromBytes([]byte("a line to forget\n"), nil)
	const id = "000000000001"
	if err := st.Put(t.Context(), store.Record{ID: id, Time: time.Now(), Source: sp}); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(t.Context(), ledger.Options{
		Path: filepath.Join(dir, ledger.Name), Journal: st.JournalDir(), Store: st,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s, err := New(Options{Ledger: l, Store: st, StoreDir: dir, Warn: func(error) {},
		View: view.AllOn})
	if err != nil {
		t.Fatal(err)
	}
	defer s.shelf.close()
	lines := func() (int, string) {
		r := httptest.NewRequest("GET", "/r/"+id+"/lines?from=1&n=3", nil)
		r.SetPathValue("id", id)
		w := httptest.NewRecorder()
		s.lines(w, r)
		return w.Code, w.Body.String()
	}
	if code, text := lines(); code != http.StatusOK || !strings.Contains(text, "a line to forget") {
		t.Fatalf("before: %d %s", code, text)
	}
	if _, err := st.Forget(t.Context(), store.Which{ID: id}); err != nil {
		t.Fatal(err)
	}
	if code, text := lines(); code != http.StatusNotFound || strings.Contains(text, "to forget") {
		t.Errorf("after: %d %s", code, text)
	}
}
