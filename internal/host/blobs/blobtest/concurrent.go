package blobtest

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host/blobs"
)

// testConcurrent puts, reads and deletes the same few blobs from several goroutines. Each read must return the bytes of
// one Put, complete.
func testConcurrent(t *testing.T, p blobs.Blobs) {
	const keys, versions = 3, 4
	text := func(key, version int) []byte {
		return noise(uint64(100*key+version), 70_000*(version+1))
	}
	whole := func(key int, b []byte) bool {
		v := len(b)/70_000 - 1
		return v >= 0 && v < versions && bytes.Equal(b, text(key, v))
	}
	var wg sync.WaitGroup
	for g := range 6 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 1))
			for range 30 {
				key := r.IntN(keys)
				switch what := r.IntN(8); {
				case what < 3:
					if err := p.Put(t.Context(), Key(key), write(text(key, r.IntN(versions)))); err != nil {
						t.Errorf("Put: %v", err)
					}
				case what < 7:
					b, err := read(t.Context(), p, Key(key), 0, blobs.All)
					if err == nil && !whole(key, b) {
						t.Errorf("Get: %d bytes that nobody has put", len(b))
					} else if err != nil && !errors.Is(err, blobs.ErrNotFound) {
						t.Errorf("Get: %v", err)
					}
				default:
					if err := p.Delete(t.Context(), Key(key)); err != nil {
						t.Errorf("Delete: %v", err)
					}
				}
			}
		})
	}
	wg.Wait()
	for key := range keys {
		put(t, p, Key(key), text(key, 1))
	}
	wantKeys(t, p, map[string]int64{Key(0): 140_000, Key(1): 140_000, Key(2): 140_000})
}

// testRandom compares random operations with a map.
func testRandom(t *testing.T, open func(t testing.TB) blobs.Blobs) {
	p := open(t)
	rapid.Check(t, func(rt *rapid.T) {
		is := map[string][]byte{}
		for info := range p.List(t.Context()) { // of the check before
			p.Delete(t.Context(), info.Key)
		}
		key := rapid.SampledFrom([]string{Key(1), Key(2), Key(3), Key(4)})
		rt.Repeat(map[string]func(*rapid.T){
			"Put": func(rt *rapid.T) {
				k, b := key.Draw(rt, "key"), rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(rt, "bytes")
				if err := p.Put(t.Context(), k, write(b)); err != nil {
					rt.Fatal(err)
				}
				is[k] = b
			},
			"Delete": func(rt *rapid.T) {
				k := key.Draw(rt, "key")
				if err := p.Delete(t.Context(), k); err != nil {
					rt.Fatal(err)
				}
				delete(is, k)
			},
			"Get": func(rt *rapid.T) {
				k := key.Draw(rt, "key")
				from, length := rapid.Int64Range(0, 120).Draw(rt, "from"), rapid.Int64Range(-1, 120).Draw(rt, "length")
				got, err := read(t.Context(), p, k, from, length)
				b, ok := is[k]
				if !ok {
					if !errors.Is(err, blobs.ErrNotFound) {
						rt.Fatalf("Get: %v, want ErrNotFound", err)
					}
					return
				}
				b = b[min(int(from), len(b)):]
				if length >= 0 {
					b = b[:min(int(length), len(b))]
				}
				if err != nil || !bytes.Equal(got, b) {
					rt.Fatalf("Get = %x, %v, want %x", got, err, b)
				}
			},
			"": func(rt *rapid.T) {
				var got []string
				for info, err := range p.List(t.Context()) {
					if err != nil || info.Size != int64(len(is[info.Key])) {
						rt.Fatalf("List yields %+v, %v", info, err)
					}
					got = append(got, info.Key)
				}
				slices.Sort(got)
				if !slices.Equal(got, slices.Sorted(maps.Keys(is))) {
					rt.Fatalf("List yields %q of %q", got, slices.Sorted(maps.Keys(is)))
				}
			},
		})
	})
}
