package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/summarize"
)

func TestEarlier(t *testing.T) {
	now := time.Now()
	s := Open(Options{Dir: filepath.Join(t.TempDir(), "store"), TTL: time.Hour, Now: func() time.Time { return now }})
	if e, err := s.Earlier("/a", "make"); err != nil || e != (Earlier{}) {
		t.Fatalf("of nothing: %+v, %v", e, err)
	}
	want := Earlier{
		Before: summarize.PassedOutput([]byte("built x\nbuilt y\n")), Pass: "100000000001", Last: "100000000002",
	}
	if err := s.KeepEarlier("/a", "make", want); err != nil {
		t.Fatal(err)
	}
	got, err := s.Earlier("/a", "make")
	if err != nil || got.Before == nil || got.Pass != want.Pass || got.Last != want.Last {
		t.Fatalf("%+v, %v", got, err)
	}
	a, _ := want.Before.MarshalText()
	if b, _ := got.Before.MarshalText(); string(a) != string(b) {
		t.Errorf("%s came back as %s", a, b)
	}
	for _, other := range [][2]string{{"/a", "make x"}, {"/b", "make"}} {
		if e, err := s.Earlier(other[0], other[1]); err != nil || e.Before != nil {
			t.Errorf("%v has what another run said: %+v, %v", other, e, err)
		}
	}
	path := s.earlierPath("/a", "make")
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", st, err)
	}
	if b, _ := os.ReadFile(path); strings.Contains(string(b), "built") {
		t.Errorf("the lines themselves are on disk: %s", b)
	}
	now = now.Add(2 * time.Hour)
	if e, err := s.Earlier("/a", "make"); err != nil || e.Before != nil {
		t.Errorf("too old, and yet known: %+v, %v", e, err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	now = time.Now()
	if e, err := s.Earlier("/a", "make"); err != nil || e.Before != nil {
		t.Errorf("damaged, and yet known: %+v, %v", e, err)
	}
}

// TestPruneEarlier: what is too old goes, and what is too much, the oldest first.
func TestPruneEarlier(t *testing.T) {
	s := Open(Options{Dir: t.TempDir(), TTL: time.Hour})
	name := func(i int) string { return strings.Repeat("x", i+1) }
	for i := range maxEarlier + 5 {
		if err := s.KeepEarlier("/a", name(i), Earlier{Last: "100000000001"}); err != nil {
			t.Fatal(err)
		}
		age := time.Duration(i) * time.Second
		if i == 3 {
			age = 2 * time.Hour
		}
		if err := os.Chtimes(s.earlierPath("/a", name(i)), time.Now(), time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	p := pruning{s: s, ctx: t.Context(), sizes: map[string]int64{}, refs: map[string]int{}}
	if err := p.pruneRuns(p.s.runs(), p.s.ttl); err != nil {
		t.Fatal(err)
	}
	for i := range maxEarlier + 5 {
		_, err := os.Stat(s.earlierPath("/a", name(i)))
		if want := i != 3 && i <= maxEarlier; (err == nil) != want {
			t.Errorf("%d: %v", i, err)
		}
	}
}

// TestForgetEarlier: with a result goes the memory of the run that gave it, even if the result was pruned. With a
// session go the memories of its last runs, even if their results were never kept.
func TestForgetEarlier(t *testing.T) {
	s := Open(Options{Dir: t.TempDir(), TTL: time.Hour})
	for id, session := range map[string]string{"100000000001": "", "100000000002": "s/a", "100000000003": "t"} {
		if err := s.KeepEarlier("/a", id, Earlier{Last: id, Session: session}); err != nil {
			t.Fatal(err)
		}
		e := journal.Event{Kind: journal.Result, Time: day0, ID: id}
		if err := journal.Append(s.JournalDir(), e); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		which Which
		left  []string
	}{
		{Which{ID: "100000000001"}, []string{"100000000002", "100000000003"}},
		{Which{Session: "s"}, []string{"100000000003"}},
		{Which{All: true}, nil},
	} {
		if _, err := s.Forget(t.Context(), tt.which); err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, id := range []string{"100000000001", "100000000002", "100000000003"} {
			if e, _ := s.Earlier("/a", id); e.Last != "" {
				left = append(left, id)
			}
		}
		if d := cmp.Diff(tt.left, left); d != "" {
			t.Errorf("after %+v (-want +left):\n%s", tt.which, d)
		}
	}
}

// TestForgetEarlierLine: the memory of a later run stays, and nothing of the forgotten one.
func TestForgetEarlierLine(t *testing.T) {
	s := Open(Options{Dir: t.TempDir(), TTL: time.Hour})
	const first, second = "100000000001", "100000000002"
	for _, id := range []string{first, second} {
		if err := s.KeepEarlier("/a", "make", Earlier{Last: id}); err != nil {
			t.Fatal(err)
		}
	}
	if err := journal.Append(s.JournalDir(), journal.Event{Kind: journal.Result, Time: day0, ID: first}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Forget(t.Context(), Which{ID: first}); err != nil {
		t.Fatal(err)
	}
	b, _ := os.ReadFile(s.earlierPath("/a", "make"))
	if e, err := s.Earlier("/a", "make"); err != nil || e.Last != second || strings.Contains(string(b), first) {
		t.Errorf("%+v, %v: %s", e, err, b)
	}
}
