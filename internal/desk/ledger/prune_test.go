package ledger

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// TestPruneOld removes whole days of calls, with their regrets and sums.
func TestPruneOld(t *testing.T) {
	h := home{t.TempDir()}
	var events []journal.Event
	for n := range 100 {
		e := journal.Event{
			Kind: journal.Result, Time: noon.Add(time.Duration(n) * 7 * time.Hour), ID: fmt.Sprint(n), Tool: "Bash",
			Session: fmt.Sprint(n / 30), Raw: 100 + n, Given: 9,
		}
		if n%5 == 4 {
			e.Kind, e.ID, e.Given = journal.Fetched, fmt.Sprint(n-1), 3
		}
		events = append(events, e)
	}
	h.note(t, events...)
	o := h.options()
	now := events[99].Time
	o.TTL, o.Now = 10*24*time.Hour, func() time.Time { return now }
	l, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	compare(t, l, events, Query{})
	done, err := l.Prune(t.Context())
	if err != nil || done.Calls < 40 {
		t.Errorf("pruned %+v, %v", done, err)
	}
	cutoff := now.Add(-o.TTL).Truncate(24 * time.Hour)
	r := count(events)
	for _, by := range allBy {
		got, err := l.Stats(t.Context(), Query{By: by})
		if diff := cmp.Diff(r.stats(Query{By: by, Since: cutoff}), got); diff != "" || err != nil {
			t.Errorf("by %q, %v (-recount +ledger):\n%s", by, err, diff)
		}
	}
	if done, err := l.Prune(t.Context()); err != nil || done != (Pruned{}) {
		t.Errorf("pruned again: %+v, %v", done, err)
	}
}

// TestPruneLines removes the lines of an output that the store has no more, and leaves its numbers.
func TestPruneLines(t *testing.T) {
	h := home{t.TempDir()}
	details := `{"details":{"type":"runs","runs":[{"tool":"go","failures":[{"name":"TestA"}]}]}}`
	for n, word := range []string{"xyzzyone", "xyzzytwo"} {
		r := store.Record{ID: fmt.Sprintf("%012d", n), Time: noon, Result: json.RawMessage(details)}
		h.put(t, r, strings.Repeat("line "+word+"\n", 500))
		h.note(t, journal.Event{Kind: journal.Result, Time: noon, ID: r.ID, Kept: true, Raw: 7})
	}
	l := h.open(t)
	index(t, l)
	if _, err := l.o.Store.Forget(t.Context(), store.Which{ID: fmt.Sprintf("%012d", 0)}); err != nil {
		t.Fatal(err)
	}
	if done, err := l.Prune(t.Context()); err != nil || done != (Pruned{Outputs: 1}) {
		t.Errorf("pruned %+v, %v, want one output", done, err)
	}
	noBytes(t, h, "xyzzyone")
	if got, _ := hits(t, l, Search{Text: "xyzzytwo", Limit: 1}); len(got) != 1 {
		t.Errorf("the other output isn't found")
	}
	if groups, err := l.Stats(t.Context(), Query{}); err != nil || groups[0].Raw != 14 {
		t.Errorf("stats: %+v, %v", groups, err)
	}
	before, _ := hits(t, l, Search{Text: "line", Limit: 1 << 20})
	done, err := l.Rebuild(t.Context(), nil)
	if err != nil || done.Lines != 500 {
		t.Errorf("made again: %+v, %v", done, err)
	}
	if after, _ := hits(t, l, Search{Text: "line", Limit: 1 << 20}); !cmp.Equal(before, after) {
		t.Errorf("%d lines are found, want %d", len(after), len(before))
	}
}

// TestIndexBound drops the oldest parts of an index that is too large.
func TestIndexBound(t *testing.T) {
	sweep.OneGoroutine(t)
	h := home{t.TempDir()}
	o := h.options()
	o.MaxIndex = 40_000
	l, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.shardText = 50_000
	for n := range 20 {
		var b strings.Builder
		for i := range 2000 {
			fmt.Fprintf(&b, "word%d of output%d\n", n*2000+i, n)
		}
		h.keep(t, n, b.String(), journal.Event{})
		index(t, l)
	}
	var size int64
	err = l.read.QueryRow("SELECT sum(bytes) FROM shards").Scan(&size)
	if err != nil || size > 60_000 || size < 10_000 {
		t.Errorf("the index has %d bytes, %v, want about 40,000", size, err)
	}
	if got, _ := hits(t, l, Search{Text: "output19"}); len(got) == 0 {
		t.Error("the newest output isn't found")
	}
	if got, _ := hits(t, l, Search{Text: "output0"}); len(got) != 0 {
		t.Error("the oldest output is found")
	}
	if done := index(t, l); done != (Indexed{}) {
		t.Errorf("indexed again: %+v", done)
	}
}

// TestOpenAtOnce opens a ledger that isn't there sixteen times at once, and indexes through all of them.
func TestOpenAtOnce(t *testing.T) {
	h := home{filepath.Join(t.TempDir(), "new")}
	var events []journal.Event
	for n := range 500 {
		events = append(events, journal.Event{
			Kind: journal.Result, Time: noon.Add(time.Duration(n) * time.Second), ID: fmt.Sprint(n), Session: "s",
			Raw: n,
		})
	}
	h.note(t, events...)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			l, err := Open(t.Context(), h.options())
			if err != nil {
				t.Error(err)
				return
			}
			defer l.Close()
			if _, err := l.Index(t.Context(), nil); err != nil {
				t.Error(err)
			}
			if groups, err := l.Stats(t.Context(), Query{}); err != nil || groups[0].Calls != 500 {
				t.Errorf("stats: %+v, %v", groups, err)
			}
		})
	}
	all.Wait()
	compare(t, h.open(t), events, Query{})
}
