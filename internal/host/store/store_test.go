package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toktee/toktee/internal/run/spool"
)

var day0 = time.Date(2026, 1, 2, 15, 4, 5, 6, time.UTC)

// clock is a clock that tests set.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func newStore(t *testing.T, o Options) *Store {
	t.Helper()
	if o.Dir == "" {
		o.Dir = filepath.Join(t.TempDir(), "share", "toktee")
	}
	return Open(o)
}

// record is a result with a payload that is its own.
func record(i int, at time.Time) Record {
	return Record{
		ID:      fmt.Sprintf("%012d", i),
		Time:    at,
		Command: fmt.Sprintf("make t%d", i),
		Args:    []string{"make", fmt.Sprintf("t%d", i)},
		Result:  json.RawMessage(fmt.Sprintf("{\n \"schema_version\": 1, \"llm_content\": \"text %d\"}\n", i)),
		Source:  spool.FromBytes([]byte(fmt.Sprintf("out %d\n", i)), []byte(fmt.Sprintf("err %d\n", i))),
	}
}

// large is a record whose payload has its own file.
func large(i int, at time.Time) Record {
	r := record(i, at)
	r.Source = spool.FromBytes(noise(i, smallZstd+1), nil)
	return r
}

// payloadPath is the file of a payload.
func (s *Store) payloadPath(sum string) string { return filepath.Join(s.payloads(), sum+payloadExt) }

func put(t *testing.T, s *Store, r Record) {
	t.Helper()
	if err := s.Put(context.Background(), r); err != nil {
		t.Fatal(err)
	}
}

func readAll(t *testing.T, r io.ReadCloser, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func ids(t *testing.T, s *Store) []string {
	t.Helper()
	list, _, err := s.List(0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range list {
		out = append(out, strings.TrimLeft(r.ID, "0"))
	}
	return out
}

// files lists the files of a store's folder.
func files(t *testing.T, dir string) []string {
	t.Helper()
	d, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, f := range d {
		names = append(names, f.Name())
	}
	return names
}

func TestRoundTrip(t *testing.T) {
	s := newStore(t, Options{})
	r := record(7, day0)
	put(t, s, r)

	got, err := s.Get("000000000007")
	if err != nil {
		t.Fatal(err)
	}
	want := r
	want.Frames = []spool.Frame{{Stream: spool.Stdout, Len: 6}, {Stream: spool.Stderr, Len: 6}}
	want.Sum, want.Bytes = sha256.Sum256([]byte("out 7\nerr 7\n")), 12
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Record{}, "Source")); diff != "" {
		t.Errorf("Get mismatch (-want +got):\n%s", diff)
	}
	last, err := s.Last()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, last, cmpopts.IgnoreFields(Record{}, "Source")); diff != "" {
		t.Errorf("Last mismatch (-want +got):\n%s", diff)
	}

	p, err := s.Payload("000000000007")
	if got := readAll(t, p, err); got != "out 7\nerr 7\n" {
		t.Errorf("Payload = %q", got)
	}
	p, err = s.PayloadStream("000000000007", spool.Stdout)
	if got := readAll(t, p, err); got != "out 7\n" {
		t.Errorf("stdout = %q", got)
	}
	p, err = s.PayloadStream("000000000007", spool.Stderr)
	if got := readAll(t, p, err); got != "err 7\n" {
		t.Errorf("stderr = %q", got)
	}
	if left := files(t, s.tmp()); len(left) > 0 {
		t.Errorf("tmp holds %v", left)
	}
}

// TestOtherStore checks that what one Store keeps, another on the same folder finds: there is nothing in memory.
func TestOtherStore(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	other := Open(Options{Dir: s.dir})
	p, err := other.Payload("000000000001")
	if got := readAll(t, p, err); got != "out 1\nerr 1\n" {
		t.Errorf("Payload = %q", got)
	}
}

// TestPlaces checks payloads around the sizes at which they get a file of their own.
func TestPlaces(t *testing.T) {
	s := newStore(t, Options{})
	for i, tt := range []struct {
		name    string
		content []byte
		inside  bool
	}{
		{"small", []byte("x"), true},
		{"small when compressed", bytes.Repeat([]byte("line\n"), smallRaw/5), true},
		{"too much to be small", bytes.Repeat([]byte("line\n"), smallRaw/5+1), false},
		{"not small when compressed", noise(1, smallZstd), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := record(i, day0)
			r.Source = spool.FromBytes(tt.content[:1], tt.content[1:])
			put(t, s, r)
			p, err := s.Payload(r.ID)
			if got := readAll(t, p, err); got != string(tt.content) {
				t.Errorf("Payload = %d bytes that differ from the %d written", len(got), len(tt.content))
			}
			p, err = s.PayloadStream(r.ID, spool.Stderr)
			if got := readAll(t, p, err); got != string(tt.content[1:]) {
				t.Errorf("stderr = %d bytes that differ from the %d written", len(got), len(tt.content)-1)
			}
			_, err = os.Stat(s.payloadPath(fmt.Sprintf("%x", sha256.Sum256(tt.content))))
			if (err != nil) != tt.inside {
				t.Errorf("its own file: %v, want inside = %v", err, tt.inside)
			}
		})
	}
}

func TestEmptyPayloads(t *testing.T) {
	s := newStore(t, Options{})
	r := record(1, day0)
	r.Source = spool.FromBytes(nil, nil)
	put(t, s, r)
	p, err := s.Payload(r.ID)
	if got := readAll(t, p, err); got != "" {
		t.Errorf("Payload = %q", got)
	}
	r = record(2, day0)
	r.Source, r.Result = nil, nil
	put(t, s, r)
	if _, err := s.Get(r.ID); err != nil {
		t.Error(err)
	}
	if _, err := s.Payload(r.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("Payload of a result without one: %v", err)
	}
}

func TestFind(t *testing.T) {
	s := newStore(t, Options{})
	if _, err := s.Get("1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Get in an empty store: %v", err)
	}
	if _, err := s.Last(); !errors.Is(err, ErrNotFound) {
		t.Errorf("Last of an empty store: %v", err)
	}
	for i, id := range []string{"401882137095", "401882137096", "512000000000"} {
		r := record(i, day0.Add(time.Duration(i)*time.Second))
		r.ID = id
		put(t, s, r)
	}
	for _, tt := range []struct{ id, want, err string }{
		{"401882137095", "401882137095", ""},
		{"5", "512000000000", ""},
		{"4018821370", "", "ambiguous"},
		{"401882137097", "", "toktee ls"},
		{"", "", "no id"},
		{"40188213709x", "", `"40188213709x" is no id`},
		{"../40188213", "", "no id"},
		{"4018821370950", "", "no id"},
	} {
		r, err := s.Get(tt.id)
		if tt.err == "" && (err != nil || r.ID != tt.want) {
			t.Errorf("Get(%q) = %q, %v", tt.id, r.ID, err)
		}
		if tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("Get(%q): error %v, want one with %q", tt.id, err, tt.err)
		}
		if tt.err != "" && tt.err != "ambiguous" && !errors.Is(err, ErrNotFound) {
			t.Errorf("Get(%q): error %v isn't ErrNotFound", tt.id, err)
		}
	}
}

func TestList(t *testing.T) {
	s := newStore(t, Options{})
	for _, i := range []int{2, 1, 4, 3} { // time is what counts, not when it was put
		put(t, s, record(i, day0.Add(time.Duration(i)*time.Minute)))
	}
	if diff := cmp.Diff([]string{"4", "3", "2", "1"}, ids(t, s)); diff != "" {
		t.Errorf("List(0) mismatch (-want +got):\n%s", diff)
	}
	if list, _, err := s.List(2); err != nil || len(list) != 2 || list[1].ID != "000000000003" {
		t.Errorf("List(2) = %v, %v", list, err)
	}
	if r, err := s.Last(); err != nil || r.ID != "000000000004" {
		t.Errorf("Last = %q, %v", r.ID, err)
	}
}

// TestAgain checks that an id can be put again: it is one result, now the last.
func TestAgain(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, large(1, day0))
	put(t, s, large(2, day0.Add(time.Second)))
	put(t, s, large(1, day0.Add(2*time.Second)))
	put(t, s, large(1, day0.Add(2*time.Second)))
	if diff := cmp.Diff([]string{"1", "2"}, ids(t, s)); diff != "" {
		t.Errorf("List mismatch (-want +got):\n%s", diff)
	}
	if r, err := s.Last(); err != nil || r.ID != "000000000001" {
		t.Errorf("Last = %q, %v", r.ID, err)
	}
	if n := len(files(t, s.payloads())); n != 2 {
		t.Errorf("%d payloads, want 2", n)
	}
}

// TestSpilled checks a payload that was on disk: the same file becomes the payload, byte by byte what was printed.
func TestSpilled(t *testing.T) {
	s := newStore(t, Options{})
	var want bytes.Buffer
	for i := range 60_000 {
		fmt.Fprintf(&want, "line %d \x1b[31m%x\x1b[0m \xff\r\n", i, i*7919)
	}
	sp := spool.New(spool.Options{Dir: s.SpoolDir()})
	for b := want.Bytes(); len(b) > 0; b = b[min(len(b), 5000):] {
		stream := spool.Stdout
		if len(b)%3 == 0 {
			stream = spool.Stderr
		}
		sp.Write(stream, b[:min(len(b), 5000)])
	}
	if err := sp.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(sp.File())
	if err != nil {
		t.Fatal(err)
	}
	r := record(1, day0)
	r.Source = sp
	put(t, s, r)
	after, err := os.Stat(s.payloadPath(fmt.Sprintf("%x", sp.Sum())))
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, after) {
		t.Error("the payload is a copy of the spool's file")
	}
	if left := files(t, s.tmp()); len(left) > 0 {
		t.Errorf("tmp holds %v", left)
	}
	put(t, s, r) // again, from a spool that has given its file away
	if err := sp.Remove(); err != nil {
		t.Fatal(err)
	}
	p, err := s.Payload(r.ID)
	if got := readAll(t, p, err); got != want.String() {
		t.Errorf("Payload: %d bytes that differ from the %d written", len(got), want.Len())
	}
}

// TestForeignSpool checks a spool whose file can't be renamed, because it isn't whole, and one that comes from
// elsewhere.
func TestForeignSpool(t *testing.T) {
	s := newStore(t, Options{})
	sp := spool.New(spool.Options{Dir: t.TempDir(), Threshold: 10})
	defer sp.Remove()
	want := strings.Repeat("a long line\n", 1000)
	sp.Write(spool.Stdout, []byte(want))
	r := record(1, day0)
	r.Source = sp
	put(t, s, r) // it wasn't closed: its file isn't whole
	p, err := s.Payload(r.ID)
	if got := readAll(t, p, err); got != want {
		t.Errorf("Payload = %d bytes, want %d", len(got), len(want))
	}
	sp.Close()
	put(t, s, r)
	p, err = s.Payload(r.ID)
	if got := readAll(t, p, err); got != want {
		t.Errorf("Payload = %d bytes, want %d", len(got), len(want))
	}
}

func TestPutErrors(t *testing.T) {
	base := t.TempDir()
	blocker := filepath.Join(base, "file")
	if err := os.WriteFile(blocker, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		dir  string
		id   string
		want string
	}{
		{"short id", context.Background(), base, "123", `bad result id "123": want 12 decimal digits`},
		{"no digits", context.Background(), base, "12345678901x", "bad result id"},
		{"path as id", context.Background(), base, "../../../../", "bad result id"},
		{"folder can't be made", context.Background(), filepath.Join(blocker, "x"), "000000000001", "not a directory"},
		{"cancelled", cancelled, base, "000000000001", "context canceled"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := record(1, day0)
			r.ID = tt.id
			err := Open(Options{Dir: tt.dir}).Put(tt.ctx, r)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Put: error %v, want one with %q", err, tt.want)
			}
		})
	}
	if err := Open(Options{}).Put(context.Background(), record(1, day0)); err == nil {
		t.Error("Put without a folder: no error")
	}
}

// TestLazy checks that a store costs nothing until something is put.
func TestLazy(t *testing.T) {
	s := newStore(t, Options{})
	s.List(0)
	s.Last()
	if err := s.prune(context.Background()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(s.dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder: %v, want none", err)
	}
}

// TestFoldersDeleted checks that a store whose folder is deleted goes on.
func TestFoldersDeleted(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	put(t, s, record(2, day0))
	if err := os.RemoveAll(s.tmp()); err != nil {
		t.Fatal(err)
	}
	put(t, s, record(3, day0.Add(1)))
	if diff := cmp.Diff([]string{"3", "2"}, ids(t, s)); diff != "" {
		t.Errorf("List mismatch (-want +got):\n%s", diff)
	}
}

// TestDamaged checks what a power failure can leave: records and payloads of which a part is missing.
func TestDamaged(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	put(t, s, record(2, day0.Add(time.Second)))
	names := files(t, s.records())
	slices.Sort(names)
	path := filepath.Join(s.records(), names[1])
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get("000000000002"); err == nil {
			t.Errorf("Get with %d of %d bytes: no error", n, len(whole))
		}
	}
	if r, err := s.Last(); err != nil || r.ID != "000000000001" {
		t.Errorf("Last = %q, %v", r.ID, err)
	}
	if diff := cmp.Diff([]string{"1"}, ids(t, s)); diff != "" {
		t.Errorf("List mismatch (-want +got):\n%s", diff)
	}

	put(t, s, large(3, day0))
	content := noise(3, smallZstd+1)
	sum := fmt.Sprintf("%x", sha256.Sum256(content))
	if whole, err = os.ReadFile(s.payloadPath(sum)); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(whole); n += 101 {
		if err := os.WriteFile(s.payloadPath(sum), whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := s.Payload("000000000003")
		if err == nil {
			_, err = io.ReadAll(p)
			p.Close()
		}
		if err == nil {
			t.Errorf("a payload of %d of %d bytes: no error", n, len(whole))
		}
	}
	put(t, s, large(3, day0)) // mends it
	p, err := s.Payload("000000000003")
	if got := readAll(t, p, err); got != string(content) {
		t.Errorf("Payload = %d bytes that differ from the %d written", len(got), len(content))
	}
}
