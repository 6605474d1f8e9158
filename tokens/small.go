package tokens

// small counts the tokens of a short piece by merging: as long as any two neighbours merge, it merges the pair whose
// merge ranks first, the leftmost of equals. key has the piece's bytes, the first in the lowest byte, and its length in
// the highest byte.
func (v *vocab) small(key uint64) int {
	var ids, merges [8]token // merges[i] is what ids[i] and ids[i+1] merge to
	n := int(key >> 56)
	ids[0] = v.tokens[byte(key)]
	for i := 1; i < n; i++ {
		merges[(i-1)&7] = v.bytePairs[uint16(key)]
		key >>= 8
		ids[i&7] = v.tokens[byte(key)]
	}
	for n > 1 {
		first, at := token(noToken), 0
		for i := range n - 1 {
			if m := merges[i&7]; m < first {
				first, at = m, i
			}
		}
		if first == noToken {
			break
		}
		n--
		ids[at&7] = first
		for i := at + 1; i < n; i++ {
			ids[i&7] = ids[(i+1)&7]
			merges[i&7] = merges[(i+1)&7]
		}
		if at > 0 {
			merges[(at-1)&7] = v.merge(ids[(at-1)&7], first)
		}
		if at+1 < n {
			merges[at&7] = v.merge(first, ids[(at+1)&7])
		}
	}
	return n
}
