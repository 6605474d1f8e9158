package tokens

import "math/bits"

// blockSize is the number of bytes that are cut into pieces at once.
const blockSize = 64

// count counts the pieces of b from pos, the start of a piece, that end at limit or before. It returns the place at
// which it stopped: at len(b), or at the start of the first piece that ends after the limit. The characters after the
// limit affect the ends of pieces, so b must have them.
func (c *Counter) count(b []byte, pos, limit int) (n, end int) {
	if c.cache.unused > 0 {
		if c.cache.left -= limit - pos; c.cache.left <= 0 {
			c.widen()
		}
	}
	for pos < len(b) {
		text, starts, bad := c.cut(b, pos)
		if left := limit - pos; left < blockSize {
			starts &= 2<<left - 1
		}
		if starts != 0 {
			// A piece of one character is one token: two starts in a row. Any other piece starts at a character whose
			// next one doesn't start a piece.
			starts |= 1
			last := 63 - bits.LeadingZeros64(starts)
			pos += last
			if bad == 0 {
				n += bits.OnesCount64(starts & (starts >> 1))
				for first := starts &^ (starts >> 1) &^ (1 << last); first != 0; first &= first - 1 {
					start := bits.TrailingZeros64(first)
					switch size := bits.TrailingZeros64(starts >> start &^ 1); {
					case size <= maxShort:
						n += c.countShort(load64(text[:], start), size)
					case size <= maxLong:
						n += c.countLong(load64(text[:], start), load64(text[:], start+8), size)
					default:
						n += c.countBig(text[start : start+size])
					}
				}
				continue
			}
			n += c.countMixed(text, starts, bad)
			if !c.broken {
				continue
			}
		}
		// Not ASCII, or a piece that is longer than the block or depends on the text after it.
		end, seen := c.piece(b, pos)
		if end > limit {
			break
		}
		if in(invalid, seen) {
			n += c.countInvalid(b[pos:end])
		} else {
			n += c.countPiece(b[pos:end])
		}
		pos = end
	}
	return n + c.resolve(), pos
}

// cut finds the pieces of the block at b[pos]. It returns the block with the 16 bytes after it, the starts of the
// pieces after the first (see [block.starts]), and a bit for each byte in them that isn't UTF-8.
func (c *Counter) cut(b []byte, pos int) (text *[blockSize + 16]byte, starts, bad uint64) {
	size, last := len(b)-pos, false
	if size >= len(c.tail) {
		text = (*[blockSize + 16]byte)(b[pos:])
	} else {
		text = &c.tail
		clear(text[copy(text[:], b[pos:]):])
		last = size < blockSize
	}
	block := (*[blockSize]byte)(text[:])
	if n := asciiPrefix(block); n < size {
		if n < blockSize && strays(text[n], text[n+1]) {
			starts, bad = c.cutMixed(text, size, last)
			return text, starts, bad
		}
		size, last = n, false
	}
	if size < 4 && !last {
		return text, 0, 0
	}
	k := classify(block, &lanes)
	return text, k.starts(size, last, c.enc == O200kBase), 0
}

// asciiPrefix returns the number of ASCII bytes that the block starts with.
func asciiPrefix(b *[blockSize]byte) int {
	const tops = 0x8080808080808080
	for i := 0; i < len(b); i += 8 {
		if w := load64(b[:], i) & tops; w != 0 {
			return i + bits.TrailingZeros64(w)/8
		}
	}
	return len(b)
}

// countPiece counts a piece of valid UTF-8.
func (c *Counter) countPiece(b []byte) int {
	switch {
	case len(b) <= maxLong:
		var q [16]byte
		copy(q[:], b)
		if len(b) <= maxShort {
			return c.countShort(load64(q[:], 0), len(b))
		}
		return c.countLong(load64(q[:], 0), load64(q[:], 8), len(b))
	case len(b) <= window:
		return c.countBig(b)
	}
	c.long.reset()
	c.long.write(&c.encoder, b)
	return c.long.finish(&c.encoder)
}
