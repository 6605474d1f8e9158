package main

// pairs returns the table of merges: a perfect hash by left and right token. A slot has the merged token in its low 18
// bits and 14 bits of the hash above them. Most pairs that are looked up don't merge; those bits exclude nearly all of
// them without another read.
func pairs(recs []record) ([]uint32, []uint8, error) {
	var hashes []uint64
	var merged []uint32
	for id, r := range recs {
		if r.length > 1 {
			hashes = append(hashes, pairHash(r.left, r.right))
			merged = append(merged, uint32(id))
		}
	}
	p, err := newPerfect(hashes)
	if err != nil {
		return nil, nil, err
	}
	slots := make([]uint32, p.slots)
	for s, i := range p.taken {
		if i >= 0 {
			slots[s] = uint32(hashes[i]>>36)&0x3fff<<18 | merged[i]
		}
	}
	return slots, p.groups, nil
}

// pairHash returns the hash of a pair of tokens. It must be the same as in package tokens.
func pairHash(left, right uint32) uint64 {
	return (uint64(left)<<18 | uint64(right)) * 0x9E3779B97F4A7C15
}

// bytePairs returns the merge of each two bytes, indexed by the first and then the second in the high byte of the
// index.
func bytePairs(ranks []string) []uint32 {
	t := make([]uint32, 1<<16)
	for i := range t {
		t[i] = noToken
	}
	for id, token := range ranks {
		if len(token) == 2 {
			t[int(token[0])|int(token[1])<<8] = uint32(id)
		}
	}
	return t
}
