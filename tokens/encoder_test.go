package tokens

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// longPieces makes pieces that aren't tokens: repetitions of one character and of short patterns, noise, joined tokens.
func longPieces(c *Counter, random *rand.Rand, length int) (pieces []string) {
	for _, s := range []string{"a", "A", "é", "中", "\u0301", " ", "=", "-", "*", "\n", "ab", "aab", "=-", "の中",
		"\x00"} {
		pieces = append(pieces, strings.Repeat(s, length/len(s)))
	}
	for range 20 {
		pattern := make([]byte, 1+random.IntN(9))
		for i := range pattern {
			pattern[i] = 'a' + byte(random.IntN(1+random.IntN(26)))
		}
		pieces = append(pieces, strings.Repeat(string(pattern), length/len(pattern)))
	}
	for range 20 {
		var b []byte
		letters := 1 + random.IntN(26)
		for len(b) < length {
			b = append(b, 'a'+byte(random.IntN(letters)))
		}
		pieces = append(pieces, string(b))
	}
	for range 20 {
		var b []byte
		for len(b) < length {
			t := token(random.IntN(len(c.encoder.recs)))
			if s := c.encoder.text(t); bytes.IndexFunc(s, func(r rune) bool { return r < 'a' || r > 'z' }) < 0 {
				b = append(b, s...)
			}
		}
		pieces = append(pieces, string(b))
	}
	return pieces
}

// text is the bytes of a token.
func (v *vocab) text(t token) []byte {
	r := v.recs[t]
	if r.length() == 1 {
		for c, id := range v.tokens[:256] {
			if id == t {
				return []byte{byte(c)}
			}
		}
	}
	return append(v.text(r.left()), v.text(r.right())...)
}

// Each token is found whole, and is the encoding of its bytes.
func TestEncodeTokens(t *testing.T) {
	sweep.OneGoroutine(t)
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		for i := range c.encoder.recs {
			b := c.encoder.text(token(i))
			if n := c.encoder.encode(b, noToken); n != 1 || c.encoder.path[0] != token(i) {
				t.Fatalf("the encoding of token %d %q is %d", i, b, c.encoder.path[:n])
			}
			if n := c.countPiece(b) + c.resolve(); n != 1 {
				t.Fatalf("token %d %q counts %d", i, b, n)
			}
		}
	})
}

func TestEncodeLongPieces(t *testing.T) {
	sweep.OneGoroutine(t)
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		oracle := oracle(t, enc)
		random := rand.New(rand.NewPCG(3, 4))
		for _, length := range []int{16, 33, 150, 700} {
			for _, s := range longPieces(c, random, length) {
				if got, want := c.CountString(s), oracle.Count(s); got != want {
					t.Errorf("%.60q... of %d bytes has %d tokens, want %d", s, len(s), got, want)
				}
			}
		}
	})
}

// Short pieces are merged, long ones are searched: the results are the same.
func TestSmallIsEncode(t *testing.T) {
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		random := rand.New(rand.NewPCG(5, 6))
		for range 200000 {
			b := make([]byte, 8)
			n := 1 + random.IntN(maxShort)
			for i := range n {
				b[i] = byte(random.Uint32())
				if random.IntN(4) != 0 {
					b[i] = "etaoin shrdlu.(\n_ETAOIN"[random.IntN(23)]
				}
			}
			key := load64(b, 0) | uint64(n)<<56
			if got, want := c.encoder.small(key), c.encoder.encode(b[:n], noToken); got != want {
				t.Fatalf("merging %q gives %d tokens, searching %d", b[:n], got, want)
			}
		}
	})
}

// A run in windows has the count of the whole, and its window never grows.
func TestRunIsEncode(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing in it runs at the same time")
	}
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		random := rand.New(rand.NewPCG(7, 8))
		for _, s := range longPieces(c, random, 5*window) {
			r := run{prev: noToken}
			for b := []byte(s); len(b) > 0; {
				n := min(len(b), 1+random.IntN(3*window))
				r.write(&c.encoder, b[:n])
				b = b[n:]
			}
			got := r.finish(&c.encoder)
			if cap(r.buf) > window {
				t.Errorf("the window of %.60q... grew to %d bytes", s, cap(r.buf))
			}
			if want := c.encoder.encode([]byte(s), noToken); got != want {
				t.Errorf("%.60q... has %d tokens in windows, %d as a whole", s, got, want)
			}
		}
	})
}
