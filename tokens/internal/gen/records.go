package main

import "fmt"

// A record is what counting needs to know about one token.
type record struct {
	left, right uint32 // the last merge that makes it; both are the token itself for a single byte
	prefix      uint32 // the longest token that is a proper prefix of it; the token itself for a single byte
	length      int    // bytes
	leads, ends bool   // it is the left (leads) or right (ends) part of some token's last merge
}

// records derives the record of every token by merging its bytes as byte-pair encoding does. Counting relies on two
// properties of a vocabulary, so records fails without them: a token is the encoding of its own bytes, and both parts
// of its last merge rank before it. That merge is unique, since merging reaches two parts only once.
func records(ranks []string) ([]record, error) {
	byText := make(map[string]uint32, len(ranks))
	for rank, token := range ranks {
		byText[token] = uint32(rank)
	}
	recs := make([]record, len(ranks))
	for rank, token := range ranks {
		id := uint32(rank)
		r := record{left: id, right: id, prefix: id, length: len(token)}
		if len(token) > 1 {
			cut, ok := lastMerge(token, byText)
			if !ok {
				return nil, fmt.Errorf("token %d %q isn't the encoding of its bytes", rank, token)
			}
			r.left, r.right = byText[token[:cut]], byText[token[cut:]]
			if r.left >= id || r.right >= id {
				return nil, fmt.Errorf("token %d %q is made of %d and %d, which don't rank before it", rank, token,
					r.left, r.right)
			}
			for n := len(token) - 1; ; n-- {
				if p, ok := byText[token[:n]]; ok {
					r.prefix = p
					break
				}
			}
		}
		recs[rank] = r
	}
	for _, r := range recs {
		if r.length > 1 {
			recs[r.left].leads, recs[r.right].ends = true, true
		}
	}
	return recs, nil
}

// word packs a record: left, right, prefix (18 bits each), length (8 bits), leads, ends.
func (r record) word() uint64 {
	w := uint64(r.left) | uint64(r.right)<<18 | uint64(r.prefix)<<36 | uint64(r.length)<<54
	if r.leads {
		w |= 1 << 62
	}
	if r.ends {
		w |= 1 << 63
	}
	return w
}

// lastMerge merges the token's bytes and returns the place at which the last two parts met. ok is false if the bytes
// don't merge to one part.
func lastMerge(token string, byText map[string]uint32) (cut int, ok bool) {
	ends := make([]int, len(token)) // ends[i] is the end of the part that starts at byte i
	starts := make([]int, 0, len(token))
	for i := range len(token) {
		ends[i] = i + 1
		starts = append(starts, i)
	}
	for len(starts) > 1 {
		best, at := uint32(len(byText)), -1
		for i := 0; i+1 < len(starts); i++ {
			if rank, found := byText[token[starts[i]:ends[starts[i+1]]]]; found && rank < best {
				best, at = rank, i
			}
		}
		if at < 0 {
			return 0, false
		}
		cut = starts[at+1]
		ends[starts[at]] = ends[cut]
		starts = append(starts[:at+1], starts[at+2:]...)
	}
	return cut, true
}
