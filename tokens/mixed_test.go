package tokens

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// bytesOf are the bytes of a token.
func (v *vocab) bytesOf(t token) []byte {
	if r := v.recs[t]; r.length() > 1 {
		return append(v.bytesOf(r.left()), v.bytesOf(r.right())...)
	}
	return []byte{byte(slices.Index(v.tokens[:256], t))}
}

// The only tokens that go from U+FFFD to another character, or from another to it, are those of mixedLanes. What
// begins with the last byte of U+FFFD and another that goes on with a rune isn't between two characters.
func TestTokensBesideReplacements(t *testing.T) {
	whole := []byte("\uFFFD")
	eachEncoding(t, func(t *testing.T, _ Encoding, c *Counter) {
		v := c.encoder.vocab
		crossing := 0
		for id, r := range v.recs {
			if r.length() < 2 {
				continue
			}
			b := v.bytesOf(token(id))
			for i := 1; i < len(b); i++ {
				left, right, last, first := b[:i], b[i:], b[i-1], b[i]
				if first&0xc0 == 0x80 {
					continue
				}
				isLeft := bytes.HasSuffix(left, whole) || bytes.HasSuffix(whole, left)
				isRight := bytes.HasPrefix(right, whole) || bytes.HasPrefix(whole, right)
				if isLeft == isRight {
					continue
				}
				crossing++
				if isLeft && mixedLanes[first]>>32&1 == 0 || isRight && mixedLanes[last]>>40&1 == 0 {
					t.Errorf("token %q: nobody looks for it", b)
				}
			}
		}
		if crossing < 5 {
			t.Errorf("only %d tokens go from U+FFFD to another character", crossing)
		}
	})
}

// Binary data counts as the same text with U+FFFD, which no fast path is for, and as the oracle counts it.
func TestBinaryData(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	data := make([]byte, 1<<16)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	replaced := string([]rune(string(data)))
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		if got, want := c.Count(data), oracle(t, enc).Count(replaced); got != want {
			t.Errorf("%d random bytes have %d tokens, want %d", len(data), got, want)
		}
	})
}

// Mixed text is cut as the scanner for any text does, and each of its pieces has the count of the piece by itself.
func TestMixedText(t *testing.T) {
	part := rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 30),
		rapid.SliceOfN(rapid.SampledFrom([]byte("\xffan \xc3\xa9s?.\n&\xe2\x82\xac\xef\xbf\xbd")), 0, 30),
		rapid.Map(rapid.SampledFrom(pieces), func(s string) []byte { return []byte(s) }),
		rapid.Map(rapid.SliceOfN(rapid.RuneFrom([]rune("aZéÜ中文א\u0301ſ'½\u0085\ufffd物€\xff")), 0, 8),
			func(r []rune) []byte { return []byte(string(r)) }),
	)
	texts := rapid.Map(rapid.SliceOfN(part, 0, 12), func(b [][]byte) []byte { return bytes.Join(b, nil) })
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		rapid.Check(t, func(t *rapid.T) {
			b := texts.Draw(t, "text")
			cut := slowly(c, b)
			if got := fast(c, b); !slices.Equal(got, cut) {
				t.Fatalf("%q is cut into %q, want %q", b, got, cut)
			}
			want := 0
			for _, p := range cut {
				want += c.encoder.encode([]byte(string([]rune(p))), noToken)
			}
			if got := c.Count(b); got != want {
				t.Fatalf("%q has %d tokens, want %d", b, got, want)
			}
		})
	})
}
