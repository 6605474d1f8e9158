package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/run/spool"
)

func verify(t *testing.T, s *Store) ([]Finding, Verified) {
	t.Helper()
	var all []Finding
	done, err := s.Verify(t.Context(), func(f Finding) { all = append(all, f) }, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all, done
}

// change writes a file of the store anew.
func change(t *testing.T, path string, how func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, how(b), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func half(b []byte) []byte { return b[:len(b)/2] }

// TestVerify damages a store in each way, one at a time. What is found must be that alone.
func TestVerify(t *testing.T) {
	long := time.Now().Add(-2 * time.Hour)
	sum := fmt.Sprintf("%x", large(2, day0).Source.Sum())
	file := "payloads/" + sum + payloadExt
	pathOf := func(t *testing.T, s *Store, id string) string {
		t.Helper()
		e, err := s.find(id)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.Join(s.records(), e.name)
	}
	for _, tt := range []struct {
		name  string
		spoil func(t *testing.T, s *Store)
		want  []Finding
	}{
		{"sound", func(*testing.T, *Store) {}, nil},
		{"half a record", func(t *testing.T, s *Store) { change(t, pathOf(t, s, "000000000001"), half) },
			[]Finding{{Damaged, "records/…1", nil, "it is damaged"}}},
		{"an empty record", func(t *testing.T, s *Store) { os.Truncate(pathOf(t, s, "000000000001"), 0) },
			[]Finding{{Damaged, "records/…1", nil, "it is damaged"}}},
		{"another command", func(t *testing.T, s *Store) {
			change(t, pathOf(t, s, "000000000001"), func(b []byte) []byte {
				return []byte(strings.Replace(string(b), "make t1", "make x1", 1))
			})
		}, []Finding{{Damaged, "records/…1", nil, "it is damaged"}}},
		{"another id", func(t *testing.T, s *Store) {
			from := pathOf(t, s, "000000000001")
			os.Rename(from, strings.TrimSuffix(from, "1")+"9")
		}, []Finding{{Damaged, "records/…9", nil, `it is damaged: its id is "000000000001"`}}},
		{"a payload inside", func(t *testing.T, s *Store) {
			change(t, pathOf(t, s, "000000000001"), func(b []byte) []byte {
				copy(b[len(b)-8:], "damaged!")
				return b
			})
		}, []Finding{{Damaged, "records/…1", []string{"000000000001"}, "its payload: it is damaged: …"}}},
		{"half a payload", func(t *testing.T, s *Store) { change(t, s.payloadPath(sum), half) },
			[]Finding{{Damaged, file, []string{"000000000002", "000000000003"}, "it is damaged: …"}}},
		{"another payload", func(t *testing.T, s *Store) {
			var b strings.Builder
			spool.FromBytes(noise(7, smallZstd+1), nil).WriteZstd(&b)
			change(t, s.payloadPath(sum), func([]byte) []byte { return []byte(b.String()) })
		}, []Finding{{Damaged, file, []string{"000000000002", "000000000003"},
			"it is damaged: its SHA-256 isn't that of what was recorded"}}},
		{"no payload", func(t *testing.T, s *Store) { os.Remove(s.payloadPath(sum)) },
			[]Finding{{Damaged, file, []string{"000000000002", "000000000003"}, "it is missing"}}},
		{"a newer record", func(t *testing.T, s *Store) {
			writeRecord(t, s, fmt.Sprintf("%020d-%020d-000000000008", 1, 1), `{"v":2}`+"\n")
		}, []Finding{{Newer, "records/…8", nil,
			"a newer toktee has kept it, in version 2: this one reads up to 1"}}},
		{"a name of another layout", func(t *testing.T, s *Store) { writeRecord(t, s, "r2.8", "") },
			[]Finding{{Newer, "records/r2.8", nil, "the form of its name is unknown"}}},
		{"a payload without a record", func(t *testing.T, s *Store) {
			path := s.payloadPath(strings.Repeat("ab", 32))
			os.WriteFile(path, nil, 0o600)
			os.Chtimes(path, long, long)
		}, []Finding{{Unused, "payloads/" + strings.Repeat("ab", 32) + payloadExt, nil, "no result needs it"}}},
		{"what is being written", func(t *testing.T, s *Store) {
			os.WriteFile(s.payloadPath(strings.Repeat("ab", 32)), nil, 0o600)
			path := filepath.Join(s.tmp(), "put-1")
			os.WriteFile(path, nil, 0o600) // its process is about to own it
			path = filepath.Join(s.tmp(), "put-2")
			os.WriteFile(path, nil, 0o600)
			t.Cleanup(diskfile.Own(path))
			os.WriteFile(path, []byte("half"), 0o600)
		}, nil},
		{"what was being written a moment ago", func(t *testing.T, s *Store) {
			os.WriteFile(filepath.Join(s.tmp(), "put-1"), []byte("half"), 0o600)
			os.Mkdir(filepath.Join(s.tmp(), "spool-1"), 0o700)
			os.WriteFile(filepath.Join(s.tmp(), "spool-1", "spool-2.zst"), []byte("half"), 0o600)
		}, []Finding{
			{Leftover, "tmp/put-1", nil, "its process has ended"},
			{Leftover, "tmp/spool-1/spool-2.zst", nil, "its process has ended"},
		}},
		{"an empty file", func(t *testing.T, s *Store) {
			path := filepath.Join(s.tmp(), "put-1")
			os.WriteFile(path, nil, 0o600)
			os.Chtimes(path, long, long)
		}, []Finding{{Leftover, "tmp/put-1", nil, "its process has ended"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newStore(t, Options{})
			put(t, s, record(1, day0))
			put(t, s, large(2, day0))
			r := large(3, day0.Add(time.Second))
			r.Source = large(2, day0).Source
			put(t, s, r)
			tt.spoil(t, s)
			got, done := verify(t, s)
			for i := range got {
				if f := got[i].File; strings.HasPrefix(f, "records/0") {
					got[i].File = "records/…" + f[len(f)-1:]
				}
				if head, _, cut := strings.Cut(got[i].What, "damaged: "); cut && i < len(tt.want) &&
					strings.HasSuffix(tt.want[i].What, "…") {
					got[i].What = head + "damaged: …"
				}
			}
			if d := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("Verify (-want +got):\n%s", d)
			}
			if n := done.Damaged + done.Newer + done.Unused + done.Leftover; n != len(tt.want) {
				t.Errorf("%+v counts %d faults", done, n)
			}
		})
	}
}

// TestVerifyFirst reads what the first toktee kept, whose records have no checksum.
func TestVerifyFirst(t *testing.T) {
	s := Open(Options{Dir: t.TempDir()})
	if err := os.CopyFS(s.dir, os.DirFS("testdata/first")); err != nil {
		t.Fatal(err)
	}
	found, done := verify(t, s)
	if d := cmp.Diff(Verified{Records: 3, Payloads: 1, Bytes: 6 + 70000 + 20}, done); d != "" {
		t.Errorf("Verify (-want +got):\n%s%+v", d, found)
	}
}

// TestVerifyBits changes each byte of a small record's file in one bit. Either that is found, or all reads as before.
func TestVerifyBits(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	e, err := s.find("000000000001")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.records(), e.name)
	want, err := s.Get(e.id)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	unnoticed := 0
	for i := range whole {
		spoiled := append([]byte(nil), whole...)
		spoiled[i] ^= 1 << (i % 8)
		if err := os.WriteFile(path, spoiled, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, done := verify(t, s); done.Damaged+done.Newer == 1 {
			continue
		}
		unnoticed++
		got, err := s.Get(e.id)
		if err != nil {
			t.Fatalf("byte %d is wrong, and Verify finds nothing: %v", i, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("byte %d is wrong, and Verify finds nothing (-was +is):\n%s", i, d)
		}
		p, err := s.Payload(e.id)
		if text := readAll(t, p, err); text != "out 1\nerr 1\n" {
			t.Errorf("byte %d is wrong, Verify finds nothing, and the payload is %q", i, text)
		}
	}
	t.Logf("%d of %d bytes may be wrong without a loss", unnoticed, len(whole))
}

// TestVerifyEnds ends a verification early.
func TestVerifyEnds(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Verify(ctx, func(Finding) {}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Verify: %v", err)
	}
	none := newStore(t, Options{})
	if found, done := verify(t, none); len(found) > 0 || done != (Verified{}) {
		t.Errorf("no store: %+v, %+v", found, done)
	}
}

// TestVerifyProgress counts up to what there is on disk.
func TestVerifyProgress(t *testing.T) {
	s := newStore(t, Options{})
	put(t, s, record(1, day0))
	put(t, s, large(2, day0))
	var last, of int64
	_, err := s.Verify(t.Context(), func(Finding) {}, func(done, total int64) {
		if done < last || done > total {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last, of = done, total
	})
	if err != nil || last != of || of < smallZstd {
		t.Errorf("in the end, %d of %d bytes, %v", last, of, err)
	}
}
