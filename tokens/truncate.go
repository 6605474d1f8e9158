package tokens

import "unicode/utf8"

// exhaustive is the length of text behind a cut in which every place is tried.
const exhaustive = 512

// Truncate returns the end of the longest prefix of b that has at most budget tokens and doesn't end inside a character,
// and its count, which is that of the prefix by itself: what a text is cut into at its end depends on what follows.
//
// Where the cut falls into a run of more than about 500 bytes without a place to break, such as base64 on one line, the
// end is one where the next character wouldn't fit, though a still longer prefix might: the count of a prefix may fall as
// it grows ("tok", "en" is "token"). The time depends on the budget, not on the length of b.
func (c *Counter) Truncate(b []byte, budget int) (end, count int) {
	if budget <= 0 {
		return 0, 0
	}
	if most := budget * maxToken; most/maxToken == budget && len(b) > most {
		b = b[:runeStart(b, most)] // no longer prefix fits
	}
	// Count in steps up to where the budget is passed, and go on from the start of the step before, piece by piece.
	type place struct{ pos, count int }
	var before, here place
	for step := 1 << 8; ; {
		more, end := c.count(b, here.pos, min(len(b), here.pos+step))
		if here.count+more > budget {
			break
		}
		if end == len(b) {
			return len(b), here.count + more
		}
		if end == here.pos {
			step *= 2
			continue
		}
		before, here = here, place{end, here.count + more}
	}
	// The cut can change up to three pieces before it: blanks are cut before a newline and before the last of them. So the
	// last four starts are kept.
	var starts [4]place
	for i := range starts {
		starts[i] = before
	}
	for at := before; ; {
		end, n := c.next(b, at.pos)
		if at = (place{end, at.count + n}); at.count > budget {
			break
		}
		copy(starts[:], starts[1:])
		starts[len(starts)-1] = at
	}
	// The pieces up to starts[3] fit; with the cut inside one of the next pieces, so may some of those.
	from, most := starts[0], starts[3].pos
	for range 3 {
		if most < len(b) {
			most, _ = c.next(b, most)
		}
	}
	fits := func(end int) bool {
		count, _ = c.count(b[:end], from.pos, end)
		count += from.count
		return count <= budget
	}
	if most-from.pos <= exhaustive {
		for end = most; !fits(end); {
			end = runeStart(b, end-1)
		}
		return end, count
	}
	low, high := from.pos, most // low fits, high doesn't, or isn't known to
	for {
		end = runeStart(b, low+(high-low+1)/2)
		if end <= low {
			end = nextRune(b, low)
		}
		if end >= high {
			break
		}
		if fits(end) {
			low = end
		} else {
			high = end
		}
	}
	fits(low)
	return low, count
}

// next is the end and the count of the piece at b[pos].
func (c *Counter) next(b []byte, pos int) (end, n int) {
	end, seen := c.piece(b, pos)
	if in(invalid, seen) {
		return end, c.countInvalid(b[pos:end])
	}
	return end, c.countPiece(b[pos:end]) + c.resolve()
}

// runeStart is the last start of a character at i or before it. A byte that isn't UTF-8 is a character.
func runeStart(b []byte, i int) int {
	for j := i; j >= 0 && i-j < utf8.UTFMax; j-- {
		if j < len(b) && utf8.RuneStart(b[j]) {
			if _, n := utf8.DecodeRune(b[j:]); j+n > i {
				return j
			}
			break
		}
	}
	return i
}

// nextRune is the end of the character at b[i].
func nextRune(b []byte, i int) int {
	_, n := utf8.DecodeRune(b[i:])
	return i + n
}
