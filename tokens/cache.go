package tokens

import "encoding/binary"

// Lengths, in bytes, up to which a piece and its length fit in one word and in two.
const (
	maxShort = 7
	maxLong  = 15
)

// A cache remembers the counts of pieces. An entry has all bytes of its piece, so a hit is never wrong.
type cache struct {
	short  [1 << 14]uint64       // a key: bytes, length (3 bits); and above it the count (5 bits)
	long   [1 << 13][2]longPiece // of each two, the one that was used last is first
	big    [1 << 10]bigPiece
	unused uint       // the bits of a hash that aren't used yet: a new counter only uses a part of its memory
	left   int        // bytes to count until all of it is used
	missed [64]uint64 // keys of short pieces that weren't found; resolve counts them together
	misses int
}

// A new counter uses a sixteenth of its memory for the first wideFrom bytes: an entry is often the first one of its
// page of memory, which takes longer to get than to look up most pieces again.
const (
	narrow   = 4
	wideFrom = 256 << 10
)

// widen uses all memory of a counter, and writes to it. A cache is read before it is written. So without this, the
// system would map each of its pages twice, and interrupt every processor of the process the second time: a text of 100
// KB would take a millisecond more.
func (c *Counter) widen() {
	c.cache.unused, c.encoder.unused = 0, 0
	clear(c.cache.short[:])
	clear(c.cache.long[:])
	clear(c.encoder.memo[:])
}

const (
	mixLow  = 0x9E3779B97F4A7C15
	mixHigh = 0xC2B2AE3D27D4EB4F
)

// load64 returns the word of the eight bytes at b[i].
func load64(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// countShort counts the first size bytes of the word, or leaves them to resolve.
func (c *Counter) countShort(w uint64, size int) int {
	key := w&(1<<(8*size)-1) | uint64(size)<<56
	slot := c.cache.short[key*mix>>50>>(c.cache.unused&63)]
	if (slot^key)<<5 == 0 {
		return int(slot >> 59)
	}
	c.cache.missed[c.cache.misses&63] = key
	if c.cache.misses++; c.cache.misses == len(c.cache.missed) {
		return c.resolve()
	}
	return 0
}

// resolve counts the missed pieces. Most of them are tokens, whose lookup waits for memory. Here the processor waits
// for many lookups at once; for one piece at a time it would wait for each in turn.
func (c *Counter) resolve() (n int) {
	v := c.encoder.vocab
	missed := c.cache.missed[:c.cache.misses]
	c.cache.misses = 0
	var at [64]uint32
	for i, key := range missed {
		h := key * mix
		at[i&63] = uint32(slot(h, v.shortGroups[h>>(v.shortShift&63)], len(v.shorts)))
	}
	others := missed[:0]
	for i, key := range missed {
		if v.shorts[at[i&63]] == key {
			c.cache.short[key*mix>>50>>(c.cache.unused&63)] = key | 1<<59
			n++
		} else {
			others = append(others, key)
		}
	}
	for _, key := range others {
		count := v.small(key)
		c.cache.short[key*mix>>50>>(c.cache.unused&63)] = key | uint64(count)<<59
		n += count
	}
	return n
}

// A longPiece is a piece of 8 to 15 bytes: the first eight in one word, and in the other the rest with the length (4
// bits) and the count (4 bits) above it.
type longPiece struct{ low, high uint64 }

func (p *longPiece) is(low, high uint64) bool { return p.low == low && (p.high^high)<<4 == 0 }

// countLong counts the first size bytes, 8 to 15, of two words.
func (c *Counter) countLong(low, high uint64, size int) int {
	high = high&(1<<(8*size-64)-1) | uint64(size)<<56
	slot := &c.cache.long[(low*mixLow^high*mixHigh)>>51>>(c.cache.unused&63)]
	if !slot[0].is(low, high) {
		slot[0], slot[1] = slot[1], slot[0]
		if !slot[0].is(low, high) {
			var b [16]byte
			binary.LittleEndian.PutUint64(b[:], low)
			binary.LittleEndian.PutUint64(b[8:], high)
			slot[0] = longPiece{low, high | uint64(c.encoder.encode(b[:size], noToken))<<60}
		}
	}
	return int(slot[0].high >> 60)
}

// A bigPiece is a piece of 16 to 62 bytes.
type bigPiece struct {
	size, count uint8
	text        [62]byte
}

// countBig counts a piece of more than 15 bytes, and at most a window.
func (c *Counter) countBig(b []byte) int {
	if len(b) > len(bigPiece{}.text) {
		return c.encoder.encode(b, noToken)
	}
	h := load64(b, len(b)-8)*mixHigh ^ uint64(len(b))
	for i := 0; i < len(b)-8; i += 8 {
		h = (h ^ load64(b, i)) * mixLow
	}
	slot := &c.cache.big[h>>54>>(c.cache.unused&63)]
	if string(slot.text[:slot.size]) != string(b) {
		slot.size = uint8(copy(slot.text[:], b))
		slot.count = uint8(c.encoder.encode(b, noToken))
	}
	return int(slot.count)
}
