package spool

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestReaderAt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	raw := bytes.Repeat([]byte("a line of a log\n"), 200_000) // a frame of equal bytes, and some of noise
	for i := range len(raw) / 2 {
		raw[i] = byte(rnd.Uint32())
	}
	s := New(Options{Dir: t.TempDir()})
	defer s.Remove()
	s.Write(Stdout, raw)
	s.Close()
	var b bytes.Buffer
	if _, err := s.WriteZstd(&b); err != nil {
		t.Fatal(err)
	}
	x, err := NewReaderAt(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if x.Size() != int64(len(raw)) {
		t.Fatalf("Size() = %d, want %d", x.Size(), len(raw))
	}
	for range 200 {
		off, n := rnd.IntN(len(raw)), rnd.IntN(3<<20)
		want := raw[off:min(off+n, len(raw))]
		got := make([]byte, n)
		k, err := x.Fork().ReadAt(got, int64(off))
		if !bytes.Equal(got[:k], want) || err != nil && err != io.EOF || (err == io.EOF) != (k < n) {
			t.Fatalf("ReadAt(%d bytes, %d) = %d, %v", n, off, k, err)
		}
	}

	t.Run("damaged", func(t *testing.T) {
		bad := bytes.Clone(b.Bytes())
		bad[len(bad)/3]++
		x, err := NewReaderAt(bytes.NewReader(bad), int64(len(bad)))
		if err == nil {
			_, err = x.ReadAt(make([]byte, len(raw)), 0)
		}
		if err == nil {
			t.Error("damage wasn't noticed")
		}
	})
	t.Run("cut", func(t *testing.T) {
		if _, err := NewReaderAt(bytes.NewReader(b.Bytes()), int64(b.Len()-7)); err == nil {
			t.Error("a cut stream wasn't noticed")
		}
	})
	t.Run("small frames", func(t *testing.T) {
		for _, size := range []int{1, 255, alone + 1, segment + 5} { // the last frame doesn't state its length
			sp, b := FromBytes(raw[:size], nil), new(bytes.Buffer)
			if _, err := sp.WriteZstd(b); err != nil {
				t.Fatal(err)
			}
			x, err := NewReaderAt(bytes.NewReader(b.Bytes()), int64(b.Len()))
			if err != nil {
				t.Fatalf("%d bytes: %v", size, err)
			}
			got := make([]byte, 1)
			if _, err := x.ReadAt(got, int64(size-1)); err != nil || got[0] != raw[size-1] || x.Size() != int64(size) {
				t.Errorf("the last of %d bytes is %q, %v, want %q", x.Size(), got, err, raw[size-1])
			}
			x.Close()
		}
	})
	t.Run("one large frame", func(t *testing.T) {
		e, _ := zstd.NewWriter(nil)
		one := e.EncodeAll(make([]byte, maxSeekable+1), nil)
		if _, err := NewReaderAt(bytes.NewReader(one), int64(len(one))); !errors.Is(err, ErrUnseekable) {
			t.Errorf("error %v, want %v", err, ErrUnseekable)
		}
	})
}
