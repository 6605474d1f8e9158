package store

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/summarize"
)

// TestForget deletes one, a session's, and all, and looks for what was said in every file that is left.
func TestForget(t *testing.T) {
	dir := t.TempDir()
	s := Open(Options{Dir: dir})
	put := func(id, session, text string) {
		t.Helper()
		r := Record{ID: id, Session: session, Command: "cat", Source: spool.FromBytes([]byte(text), nil)}
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if session == "" {
			return
		}
		if err := s.Memory().Remember(session, "cat", summarize.Given{ID: id}); err != nil {
			t.Fatal(err)
		}
		path := SessionFile(dir, session)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{\"id\":\""+id+"\"}\n{\"id\":\"000000000000\"}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := string(noise(1, smallZstd+1)) // the same in two results, and too long to be inside a record
	put("000000000001", "", "one")
	put("000000000002", "s", "two")
	put("000000000003", "s/agent", "three")
	put("000000000004", "other", "four")
	put("000000000005", "s", long)
	put("000000000006", "other", long)

	if _, err := s.Forget(t.Context(), Which{ID: "000000000009"}); !errors.Is(err, ErrNotFound) {
		t.Errorf("an unknown id: %v", err)
	}
	check := func(what string, which Which, results int, left string) {
		t.Helper()
		half := filepath.Join(dir, "tmp", "put-1") // of a process that was killed
		if err := os.WriteFile(half, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		done, err := s.Forget(t.Context(), which)
		if err != nil || done.Results != results || results > 0 && done.Bytes <= 0 {
			t.Errorf("%s: %+v, %v; want %d results", what, done, err, results)
		}
		all := ids(t, s)
		slices.Sort(all)
		if got := strings.ReplaceAll(strings.Join(all, " "), "00000000000", ""); got != left {
			t.Errorf("%s: %q are left, want %q", what, got, left)
		}
		if _, err := os.Stat(half); err == nil {
			t.Errorf("%s: what a killed process was writing is still there", what)
		}
	}
	check("one", Which{ID: "000000000001"}, 1, "2 3 4 5 6")
	check("another", Which{ID: "000000000004"}, 1, "2 3 5 6")
	if _, ok, err := s.Memory().Recall("other", "cat"); !ok || err != nil {
		t.Errorf("a later answer to the call isn't known any more: %v", err)
	}
	check("a session", Which{Session: "s"}, 3, "6")
	if _, ok, err := s.Memory().Recall("s", "cat"); ok || err != nil {
		t.Errorf("what the session was given is still known: %v", err)
	}
	if _, err := os.Stat(SessionFile(dir, "s")); err == nil {
		t.Error("the notes of its hooks are still there")
	}
	if _, err := os.Stat(SessionFile(dir, "other")); err != nil {
		t.Errorf("the notes of another session: %v", err)
	}
	p, err := s.Payload("000000000006")
	if err != nil {
		t.Fatalf("the payload that another result has too: %v", err)
	}
	if b, err := io.ReadAll(p); err != nil || string(b) != long {
		t.Errorf("it has %d bytes, %v", len(b), err)
	}
	p.Close()
	check("the same session again", Which{Session: "s"}, 0, "6")
	check("all", Which{All: true}, 1, "")
	for _, sub := range []string{"records", "payloads", "given", "hooks"} {
		if entries, _ := os.ReadDir(filepath.Join(dir, sub)); len(entries) > 0 {
			t.Errorf("%s has %d files", sub, len(entries))
		}
	}
	none := Open(Options{Dir: filepath.Join(dir, "none")})
	if done, err := none.Forget(t.Context(), Which{All: true}); err != nil || done.Results != 0 {
		t.Errorf("no store: %+v, %v", done, err)
	}
}

// TestForgetNotes: notes of hooks go when they are as old as results get.
func TestForgetNotes(t *testing.T) {
	dir := t.TempDir()
	path := SessionFile(dir, "s")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-8 * 24 * time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	s := Open(Options{Dir: dir})
	put(t, s, record(1, time.Now()))
	if _, err := os.Stat(path); err == nil {
		t.Error("the notes are still there")
	}
}

// TestForgetSession: the results of a session are those whose records name it, those that the journal has noted under
// it, and those that can't be read. Its name is gone from the journal, also from the request of an older version.
func TestForgetSession(t *testing.T) {
	const session = "canary-session"
	dir := t.TempDir()
	s := Open(Options{Dir: dir})
	for i, of := range []string{session, session + "/agent", "", "", "other", "other"} {
		r := record(i+1, time.Now())
		r.Session = of
		put(t, s, r)
	}
	note := func(e journal.Event) {
		t.Helper()
		e.Time = time.Now()
		if err := journal.Append(s.JournalDir(), e); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"000000000003", "000000000005"} {
		note(journal.Event{Kind: journal.Result, ID: id, Session: session})
	}
	note(journal.Event{Kind: journal.Forgot, Session: session})
	damaged, err := s.find("000000000006")
	if err != nil {
		t.Fatal(err)
	}
	change(t, filepath.Join(s.records(), damaged.name), func([]byte) []byte { return []byte("half of " + session) })
	for _, day := range []string{"2026-01-02", time.Now().UTC().Format(time.DateOnly)} { // lines of killed processes
		path := filepath.Join(s.JournalDir(), day+".jsonl")
		half, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		half.WriteString(`{"event":"result","session":"` + session)
		half.Close()
	}
	if done, err := s.Forget(t.Context(), Which{Session: session}); err != nil || done.Results != 4 {
		t.Errorf("Forget = %+v, %v, want 4 results", done, err)
	}
	left := ids(t, s)
	slices.Sort(left)
	if got := strings.Join(left, " "); got != "4 5" {
		t.Errorf("%q are left, want the one without a session and that of another", got)
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(session)) {
			t.Errorf("the session's name is in %s:\n%s", path, b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
