package tokens

import "bytes"

// window is the number of bytes that are encoded at once.
const window = 16 << 10

// An encoder encodes pieces: the parts that a pattern cuts a text into, which no token crosses.
//
// It doesn't merge. It looks for the one sequence of tokens in which all neighbours are allowed ([vocab.adjacent]),
// which is the encoding: it tries the longest token first, then shorter ones, and goes back if none fits. No
// position is tried twice, so the time is linear in the length. The result doesn't depend on the order of the trials.
// In a long repetition a token is often followed by itself, so that is tried first.
type encoder struct {
	*vocab
	memo   [1 << 13]uint64 // answers of adjacent: pair<<2 | 2 | answer
	unused uint            // the bits of a hash that aren't used yet, as in [cache]
	path   []token         // the last encoding
	dead   []uint64        // bit set of the positions from which the end can't be reached
	room   [window]token
	bits   [window/64 + 1]uint64
}

// cachedAdjacent returns the answer of [vocab.adjacent] and remembers it.
func (e *encoder) cachedAdjacent(left, right token) bool {
	pair := uint64(left)<<18 | uint64(right)
	slot := &e.memo[pair*mix>>51>>(e.unused&63)]
	if *slot>>1 == pair<<1|1 {
		return *slot&1 != 0
	}
	ok := e.adjacent(left, right)
	*slot = pair<<2 | 2
	if ok {
		*slot |= 1
	}
	return ok
}

// encode leaves the encoding of b, which isn't empty, in e.path and returns the number of its tokens. prev is the token
// before b, or noToken; if b can't follow it, encode returns 0.
func (e *encoder) encode(b []byte, prev token) int {
	if len(b) <= window {
		e.path, e.dead = e.room[:], e.bits[:len(b)/64+1]
		clear(e.dead)
	} else {
		e.path, e.dead = make([]token, len(b)), make([]uint64, len(b)/64+1)
	}
	n, pos, last := 0, 0, prev
	t, length := e.longest(b)
	again := false // t is the same token as the one before
	for {
		end := pos + length
		if e.dead[end/64]>>(end%64)&1 == 0 && (last == noToken || e.cachedAdjacent(last, t)) {
			e.path[n] = t
			n++
			if end == len(b) {
				return n
			}
			again = length >= repeats && bytes.HasPrefix(b[end:], b[pos:end])
			last, pos = t, end
			if !again {
				t, length = e.longest(b[pos:])
			}
			continue
		}
		for length == 1 {
			// Nothing fits here: take the last token back.
			e.dead[pos/64] |= 1 << (pos % 64)
			if n == 0 {
				return 0
			}
			t = last
			length = e.recs[t].length()
			pos -= length
			if n--; n > 0 {
				last = e.path[n-1]
			} else {
				last = prev
			}
			again = t == last && length >= repeats
		}
		if again {
			again = false
			t, length = e.longest(b[pos:])
		} else {
			t = e.recs[t].prefix()
			length = e.recs[t].length()
		}
	}
}

// repeats is the length from which a token is tried again after itself.
const repeats = 8
