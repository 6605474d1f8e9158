package tokens

// mix spreads a key over 64 bits. Both mix and slot must be the same as in internal/gen, which fills the tables.
const mix = 0x9E3779B97F4A7C15

// slot returns the only slot, of a table of n, that can hold a key with the hash h. The displacement is that of its
// group.
func slot(h uint64, displacement byte, n int) int {
	return int(uint64((uint32(h>>14)^uint32(displacement)*0x2545F491)*0x9E3779B1) * uint64(n) >> 32)
}

// merge returns the token that left and right merge to, or noToken. A slot has 14 bits of the hash, which exclude most
// other pairs without reading the record.
func (v *vocab) merge(left, right token) token {
	h := (uint64(left)<<18 | uint64(right)) * mix
	s := v.pairs[slot(h, v.pairGroups[h>>(v.pairShift&63)], len(v.pairs))]
	if s>>18 != uint32(h>>36)&0x3fff {
		return noToken
	}
	m := s & (1<<18 - 1)
	if r := v.recs[m]; r.left() != left || r.right() != right {
		return noToken
	}
	return m
}

// adjacent reports whether byte-pair encoding leaves the two tokens next to each other: whether the encoding of their
// joined bytes is these two. It undoes their merges at the seam, the latest first, and checks at each step whether a
// merge across the seam would have come earlier. A sequence of tokens is the encoding of its bytes if and only if each
// two neighbours in it pass.
func (v *vocab) adjacent(left, right token) bool {
	limit := token(noToken)
	l, r := v.recs[left], v.recs[right]
	for {
		if l.leads() && r.ends() && v.merge(left, right) < limit {
			return false
		}
		// Undo the later merge; a single byte has none.
		switch {
		case l.length() > 1 && (left > right || r.length() == 1):
			limit, left = left, l.right()
			l = v.recs[left]
		case r.length() > 1:
			limit, right = right+1, r.left()
			r = v.recs[right]
		default:
			return true
		}
	}
}
