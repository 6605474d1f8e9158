package spool

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// source is what the pipeline asks of a payload.
type source interface {
	Len() int64
	Sum() [32]byte
	Bytes() ([]byte, bool)
	Open() (io.ReadCloser, error)
}

var _ source = (*Spool)(nil)

func readAll(t *testing.T, r io.ReadCloser, err error) []byte {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return b
}

// verify compares everything that a spool tells with what was written to it.
func verify(t *testing.T, s *Spool, want []byte) {
	t.Helper()
	r, err := s.Open()
	if got := readAll(t, r, err); !bytes.Equal(got, want) {
		t.Errorf("Open: %d bytes that differ from the %d written", len(got), len(want))
	}
	if got := s.Len(); got != int64(len(want)) {
		t.Errorf("Len = %d, want %d", got, len(want))
	}
	if got := s.Sum(); got != sha256.Sum256(want) {
		t.Errorf("Sum = %x, want %x", got, sha256.Sum256(want))
	}
	if b, ok := s.Bytes(); ok && !bytes.Equal(b, want) {
		t.Errorf("Bytes: %d bytes that differ from the %d written", len(b), len(want))
	}
	if !s.closed {
		return
	}
	var buf bytes.Buffer
	n, err := s.WriteZstd(&buf)
	if err != nil || n != int64(buf.Len()) {
		t.Errorf("WriteZstd = %d, %v with %d bytes", n, err, buf.Len())
	}
	z, err := NewReader(&buf)
	if got := readAll(t, z, err); !bytes.Equal(got, want) {
		t.Errorf("WriteZstd: %d bytes that differ from the %d written", len(got), len(want))
	}
}

// logText is n bytes of a log without a period that a window would cover.
func logText(n int) []byte { return slices.Clone(logs()[:n]) }

var logs = sync.OnceValue(func() []byte {
	const n = 8 << 20
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		h := uint64(i) * 0x9e3779b97f4a7c15
		fmt.Fprintf(&b, "2026-01-02T15:04:%02d INFO worker-%d done in %d µs, id=%x, trace=%x\n", i%60, i%7, i*7919%1000,
			h, h*h>>7)
	}
	return b.Bytes()
})

// TestSizes checks outputs around the sizes at which something changes.
func TestSizes(t *testing.T) {
	for _, tt := range []struct {
		name      string
		size      int
		threshold int64
		spilled   bool
	}{
		{"empty", 0, 0, false},
		{"small", 100, 0, false},
		{"at the threshold", defaultThreshold, 0, false},
		{"above the threshold", defaultThreshold + 1, 0, true},
		{"two segments", 2 * segment, 0, true},
		{"many segments", 3*segment + 17, 0, true},
		{"low threshold", 100, 99, true},
		{"high threshold", 2*segment + 5, 2 * segment, true},
		{"high threshold not reached", 2 * segment, 2 * segment, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "spool")
			want := logText(tt.size)
			s := New(Options{Dir: dir, Threshold: tt.threshold})
			for rest := want; len(rest) > 0; {
				n := min(len(rest), 32768)
				if k, err := s.Stream(Stdout).Write(rest[:n]); k != n || err != nil {
					t.Fatalf("Write = %d, %v", k, err)
				}
				rest = rest[n:]
			}
			verify(t, s, want) // while it records
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			verify(t, s, want)
			if _, ok := s.Bytes(); ok == tt.spilled || (s.File() != "") != tt.spilled {
				t.Errorf("Bytes: %v, File: %q, want spilled = %v", ok, s.File(), tt.spilled)
			}
			if _, err := s.Write(Stdout, []byte("x")); !errors.Is(err, os.ErrClosed) {
				t.Errorf("Write after Close: %v", err)
			}
			if err := s.Remove(); err != nil {
				t.Fatal(err)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("Remove left %v", left)
			}
			if s.Sum() != sha256.Sum256(want) || s.Remove() != nil {
				t.Error("the sum is gone, or a second Remove fails")
			}
			if _, err := s.Open(); err == nil {
				t.Error("Open after Remove: no error")
			}
		})
	}
}

// TestStreams checks frames and streams against a list of the writes.
func TestStreams(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		s := New(Options{Dir: dir, Threshold: rapid.Int64Range(1, 50).Draw(rt, "threshold")})
		defer s.Remove()
		var all []byte
		var streams [4][]byte
		var frames []Frame
		for range rapid.IntRange(0, 20).Draw(rt, "writes") {
			stream := rapid.SampledFrom([]Stream{Stdout, Stderr}).Draw(rt, "stream")
			p := []byte(rapid.StringN(0, 12, 12).Draw(rt, "p"))
			if _, err := s.Write(stream, p); err != nil {
				rt.Fatal(err)
			}
			all = append(all, p...)
			streams[stream] = append(streams[stream], p...)
			switch k := len(frames) - 1; {
			case len(p) == 0:
			case k >= 0 && frames[k].Stream == stream:
				frames[k].Len += int64(len(p))
			default:
				frames = append(frames, Frame{stream, int64(len(p))})
			}
		}
		if rapid.Bool().Draw(rt, "close") {
			s.Close()
		}
		verify(t, s, all)
		if diff := cmp.Diff(frames, s.Frames()); diff != "" {
			rt.Errorf("Frames mismatch (-want +got):\n%s", diff)
		}
		for _, stream := range []Stream{Stdout, Stderr} {
			r, err := openStream(s, stream)
			if got := readAll(t, r, err); !bytes.Equal(got, streams[stream]) {
				rt.Errorf("openStream(%d) = %q, want %q", stream, got, streams[stream])
			}
		}
	})
}

// TestManyFrames checks what becomes of frames above the bound.
func TestManyFrames(t *testing.T) {
	sweep.OneGoroutine(t)
	s := New(Options{Dir: t.TempDir()})
	defer s.Remove()
	var want []byte
	for i := range maxFrames + 10 {
		stream, p := Stdout, []byte{'o'}
		if i%2 == 1 {
			stream, p = Stderr, []byte{'e'}
		}
		s.Write(stream, p)
		want = append(want, p...)
	}
	s.Close()
	verify(t, s, want)
	frames := s.Frames()
	if last := frames[len(frames)-1]; len(frames) != maxFrames+1 || last != (Frame{Mixed, 10}) {
		t.Errorf("%d frames, the last is %v", len(frames), last)
	}
	r, err := openStream(s, Stderr)
	if got, want := string(readAll(t, r, err)), strings.Repeat("e", maxFrames/2)+"oeoeoeoeoe"; got != want {
		t.Errorf("%d bytes of stderr, want %d", len(got), len(want))
	}
}

// TestConcurrent checks that two writers at once lose nothing and that the frames tell them apart.
func TestConcurrent(t *testing.T) {
	s := New(Options{Dir: t.TempDir(), Threshold: 1000})
	defer s.Remove()
	var wg sync.WaitGroup
	for _, stream := range []Stream{Stdout, Stderr} {
		wg.Go(func() {
			w := s.Stream(stream)
			for i := range 5000 {
				fmt.Fprintf(w, "stream %d line %d\n", stream, i)
			}
		})
	}
	for range 20 { // readers at the same time
		r, err := openStream(s, Stdout)
		if got := readAll(t, r, err); bytes.Contains(got, []byte("stream 2")) {
			t.Error("stdout has lines of stderr")
		}
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, stream := range []Stream{Stdout, Stderr} {
		var want strings.Builder
		for i := range 5000 {
			fmt.Fprintf(&want, "stream %d line %d\n", stream, i)
		}
		r, err := openStream(s, stream)
		if got := readAll(t, r, err); string(got) != want.String() {
			t.Errorf("stream %d: %d bytes, want %d", stream, len(got), want.Len())
		}
	}
}

// TestBytesStay checks that what Bytes returned isn't touched by what comes later.
func TestBytesStay(t *testing.T) {
	s := New(Options{Dir: t.TempDir()})
	defer s.Remove()
	s.Write(Stdout, []byte("first"))
	b, ok := s.Bytes()
	s.Write(Stdout, logText(3*segment))
	s.Write(Stdout, logText(segment))
	if !ok || string(b) != "first" {
		t.Errorf("Bytes = %q, %v", b, ok)
	}
}

func TestWriteErrors(t *testing.T) {
	s := New(Options{})
	if _, err := s.Write(Mixed, []byte("x")); err == nil {
		t.Error("writing to Mixed: no error")
	}
	if _, err := s.Write(0, []byte("x")); err == nil {
		t.Error("writing to stream 0: no error")
	}
}

func TestFromBytes(t *testing.T) {
	for _, tt := range []struct{ name, stdout, stderr string }{
		{"nothing", "", ""},
		{"stdout", "a\nb\n", ""},
		{"stderr", "", "c\n"},
		{"both", "a\nb\n", "c\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := FromBytes([]byte(tt.stdout), []byte(tt.stderr))
			verify(t, s, []byte(tt.stdout+tt.stderr))
			r, err := openStream(s, Stdout)
			if got := readAll(t, r, err); string(got) != tt.stdout {
				t.Errorf("stdout = %q, want %q", got, tt.stdout)
			}
			r, err = openStream(s, Stderr)
			if got := readAll(t, r, err); string(got) != tt.stderr {
				t.Errorf("stderr = %q, want %q", got, tt.stderr)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if _, err := s.Write(Stdout, []byte("x")); err == nil {
				t.Error("a finished recording takes more")
			}
		})
	}
}

// openStream returns a reader of the bytes of one stream of a recording that may go on.
func openStream(s *Spool, stream Stream) (io.ReadCloser, error) {
	frames := s.Frames() // before Open: bytes that come between the two calls must not count as both streams
	var n int64
	for _, f := range frames {
		n += f.Len
	}
	r, err := s.Open()
	if err != nil {
		return nil, err
	}
	return Select(limited{io.LimitReader(r, n), r}, frames, stream), nil
}

type limited struct {
	io.Reader
	io.Closer
}
