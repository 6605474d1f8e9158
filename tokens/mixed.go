package tokens

import (
	"bytes"
	"math/bits"
	"unicode/utf8"
)

// Every second byte of binary data isn't UTF-8. For the patterns such a byte is a symbol, of one byte as those of ASCII
// are, so [block.starts] finds the pieces. Hardly any of them comes twice, so that there is nothing to remember. And
// but for a few, no token goes from U+FFFD to another character: a piece has as many tokens as its parts before,
// in and after a run of such bytes, and most parts are one or two bytes.

// mixedLanes has a word for each byte of text, with a bit in each of its bytes for a possible role. From the lowest
// byte on, these are: the next byte of a rune, the first of a rune of two bytes, or of more, a byte beyond ASCII, the
// first byte after U+FFFD in a token, and the last one before it.
var mixedLanes = func() (t [256]uint64) {
	for i := range t {
		c := byte(i)
		switch {
		case c&0xc0 == 0x80:
			t[c] = 1
		case c >= 0xc2 && c <= 0xdf:
			t[c] = 1 << 8
		case c >= 0xe0 && c <= 0xf4:
			t[c] = 1 << 16
		}
		if c >= utf8.RuneSelf {
			t[c] |= 1 << 24
		}
	}
	for _, c := range []byte("amnorstd\n?&\xe6\xe7\xef") {
		t[c] |= 1 << 32
	}
	for _, c := range []byte(" ?.\xac\xbd") {
		t[c] |= 1 << 40
	}
	return t
}()

// strays reports whether a byte beyond ASCII isn't the first of a rune, as the next byte shows.
func strays(c, next byte) bool { return c&0xc0 == 0x80 || next&0xc0 != 0x80 }

// cutMixed does [Counter.cut] for a block that has some bytes that aren't UTF-8. size is the length of the text. The
// scanner for any text does the rest, from the first rune on that is neither ASCII nor a letter.
func (c *Counter) cutMixed(text *[blockSize + 16]byte, size int, last bool) (starts, bad uint64) {
	block := (*[blockSize]byte)(text[:])
	k, m := classify(block, &lanes), classify(block, &mixedLanes)
	goesOn, two, more, high := m.upper, m.lower, m.digit, m.blank
	n := min(size, blockSize)
	bad = high
	for r := (two | more&(goesOn>>2|3<<62)) & (goesOn>>1 | 1<<63); r != 0; r &= r - 1 {
		i := bits.TrailingZeros64(r)
		what, width := classAt(text[:], i)
		if what == invalid {
			continue
		}
		if i+width > n || !in(what, letters) || what == caseless && c.enc == O200kBase && capital(text[i+width:]) {
			n = min(n, i)
			break
		}
		letter := (uint64(1)<<width - 1) << i
		bad &^= letter
		if what == upper {
			k.upper |= letter
		} else {
			k.lower |= letter
		}
	}
	c.broken = n < min(size, blockSize)
	last = last && n == size
	if n < 4 && !last {
		return 0, 0
	}
	bad &= ^uint64(0) >> (64 - n)
	c.join(bad, m.tab, m.newline)
	return k.starts(n, last, c.enc == O200kBase), bad
}

// capital reports whether a text begins with a capital letter. Behind a caseless letter it goes on with the word if a
// small letter follows; any other text takes a caseless letter for a small one.
func capital(b []byte) bool {
	what, _ := classAt(b, 0)
	return what == upper
}

// join sets c.joined from the bytes that aren't UTF-8, and from those that tokens have after U+FFFD and before it.
func (c *Counter) join(bad, behind, before uint64) {
	c.joined = bad<<1&^bad&behind | bad&^(bad<<1)&(before<<1)
}

// countMixed counts the pieces of a block, which begin at starts, the block's among them, and end at the last of them.
// bad has a bit for each byte that isn't UTF-8; c.joined, for those that may be in one token with the one before though
// only one of the two is bad.
func (c *Counter) countMixed(text *[blockSize + 16]byte, starts, bad uint64) (n int) {
	end := 63 - bits.LeadingZeros64(starts)
	joined := c.joined &^ starts
	starts |= (bad ^ bad<<1) &^ joined & (1<<end - 1)
	first := starts &^ (1 << end)
	n = bits.OnesCount64(first & (starts >> 1))
	first &^= starts >> 1

	twos := first & (starts >> 2) &^ (joined >> 1)
	n += bits.OnesCount64(twos&bad) * c.countBad(2)
	for pairs := twos &^ bad; pairs != 0; pairs &= pairs - 1 {
		i := bits.TrailingZeros64(pairs)
		n++
		if c.encoder.bytePairs[uint16(load64(text[:], i))] == noToken {
			n++
		}
	}
	for first &^= twos; first != 0; first &= first - 1 {
		i := bits.TrailingZeros64(first)
		size := bits.TrailingZeros64(starts >> i &^ 1)
		switch part := ^uint64(0) >> (64 - size) << i; {
		case bad&part == 0 && c.encoder.apart(text[i:i+size]):
			n += size
		case bad&part == 0:
			n += c.countPiece(text[i : i+size])
		case bad&part == part:
			n += c.countBad(size)
		default:
			n += c.countReplaced(text[i : i+size])
		}
	}
	return n
}

// apart reports whether no two neighbours among some bytes are a token, so that each is one by itself.
func (v *vocab) apart(b []byte) bool {
	for i := range len(b) - 1 {
		if v.bytePairs[uint16(b[i])|uint16(b[i+1])<<8] != noToken {
			return false
		}
	}
	return true
}

// countBad counts a piece, or a part of one, of size bytes that aren't UTF-8, at most a block.
func (c *Counter) countBad(size int) int {
	if c.bad[size] == 0 {
		c.bad[size] = uint8(c.encoder.encode(bytes.Repeat([]byte("\uFFFD"), size), noToken))
	}
	return int(c.bad[size])
}

// countInvalid counts a piece with bytes that aren't UTF-8.
func (c *Counter) countInvalid(b []byte) int {
	if len(b) >= blockSize {
		return c.countReplaced(b)
	}
	var text [blockSize + 16]byte
	copy(text[:], b)
	var bad, behind, before uint64
	for i := 0; i < len(b); {
		what, width := classAt(b, i)
		if what == invalid {
			bad |= 1 << i
		} else {
			behind |= mixedLanes[b[i]] >> 32 & 1 << i
			before |= mixedLanes[b[i+width-1]] >> 40 & 1 << (i + width - 1)
		}
		i += width
	}
	c.join(bad, behind, before)
	return c.countMixed(&text, 1|1<<len(b), bad)
}

// countReplaced counts a piece, or a part of one, as it is with U+FFFD in the place of bytes that aren't UTF-8.
func (c *Counter) countReplaced(b []byte) int {
	var text [64]byte
	if n, taken := validText(text[:], b); taken == len(b) {
		return c.countPiece(text[:n])
	}
	c.long.reset()
	c.long.writeText(&c.encoder, b)
	return c.long.finish(&c.encoder)
}
