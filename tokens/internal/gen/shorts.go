package main

// maxShort is the length of the longest token that fits in a word of eight bytes with its length.
const maxShort = 7

// shorts returns the set of the tokens of 2 to 7 bytes: a perfect hash whose slots hold the bytes, with the length
// above them.
func shorts(ranks []string) ([]uint64, []uint8, error) {
	var keys, hashes []uint64
	for _, token := range ranks {
		if len(token) > 1 && len(token) <= maxShort {
			keys = append(keys, shortKey(token))
			hashes = append(hashes, shortKey(token)*0x9E3779B97F4A7C15)
		}
	}
	p, err := newPerfect(hashes)
	if err != nil {
		return nil, nil, err
	}
	slots := make([]uint64, p.slots)
	for s, i := range p.taken {
		if i >= 0 {
			slots[s] = keys[i]
		}
	}
	return slots, p.groups, nil
}

// shortKey returns the key of a short token: its bytes, the first in the lowest byte, and its length in the highest
// byte. It must be the same as in package tokens.
func shortKey(token string) uint64 {
	key := uint64(len(token)) << 56
	for i := range len(token) {
		key |= uint64(token[i]) << (8 * i)
	}
	return key
}
