package ledger

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
)

// TestForgetBytes forgets a result, a session and everything, and looks for what was said in it in all files.
func TestForgetBytes(t *testing.T) {
	tests := []struct {
		name  string
		which store.Which
		gone  []string // what is left nowhere
		left  []string // what is still found
	}{
		{
			"a result", store.Which{ID: fmt.Sprintf("%012d", 1)},
			[]string{"xyzzyone"}, []string{"xyzzytwo", "xyzzythree", "xyzzyfour"},
		},
		{"a session", store.Which{Session: "s"}, []string{"xyzzyone", "xyzzytwo"}, []string{"xyzzythree", "xyzzyfour"}},
		{"all", store.Which{All: true}, []string{"xyzzyone", "xyzzytwo", "xyzzythree", "xyzzyfour"}, nil},
	}
	for _, tt := range tests {
		for _, byEvent := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, by event %t", tt.name, byEvent), func(t *testing.T) {
				h := home{t.TempDir()}
				for n, who := range []struct{ word, session string }{
					{"xyzzyone", "s"}, {"xyzzytwo", "s/a"}, {"xyzzythree", "s0"}, {"xyzzyfour", ""},
				} {
					h.keep(t, n+1, strings.Repeat("line "+who.word+"\n", 3000), journal.Event{
						Command: who.word + "-program --flag", Tool: "Bash", Session: who.session, Dir: "/" + who.word,
					})
				}
				l := h.open(t)
				index(t, l)
				if byEvent {
					e := journal.Event{Kind: journal.Forgot, Time: noon, ID: tt.which.ID, All: tt.which.All}
					if tt.which.Session != "" {
						e.SessionSum = journal.SessionSum(tt.which.Session)
					}
					h.note(t, e)
					if _, err := l.IndexCalls(t.Context(), nil); err != nil {
						t.Fatal(err)
					}
				} else if err := l.Forget(t.Context(), tt.which); err != nil {
					t.Fatal(err)
				}
				noBytes(t, h, tt.gone...)
				for _, word := range tt.left {
					if got, _ := hits(t, l, Search{Text: word, Limit: 1}); len(got) != 1 {
						t.Errorf("%q isn't found any more", word)
					}
				}
				list, err := l.Calls(t.Context(), Filter{})
				if err != nil || len(list) != len(tt.left) {
					t.Errorf("%d calls are left, want %d, %v", len(list), len(tt.left), err)
				}
			})
		}
	}
}

// TestForgetIsRebuilt compares a ledger from which something was forgotten with one that is made from a journal in
// which it was blanked.
func TestForgetIsRebuilt(t *testing.T) {
	h := home{t.TempDir()}
	for n := range 30 {
		h.keep(t, n, "output\n", journal.Event{
			Tool: "Bash", Session: []string{"s", "s/a", "t"}[n%3], Raw: 100 * n, Given: n, Command: "go test",
		})
		if n%4 == 0 {
			h.note(t, journal.Event{
				Kind: journal.Fetched, Time: noon, ID: fmt.Sprintf("%012d", n/2), Session: "s", Given: 7,
			})
		}
	}
	l := h.open(t)
	index(t, l)
	forgotten := func(e journal.Event) bool { return e.ID == fmt.Sprintf("%012d", 6) || e.Of("t") }
	for _, which := range []store.Which{{ID: fmt.Sprintf("%012d", 6)}, {Session: "t"}} {
		if err := l.Forget(t.Context(), which); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(h.dir, "journal")
	if err := journal.Forget(dir, forgotten); err != nil {
		t.Fatal(err)
	}
	o := h.options()
	o.Path = filepath.Join(t.TempDir(), Name)
	again, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	index(t, again)
	for _, by := range allBy {
		want, err1 := again.Stats(t.Context(), Query{By: by})
		got, err2 := l.Stats(t.Context(), Query{By: by})
		if diff := cmp.Diff(want, got); diff != "" || err1 != nil || err2 != nil {
			t.Errorf("by %q, %v, %v (-made again +forgotten):\n%s", by, err1, err2, diff)
		}
	}
}

// TestForgetPruned forgets what was found in outputs that the store has pruned before.
func TestForgetPruned(t *testing.T) {
	for name, which := range map[string]store.Which{
		"a session": {Session: "s"}, "a result": {ID: fmt.Sprintf("%012d", 1)}, "all": {All: true},
	} {
		t.Run(name, func(t *testing.T) {
			h := home{t.TempDir()}
			details := `{"details":{"type":"runs","runs":[{"tool":"go","failures":[{"message":"xyzzyfound"}]}]}}`
			r := store.Record{ID: fmt.Sprintf("%012d", 1), Time: noon, Session: "s", Result: json.RawMessage(details)}
			h.put(t, r, "FAIL\n")
			h.note(t, journal.Event{Kind: journal.Result, Time: noon, ID: r.ID, Session: "s", Kept: true})
			l := h.open(t)
			index(t, l)
			if _, err := l.o.Store.Forget(t.Context(), store.Which{ID: r.ID}); err != nil {
				t.Fatal(err)
			}
			if _, err := l.Prune(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := l.Forget(t.Context(), which); err != nil {
				t.Fatal(err)
			}
			noBytes(t, h, "xyzzyfound")
		})
	}
}

// TestForgetDamaged: the contents of databases that were moved aside aren't known, so they go with any request.
func TestForgetDamaged(t *testing.T) {
	h := home{t.TempDir()}
	l := h.open(t)
	for _, which := range []store.Which{{ID: fmt.Sprintf("%012d", 1)}, {Session: "s"}, {All: true}} {
		for _, name := range []string{Name + ".damaged-20261123T120000", Name + ".damaged-20261123T120000-wal"} {
			if err := os.WriteFile(filepath.Join(h.dir, name), []byte("xyzzyaside"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Forget(t.Context(), which); err != nil {
			t.Fatal(err)
		}
		noBytes(t, h, "xyzzyaside")
	}
}
