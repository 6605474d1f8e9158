package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/run/spool"
)

// writeRecord writes a file among the records, as another version of toktee might.
func writeRecord(t *testing.T, s *Store, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.records(), name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestNewerVersion has a record in a version of the format that isn't known here. It is listed with what can be told of
// it; reading it is an error that says why, and so is asking for the last result where it is that: an earlier one would
// be taken for it.
func TestNewerVersion(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	at := day0.Add(time.Second)
	name := fmt.Sprintf("%020d-%020d-000000000002", at.UnixNano(), time.Now().UnixNano())
	for header, command := range map[string]string{
		`{"v":99}`: "",
		`{"v":99,"command":"make","id":"2","result":{"at":17},"layers":[1,2]}`: "make",
		`{"v":99,"command":{"line":"make"}}`:                                   "",
	} {
		writeRecord(t, s, name, header+"\nwhatever")
		if _, err := s.Get("000000000002"); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "version 99") {
			t.Errorf("%s: Get: %v", header, err)
		}
		if r, err := s.Last(); !errors.Is(err, ErrNewer) {
			t.Errorf("%s: Last = %q, %v", header, r.ID, err)
		}
		if _, err := s.Payload("000000000002"); !errors.Is(err, ErrNewer) {
			t.Errorf("%s: Payload: %v", header, err)
		}
		list, _, err := s.List(0)
		if err != nil || len(list) != 2 {
			t.Fatalf("%s: List = %d records, %v", header, len(list), err)
		}
		want := Record{ID: "000000000002", Time: at.Local(), Command: command, Newer: 99}
		if d := cmp.Diff(want, list[0]); d != "" {
			t.Errorf("%s: in the list (-want +got):\n%s", header, d)
		}
	}
}

// TestNewerIsKept prunes a store with records of a newer version: they go when they are too old, as any, and not
// before, and so do their payloads.
func TestNewerIsKept(t *testing.T) {
	c := &clock{time.Now()}
	s := newStore(t, Options{TTL: time.Hour, Now: c.now})
	put(t, s, large(1, c.t))
	sum := strings.Repeat("ab", 32)
	at := c.t.UnixNano()
	writeRecord(t, s, fmt.Sprintf("%020d-%020d-000000000002-%s", at, at, sum), `{"v":2}`+"\n")
	if err := os.WriteFile(s.payloadPath(sum), []byte("in a form of its own"), 0o600); err != nil {
		t.Fatal(err)
	}
	prune(t, s)
	if n, m := len(files(t, s.records())), len(files(t, s.payloads())); n != 2 || m != 2 {
		t.Errorf("%d records and %d payloads are left, want 2 and 2", n, m)
	}
	c.t = c.t.Add(61 * time.Minute)
	prune(t, s)
	if n, m := len(files(t, s.records())), len(files(t, s.payloads())); n != 0 || m != 0 {
		t.Errorf("an hour later %d records and %d payloads are left", n, m)
	}
}

// TestUnknownLayout prunes a store in which a newer version has given its records other names. What they refer to isn't
// known, so no payload goes before it is too old for any record. Without them, an unused one goes at once.
func TestUnknownLayout(t *testing.T) {
	for _, c := range []struct {
		name    string
		unknown bool
		age     time.Duration
		left    int
	}{
		{"only known names", false, 0, 0},
		{"another name", true, 0, 1},
		{"another name, long ago", true, 2 * time.Hour, 0},
	} {
		s := newStore(t, Options{TTL: time.Hour})
		put(t, s, record(1, time.Now()))
		path := s.payloadPath(strings.Repeat("cd", 32))
		if err := os.WriteFile(path, []byte("payload"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-c.age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		if c.unknown {
			writeRecord(t, s, "r2.000000000002", "not ours")
		}
		prune(t, s)
		if n := len(files(t, s.payloads())); n != c.left {
			t.Errorf("%s: %d payloads are left, want %d", c.name, n, c.left)
		}
		if _, err := os.Stat(filepath.Join(s.records(), "r2.000000000002")); c.unknown && err != nil {
			t.Errorf("%s: what isn't known is gone: %v", c.name, err)
		}
	}
}

// TestUnknownFields reads a record to which a later toktee has added fields without raising the version.
func TestUnknownFields(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	name := files(t, s.records())[0]
	before, err := s.Get("000000000001")
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(s.records(), name))
	if err != nil {
		t.Fatal(err)
	}
	line, rest, _ := strings.Cut(strings.Replace(string(b), `{"v":1,`, `{"v":1,"labels":{"a":[1]},`, 1), "\n")
	line = string(seal([]byte(line[:len(line)-sealLen]+"}"), before.Result))
	writeRecord(t, s, name, line+"\n"+rest)
	after, err := s.Get("000000000001")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("with a field that isn't known (-without +with):\n%s", d)
	}
	p, err := s.Payload("000000000001")
	if readAll(t, p, err) == "" {
		t.Error("its payload is empty")
	}
}

// TestFirstStore reads a store that the first toktee made that had one, of 20 November 2026.
func TestFirstStore(t *testing.T) {
	s := Open(Options{Dir: t.TempDir()})
	if err := os.CopyFS(s.dir, os.DirFS("testdata/first")); err != nil {
		t.Fatal(err)
	}
	list, _, err := s.List(0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range list {
		got = append(got, r.ID+" "+r.Command)
	}
	want := []string{
		"526665754886 ", "370580295194 cat big.txt",
		"302597522720 sh -c 'echo to stdout; echo to stderr >&2; exit 3'",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("List (-want +got):\n%s", d)
	}
	for id, want := range map[string]string{
		"526665754886": "piped\n",
		"370580295194": strings.Repeat("the same line\n", 5000), // in a file of its own
		"302597522720": "to stdout\nto stderr\n",
	} {
		p, err := s.Payload(id)
		if got := readAll(t, p, err); got != want {
			t.Errorf("Payload(%s) = %.60q, want %.60q", id, got, want)
		}
	}
	p, err := s.PayloadStream("302597522720", spool.Stderr)
	if got := readAll(t, p, err); got != "to stderr\n" {
		t.Errorf("standard error = %q", got)
	}
	if err := s.Put(context.Background(), Record{ID: "000000000001"}); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Last(); err != nil || r.ID != "000000000001" {
		t.Errorf("after a Put beside them, Last = %q, %v", r.ID, err)
	}
	if b := list[0].Result; !bytes.Contains(b, []byte(`"schema_version":1`)) {
		t.Errorf("a result as it was kept: %.80s", b)
	}
}
