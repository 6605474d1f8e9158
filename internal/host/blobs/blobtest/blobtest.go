// Package blobtest checks that an implementation of [blobs.Blobs] keeps its promises. Each implementation runs it:
//
//	func TestFiles(t *testing.T) {
//		blobtest.RunTests(t, func(t testing.TB) blobs.Blobs {
//			return &blobs.Files{Dir: t.TempDir(), Tmp: t.TempDir()}
//		})
//	}
//
// It writes some 60 MB in all, and takes a second in a folder.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/blobs"
)

// Key returns a key, another for each number.
func Key(n int) string { return fmt.Sprintf("%064x", n) }

// RunTests runs all tests, each with a place that open makes, without blobs.
func RunTests(t *testing.T, open func(t testing.TB) blobs.Blobs) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, blobs.Blobs)
	}{
		{"Empty", testEmpty},
		{"RoundTrip", testRoundTrip},
		{"Range", testRange},
		{"Replace", testReplace},
		{"FailedPut", testFailedPut},
		{"Atomic", testAtomic},
		{"OpenReader", testOpenReader},
		{"Canceled", testCanceled},
		{"BadKeys", testBadKeys},
		{"List", testList},
		{"Concurrent", testConcurrent},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
	t.Run("Random", func(t *testing.T) { testRandom(t, open) })
}

// noise returns n bytes that don't compress, others for each seed.
func noise(seed uint64, n int) []byte {
	b := make([]byte, n)
	src := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	src.Read(b)
	return b
}

// write returns a fill that writes bytes, in pieces.
func write(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		for rest := b; ; {
			n := min(len(rest), 64<<10)
			if _, err := w.Write(rest[:n]); err != nil {
				return err
			}
			if rest = rest[n:]; len(rest) == 0 {
				return nil
			}
		}
	}
}

func put(t testing.TB, p blobs.Blobs, key string, b []byte) {
	t.Helper()
	if err := p.Put(t.Context(), key, write(b)); err != nil {
		t.Fatalf("Put(%s): %v", key, err)
	}
}

// read reads a blob, or a part of it.
func read(ctx context.Context, p blobs.Blobs, key string, from, length int64) ([]byte, error) {
	r, err := p.Get(ctx, key, from, length)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(r)
	return b, errors.Join(err, r.Close())
}

// want checks that a blob is there, whole.
func want(t testing.TB, p blobs.Blobs, key string, b []byte) {
	t.Helper()
	got, err := read(t.Context(), p, key, 0, blobs.All)
	if err != nil || !bytes.Equal(got, b) {
		t.Errorf("Get(%s): %d bytes, %v, want %d", key, len(got), err, len(b))
	}
	info, err := p.Stat(t.Context(), key)
	if err != nil || info.Key != key || info.Size != int64(len(b)) || info.Time.IsZero() {
		t.Errorf("Stat(%s) = %+v, %v, want %d bytes", key, info, err, len(b))
	}
}

// wantNone checks that a blob isn't there.
func wantNone(t testing.TB, p blobs.Blobs, key string) {
	t.Helper()
	if _, err := read(t.Context(), p, key, 0, blobs.All); !errors.Is(err, blobs.ErrNotFound) {
		t.Errorf("Get(%s): %v, want ErrNotFound", key, err)
	}
	if _, err := read(t.Context(), p, key, 3, 4); !errors.Is(err, blobs.ErrNotFound) {
		t.Errorf("Get(%s) of a part: %v, want ErrNotFound", key, err)
	}
	if _, err := p.Stat(t.Context(), key); !errors.Is(err, blobs.ErrNotFound) {
		t.Errorf("Stat(%s): %v, want ErrNotFound", key, err)
	}
}

// wantKeys checks the keys and sizes that List yields.
func wantKeys(t testing.TB, p blobs.Blobs, sizes map[string]int64) {
	t.Helper()
	seen := map[string]bool{}
	for info, err := range p.List(t.Context()) {
		if err != nil {
			t.Fatalf("List: %v", err)
		}
		if size, ok := sizes[info.Key]; !ok || size != info.Size || info.Time.IsZero() || seen[info.Key] {
			t.Errorf("List yields %+v, want %d bytes, once", info, size)
		}
		seen[info.Key] = true
	}
	if len(seen) != len(sizes) {
		t.Errorf("List yields %d blobs of %d", len(seen), len(sizes))
	}
}

func testEmpty(t *testing.T, p blobs.Blobs) {
	wantNone(t, p, Key(1))
	wantKeys(t, p, nil)
	if err := p.Delete(t.Context(), Key(1)); err != nil {
		t.Errorf("Delete of nothing: %v", err)
	}
}

func testRoundTrip(t *testing.T, p blobs.Blobs) {
	sizes := map[string]int64{}
	for i, size := range []int{0, 1, 4095, 64 << 10, 64<<10 + 1, 5<<20 + 3, 17 << 20} {
		put(t, p, Key(i), noise(uint64(i), size))
		sizes[Key(i)] = int64(size)
	}
	for i := range len(sizes) {
		want(t, p, Key(i), noise(uint64(i), int(sizes[Key(i)])))
	}
	wantKeys(t, p, sizes)
	if err := p.Delete(t.Context(), Key(3)); err != nil {
		t.Error(err)
	}
	delete(sizes, Key(3))
	wantNone(t, p, Key(3))
	wantKeys(t, p, sizes)
}

func testRange(t *testing.T, p blobs.Blobs) {
	const size = 200_000
	b := noise(1, size)
	put(t, p, Key(1), b)
	put(t, p, Key(2), nil)
	for _, r := range []struct{ from, length int64 }{
		{0, blobs.All}, {0, 0}, {0, 1}, {0, size}, {0, size + 1}, {1, blobs.All}, {70_000, 65_537}, {size - 1, 1},
		{size - 1, blobs.All}, {size - 1, 5}, {size, blobs.All}, {size, 0}, {size, 1}, {size + 7, 1},
		{size + 7, blobs.All}, {1 << 40, 1 << 40},
	} {
		lo := min(r.from, size)
		hi := int64(size)
		if r.length != blobs.All {
			hi = min(size, lo+r.length)
		}
		got, err := read(t.Context(), p, Key(1), r.from, r.length)
		if err != nil || !bytes.Equal(got, b[lo:hi]) {
			t.Errorf("Get of %d from %d on: %d bytes, %v, want %d", r.length, r.from, len(got), err, hi-lo)
		}
		if got, err := read(t.Context(), p, Key(2), r.from, r.length); err != nil || len(got) > 0 {
			t.Errorf("Get of %d from %d on, of an empty blob: %d bytes, %v", r.length, r.from, len(got), err)
		}
	}
	for _, r := range []struct{ from, length int64 }{{-1, 1}, {0, -2}} {
		if _, err := read(t.Context(), p, Key(1), r.from, r.length); err == nil || errors.Is(err, blobs.ErrNotFound) {
			t.Errorf("Get of %d from %d on: %v, want an error", r.length, r.from, err)
		}
	}
}

// testReplace puts other bytes under the same key, which also repairs a damaged blob.
func testReplace(t *testing.T, p blobs.Blobs) {
	for i, size := range []int{100_000, 10, 200_000, 0} {
		b := noise(uint64(i), size)
		put(t, p, Key(1), b)
		want(t, p, Key(1), b)
	}
	wantKeys(t, p, map[string]int64{Key(1): 0})
}

// testFailedPut calls Put with a fill that fails half way. The old blob must stay, and no new one may appear.
func testFailedPut(t *testing.T, p blobs.Blobs) {
	before := noise(1, 1000)
	put(t, p, Key(1), before)
	failure := errors.New("the output can't be read")
	for _, key := range []string{Key(1), Key(2)} {
		err := p.Put(t.Context(), key, func(w io.Writer) error {
			if _, err := w.Write(noise(2, 100_000)); err != nil {
				return err
			}
			return failure
		})
		if !errors.Is(err, failure) {
			t.Errorf("Put = %v, want the error of fill", err)
		}
	}
	want(t, p, Key(1), before)
	wantNone(t, p, Key(2))
	wantKeys(t, p, map[string]int64{Key(1): 1000})
}

// testAtomic looks for a blob while it is being put.
func testAtomic(t *testing.T, p blobs.Blobs) {
	b := noise(1, 9<<20)
	err := p.Put(t.Context(), Key(1), func(w io.Writer) error {
		if err := write(b[:8<<20])(w); err != nil {
			return err
		}
		wantNone(t, p, Key(1))
		wantKeys(t, p, nil)
		return write(b[8<<20:])(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	want(t, p, Key(1), b)
}

// testOpenReader replaces and deletes a blob during a read. The reader must return the old bytes, or an error.
func testOpenReader(t *testing.T, p blobs.Blobs) {
	before := noise(1, 4<<20)
	for name, change := range map[string]func() error{
		"Put":    func() error { return p.Put(t.Context(), Key(1), write(noise(2, 4<<20))) },
		"Delete": func() error { return p.Delete(t.Context(), Key(1)) },
	} {
		put(t, p, Key(1), before)
		r, err := p.Get(t.Context(), Key(1), 0, blobs.All)
		if err != nil {
			t.Fatal(err)
		}
		first := make([]byte, 1000)
		if _, err := io.ReadFull(r, first); err != nil {
			t.Fatal(err)
		}
		if err := change(); err != nil {
			t.Errorf("%s of a blob that is read: %v", name, err)
		}
		rest, err := io.ReadAll(r)
		if got := append(first, rest...); err == nil && !bytes.Equal(got, before) {
			t.Errorf("after %s, a reader gets %d other bytes", name, len(got))
		}
		r.Close()
	}
}

func testCanceled(t *testing.T, p blobs.Blobs) {
	put(t, p, Key(1), noise(1, 1000))
	ctx, cancel := context.WithCancel(t.Context())
	inMidst := p.Put(ctx, Key(2), func(w io.Writer) error {
		if err := write(noise(2, 1000))(w); err != nil {
			return err
		}
		cancel()
		return write(noise(2, 1<<20))(w)
	})
	_, get := read(ctx, p, Key(1), 0, blobs.All)
	_, stat := p.Stat(ctx, Key(1))
	var list error
	for _, list = range p.List(ctx) {
	}
	for name, err := range map[string]error{
		"Put, in its midst": inMidst, "Put": p.Put(ctx, Key(2), write(nil)), "Get": get, "Stat": stat, "List": list,
		"Delete": p.Delete(ctx, Key(1)),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want the error of the context", name, err)
		}
	}
	want(t, p, Key(1), noise(1, 1000))
	wantNone(t, p, Key(2))
}

func testBadKeys(t *testing.T, p blobs.Blobs) {
	for _, key := range []string{
		"", "a", "../../x", Key(1)[1:], Key(1) + "0", strings.ToUpper(Key(10)), Key(1)[:63] + "/", Key(1)[:63] + "\x00",
	} {
		_, get := read(t.Context(), p, key, 0, blobs.All)
		_, stat := p.Stat(t.Context(), key)
		for name, err := range map[string]error{
			"Put": p.Put(t.Context(), key, write(nil)), "Get": get, "Stat": stat, "Delete": p.Delete(t.Context(), key),
		} {
			if err == nil || errors.Is(err, blobs.ErrNotFound) {
				t.Errorf("%s(%q): %v, want an error of the key", name, key, err)
			}
		}
	}
	wantKeys(t, p, nil)
}

// testList lists more blobs than a page of most services has, and ends a list early.
func testList(t *testing.T, p blobs.Blobs) {
	sizes := map[string]int64{}
	for i := range 1100 {
		b := noise(uint64(i), i%7)
		put(t, p, Key(i), b)
		sizes[Key(i)] = int64(len(b))
	}
	wantKeys(t, p, sizes)
	n := 0
	for _, err := range p.List(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 10 {
			break
		}
	}
	for info, err := range p.List(t.Context()) { // deletes as it lists
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Delete(t.Context(), info.Key); err != nil {
			t.Fatal(err)
		}
	}
	wantKeys(t, p, nil)
}
