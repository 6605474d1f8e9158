package store

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/summarize"
)

// shownText is a text of a result with so many hashes.
func shownText(id string, windows int) summarize.ShownText {
	return summarize.ShownText{
		ID: id, Call: "c", Tokens: 40, Runs: []summarize.ShownRun{{First: 3, Windows: noise(7, 16*windows)}},
	}
}

// TestShownMemory: each agent and epoch of a session is shown its own, by whichever process.
func TestShownMemory(t *testing.T) {
	now := time.Now()
	dir := t.TempDir()
	open := func() summarize.ShownMemory {
		return Open(Options{Dir: dir, TTL: time.Hour, Now: func() time.Time { return now }}).ShownMemory()
	}
	who := summarize.Listener{Session: "s", Agent: "main"}
	first, second := shownText("000000000001", 3), shownText("000000000002", 0)
	second.Pointed = true
	for _, text := range []summarize.ShownText{first, second} {
		if err := open().AddShown(who, text); err != nil {
			t.Fatal(err)
		}
	}
	got, err := open().Shown(who)
	if want := []summarize.ShownText{first, second}; err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v (-want +got)\n%s", err, cmp.Diff(want, got))
	}
	others := []summarize.Listener{
		{Session: "t", Agent: "main"}, {Session: "s", Agent: "a1"}, {Session: "s"},
		{Session: "s", Agent: "main", Epoch: 1},
	}
	for _, other := range others {
		if got, err := open().Shown(other); len(got) > 0 || err != nil {
			t.Errorf("%+v: %v, %v", other, got, err)
		}
	}
	if err := open().AddShown(others[3], first); err != nil {
		t.Fatal(err)
	}
	if got, err := open().Shown(who); len(got) != 2 || err != nil {
		t.Errorf("an epoch before: %v, %v", got, err)
	}

	files, err := filepath.Glob(filepath.Join(dir, "given", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%v, %v: others may read it", info, err)
	}
	f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, "{\"epoch\":0,\"id\":")
	f.Close()
	if got, err := open().Shown(who); len(got) != 2 || err != nil {
		t.Errorf("a damaged line: %v, %v", got, err)
	}
	now = now.Add(2 * time.Hour)
	if got, err := open().Shown(who); len(got) > 0 || err != nil {
		t.Errorf("too old: %v, %v", got, err)
	}
}

// TestShownMemoryBound: the file of an agent doesn't grow with its session.
func TestShownMemoryBound(t *testing.T) {
	dir := t.TempDir()
	m := Open(Options{Dir: dir}).ShownMemory()
	for epoch := range 3 {
		who := summarize.Listener{Session: "s", Agent: "main", Epoch: epoch}
		for i := range 40 {
			if err := m.AddShown(who, shownText(fmt.Sprintf("%012d", i), 1000)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := m.Shown(who)
		if err != nil || len(got) < 20 || len(got) > 40 || got[len(got)-1].ID != "000000000039" {
			t.Errorf("epoch %d: %d texts, %v", epoch, len(got), err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "given", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Size() > maxShown+100_000 {
		t.Errorf("%v, %v", info.Size(), err)
	}
}

// TestForgetShown: what a session, and its sub-agents, were shown goes with it, and with a result what it showed.
func TestForgetShown(t *testing.T) {
	s := Open(Options{Dir: t.TempDir()})
	m := s.ShownMemory()
	listeners := []summarize.Listener{
		{Session: "s", Agent: "main"}, {Session: "s", Agent: "a1"}, {Session: "t", Agent: "main"},
	}
	for _, l := range listeners {
		for _, id := range []string{"000000000001", "000000000002"} {
			if err := m.AddShown(l, shownText(id, 2)); err != nil {
				t.Fatal(err)
			}
		}
	}
	check := func(want ...int) {
		t.Helper()
		for i, l := range listeners {
			if got, err := m.Shown(l); len(got) != want[i] || err != nil {
				t.Errorf("%+v: %d texts, %v; want %d", l, len(got), err, want[i])
			}
		}
	}
	check(2, 2, 2)
	if err := s.Put(t.Context(), Record{ID: "000000000001"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Forget(t.Context(), Which{ID: "000000000001"}); err != nil {
		t.Fatal(err)
	}
	check(1, 1, 1)
	if _, err := s.Forget(t.Context(), Which{Session: "s"}); err != nil {
		t.Fatal(err)
	}
	check(0, 0, 1)
	if _, err := s.Forget(t.Context(), Which{All: true}); err != nil {
		t.Fatal(err)
	}
	check(0, 0, 0)
}
