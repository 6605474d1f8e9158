package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/run/spool"
)

// FuzzRecord reads files that nobody wrote as records: whatever they hold, it is a record or an error.
func FuzzRecord(f *testing.F) {
	r := Record{ID: "000000000001", Time: day0, Result: []byte(`{"a":1}`)}
	r.Frames = []spool.Frame{{Stream: spool.Stderr, Len: 300}}
	whole, err := r.encode(true, []byte("payload"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add([]byte(`{"v":1,"result":-1,"frames":1}` + "\n"))
	f.Add([]byte(`{"v":1,"result":9223372036854775807,"frames":1,"payload":9223372036854775807}` + "\n"))
	path := filepath.Join(f.TempDir(), "record")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readRecord(path, true)
		if err == nil && len(got.Result)+int(got.size) > len(b) {
			t.Errorf("a record of %d bytes in a file of %d", len(got.Result)+int(got.size), len(b))
		}
	})
}

// FuzzName checks that a name which is taken for a record's is one.
func FuzzName(f *testing.F) {
	r := Record{ID: "401882137095", Time: day0, Source: spool.FromBytes(nil, nil)}
	f.Add(recordName(&r, day0, false))
	f.Add(recordName(&r, day0.Add(time.Hour), true))
	f.Add("README")
	f.Fuzz(func(t *testing.T, name string) {
		if e, ok := parseName(name); ok && (checkID(e.id) != nil || len(e.sum) != 0 && len(e.sum) != 64) {
			t.Errorf("parseName(%q) = %+v", name, e)
		}
	})
}

// TestFrames checks that frames are read as they were written.
func TestFrames(t *testing.T) {
	for _, frames := range [][]spool.Frame{
		nil,
		{{Stream: spool.Stdout, Len: 1}},
		{{Stream: spool.Stdout, Len: 1 << 40}, {Stream: spool.Stderr, Len: 0}, {Stream: spool.Mixed, Len: 127}},
	} {
		got, err := decodeFrames(encodeFrames(frames))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(frames, got); diff != "" {
			t.Errorf("mismatch (-want +got):\n%s", diff)
		}
	}
	for _, bad := range []string{"\x80", "\x00", "\x04", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"} {
		if _, err := decodeFrames([]byte(bad)); err == nil {
			t.Errorf("decodeFrames(%q): no error", bad)
		}
	}
}
