package journal_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/journal"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// event is the n-th of a test's.
func event(n int) journal.Event {
	at := noon.Add(time.Duration(n) * time.Second)
	return journal.Event{Kind: journal.Result, Time: at, ID: fmt.Sprintf("%012d", n)}
}

func add(t *testing.T, dir string, events ...journal.Event) {
	t.Helper()
	for _, e := range events {
		if err := journal.Append(dir, e); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the ids behind a position, the position behind them, and how many lines were no events.
func read(t *testing.T, dir string, from journal.Position) (ids []string, to journal.Position, bad int) {
	t.Helper()
	to, bad, err := journal.Read(t.Context(), dir, from, func(e journal.Event, _ journal.Position) error {
		ids = append(ids, strings.TrimLeft(e.ID, "0"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids, to, bad
}

// day is the file of the day of an event.
func day(dir string, e journal.Event) string {
	return filepath.Join(dir, e.Time.UTC().Format(time.DateOnly)+".jsonl")
}

// What was appended is read as it was, once, over the end of a day too.
func TestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	code := 2
	want := []journal.Event{
		{Kind: journal.Compacted, Time: noon, Session: "s"},
		{
			Kind: journal.Result, Time: noon.Add(11 * time.Hour), Door: "hook", Program: "claude", Session: "s/agent",
			Dir: "/home/ä", ID: "401882137095", CallID: "c", Tool: "Bash", Command: "make \"x\"\n<b>", Kept: true,
			Strategy: "general", Level: "balanced", Outcome: "fail", Error: "exit", ExitCode: &code, Repeat: true,
			Fallback: true, Encoding: "o200k_base", Raw: 2450, Given: 48, Approximate: true, Bytes: 1 << 40,
			SHA256: strings.Repeat("a", 64), DurationMS: 12,
		},
		{
			Kind: journal.Fetched, Time: noon.Add(13 * time.Hour), ID: "401882137095", Lines: [2]int{210, 0},
			Grep: true,
		},
	}
	add(t, dir, want...)
	var got []journal.Event
	to, bad, err := journal.Read(t.Context(), dir, journal.Position{}, func(e journal.Event, _ journal.Position) error {
		got = append(got, e)
		return nil
	})
	if diff := cmp.Diff(want, got); diff != "" || bad != 0 || err != nil {
		t.Errorf("bad %d, error %v (-want +got):\n%s", bad, err, diff)
	}
	if again, at, _ := read(t, dir, to); len(again) > 0 || at != to {
		t.Errorf("read again from %v: %q, to %v", to, again, at)
	}
	info, err := os.Stat(day(dir, want[0]))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, error %v; want 0600", info.Mode(), err)
	}
}

// A line that was cut off is lost alone, and what another process is writing is read when it is complete.
func TestTorn(t *testing.T) {
	dir := t.TempDir()
	add(t, dir, event(1))
	path := day(dir, event(1))
	write := func(text string) {
		t.Helper()
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteString(text)
		}
		if err = errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	write("\n" + `{"event":"result","time":"2026-11-23T12:00:02Z","id":"2`)
	ids, at, bad := read(t, dir, journal.Position{})
	if !slices.Equal(ids, []string{"1"}) || bad != 0 {
		t.Errorf("half a line: %q, %d bad", ids, bad)
	}
	add(t, dir, event(3))
	if ids, at, bad = read(t, dir, at); !slices.Equal(ids, []string{"3"}) || bad != 1 {
		t.Errorf("behind the torn line: %q, %d bad", ids, bad)
	}
	write("\n{")
	next := event(86400)
	add(t, dir, next)
	if ids, _, bad = read(t, dir, at); !slices.Equal(ids, []string{"86400"}) || bad != 1 {
		t.Errorf("on the next day: %q, %d bad", ids, bad)
	}
}

// A reader that stops goes on behind the last event that it took.
func TestStop(t *testing.T) {
	dir := t.TempDir()
	for n := range 5 {
		add(t, dir, event(n+1))
	}
	stop := errors.New("stop")
	var at journal.Position
	_, _, err := journal.Read(t.Context(), dir, at, func(e journal.Event, behind journal.Position) error {
		if e.ID == event(3).ID {
			return stop
		}
		at = behind
		return nil
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	if ids, _, _ := read(t, dir, at); !slices.Equal(ids, []string{"3", "4", "5"}) {
		t.Errorf("then %q", ids)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, _, err = journal.Read(ctx, dir, journal.Position{}, func(journal.Event, journal.Position) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Forgotten events leave no byte behind, and positions stay as they are.
func TestForget(t *testing.T) {
	dir := t.TempDir()
	events := []journal.Event{event(1), event(2), event(3), event(4)}
	events[1].Command, events[1].Session = "canary", "s"
	events[2].Command, events[2].Session = "canary", "s/agent"
	events[3].Session = "s2"
	add(t, dir, events...)
	_, end, _ := read(t, dir, journal.Position{})
	if err := journal.Forget(dir, func(e journal.Event) bool { return e.Of("s") }); err != nil {
		t.Fatal(err)
	}
	ids, to, _ := read(t, dir, journal.Position{})
	if !slices.Equal(ids, []string{"1", "4"}) || to != end {
		t.Errorf("left: %q, to %v, want %v", ids, to, end)
	}
	if b, err := os.ReadFile(day(dir, event(1))); err != nil || strings.Contains(string(b), "canary") {
		t.Errorf("error %v, left:\n%s", err, b)
	}
}

// Days that are too old go, and the oldest where there is too much; the last one stays.
func TestPrune(t *testing.T) {
	for _, tt := range []struct {
		name string
		days map[int]int64 // sizes by age in days
		left []int
	}{
		{"old", map[int]int64{500: 1, 401: 1, 400: 1, 0: 1}, []int{400, 0}},
		{"large", map[int]int64{9: 1, 8: 30 << 20, 7: 30 << 20, 6: 30 << 20}, []int{7, 6}},
		{"the last one", map[int]int64{50: 100 << 20}, []int{50}},
		{"none", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			at := func(age int) string { return day(dir, event(-86400*age)) }
			for age, size := range tt.days {
				if err := os.WriteFile(at(age), nil, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Truncate(at(age), size); err != nil {
					t.Fatal(err)
				}
			}
			if err := journal.Prune(dir, noon); err != nil {
				t.Fatal(err)
			}
			for age := range tt.days {
				_, err := os.Stat(at(age))
				if want := slices.Contains(tt.left, age); want != (err == nil) {
					t.Errorf("%d days: want it left %v, error %v", age, want, err)
				}
			}
		})
	}
	if err := journal.Prune(filepath.Join(t.TempDir(), "none"), noon); err != nil {
		t.Errorf("a journal that isn't there: %v", err)
	}
}

// Events of many writers are read whole, each once, while they come and others are forgotten.
func TestConcurrent(t *testing.T) {
	const writers, each = 8, 200
	dir := t.TempDir()
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for n := range each {
				e := event(w*each + n + 1)
				e.Time, e.Command = noon, strings.Repeat("x", n*20)
				if err := journal.Append(dir, e); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Go(func() {
		for range 20 {
			if err := journal.Forget(dir, func(e journal.Event) bool { return e.Session == "s" }); err != nil {
				t.Error(err)
			}
		}
	})
	seen := map[string]int{}
	var at journal.Position
	for done := false; len(seen) < writers*each; {
		ids, to, bad := read(t, dir, at)
		if bad > 0 {
			t.Fatalf("%d lines are no events", bad)
		}
		at = to
		for _, id := range ids {
			seen[id]++
		}
		if done {
			break
		}
		if len(seen) > writers*each/2 {
			all.Wait()
			done = true
		}
	}
	if len(seen) != writers*each {
		t.Errorf("%d events, want %d", len(seen), writers*each)
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%s came %d times", id, n)
		}
	}
}

// Long texts are cut at a character, and a folder that can't be made is an error.
func TestBounds(t *testing.T) {
	dir := t.TempDir()
	e := event(1)
	e.Command, e.Session = strings.Repeat("ä", 1<<20), strings.Repeat("s\xff", 1000)
	add(t, dir, e)
	_, _, err := journal.Read(t.Context(), dir, journal.Position{}, func(got journal.Event, _ journal.Position) error {
		if n := len(got.Command); n > 4200 || !strings.HasSuffix(got.Command, "ä…") || len(got.Session) > 1100 {
			t.Errorf("a command of %d bytes, ends in %q; a session of %d", n, got.Command[n-10:], len(got.Session))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := journal.Append(filepath.Join(file, "journal"), e); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("below a file: %v", err)
	}
}

func BenchmarkAppend(b *testing.B) {
	dir := b.TempDir()
	e := event(1)
	e.Tool, e.Command, e.Session, e.Dir = "Bash", "go test ./...", "3f6a5b1c-0000-4000-8000-000000000000", "/home/me"
	for b.Loop() {
		if err := journal.Append(dir, e); err != nil {
			b.Fatal(err)
		}
	}
}
