package tokens

import "encoding/binary"

// Pieces of at most so many bytes are cached, in a word or two with their length.
const (
	maxShort = 7
	maxLong  = 15
)

// A cache remembers the counts of short pieces: two direct-mapped tables with exact keys.
type cache struct {
	short  [1 << 14]uint64    // bytes, length (3 bits), count (5 bits)
	long   [1 << 14][2]uint64 // bytes, length (4 bits), count (4 bits)
	missed [64]uint64         // keys of short pieces that weren't there; they are counted together
	misses int
}

const (
	mixLow  = 0x9E3779B97F4A7C15
	mixHigh = 0xC2B2AE3D27D4EB4F
)

func load64(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// countShort counts the first size bytes of the word, or leaves them to resolve.
func (c *Counter) countShort(w uint64, size int) int {
	key := w&(1<<(8*size)-1) | uint64(size)<<56
	slot := c.cache.short[key*mix>>50]
	if (slot^key)<<5 == 0 {
		return int(slot >> 59)
	}
	c.cache.missed[c.cache.misses&63] = key
	if c.cache.misses++; c.cache.misses == len(c.cache.missed) {
		return c.resolve()
	}
	return 0
}

// resolve counts the missed pieces. Most of them are tokens; the processor waits for the memory of many of these lookups
// at once, which a lookup for each piece by itself would wait for in turn.
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
			c.cache.short[key*mix>>50] = key | 1<<59
			n++
		} else {
			others = append(others, key)
		}
	}
	for _, key := range others {
		count := v.small(key)
		c.cache.short[key*mix>>50] = key | uint64(count)<<59
		n += count
	}
	return n
}

// countLong counts the first size bytes of two words.
func (c *Counter) countLong(low, high uint64, size int) int {
	high = high&(1<<(8*size-64)-1) | uint64(size)<<56
	slot := &c.cache.long[(low*mixLow^high*mixHigh)>>50]
	if slot[0] != low || (slot[1]^high)<<4 != 0 {
		var b [16]byte
		binary.LittleEndian.PutUint64(b[:], low)
		binary.LittleEndian.PutUint64(b[8:], high)
		slot[0] = low
		slot[1] = high | uint64(c.encoder.encode(b[:size], noToken))<<60
	}
	return int(slot[1] >> 60)
}
