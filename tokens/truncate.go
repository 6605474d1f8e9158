package tokens

import "unicode/utf8"

// exhaustive is the length of text, in bytes, in which Truncate tries every place to cut.
const exhaustive = 512

// Truncate returns the end of the longest prefix of b that has at most budget tokens, and the prefix's own count. The
// prefix doesn't end inside a character. With a budget of 0 or less both are 0.
//
// A longer prefix may exist if the cut falls into a run of more than about 500 bytes without a place to break, such as
// base64 on one line. At the end that Truncate returns the next character wouldn't fit, but the count of a prefix may
// fall as it grows: "tok" and "en" are "token".
//
// The time depends on the budget, not on the length of b.
func (c *Counter) Truncate(b []byte, budget int) (end, count int) {
	if budget <= 0 {
		return 0, 0
	}
	if longest := budget * maxToken; longest/maxToken == budget && len(b) > longest {
		b = b[:runeStart(b, longest)] // no longer prefix fits
	}
	at, fits := c.lastStep(b, budget)
	if fits {
		return len(b), at.count
	}
	low, high := c.cutRange(b, at, budget)
	if high-low.pos > exhaustive {
		end = c.bisect(b, low, high, budget)
		return end, c.countFrom(low, b[:end])
	}
	for end = high; ; end = runeStart(b, end-1) {
		if count = c.countFrom(low, b[:end]); count <= budget {
			return end, count
		}
	}
}

// A place is a position between two pieces, and the number of tokens before it.
type place struct{ pos, count int }

// countFrom returns the count of text, which starts with the pieces before at.
func (c *Counter) countFrom(at place, text []byte) int {
	n, _ := c.count(text, at.pos, len(text))
	return at.count + n
}

// lastStep counts b in steps of some hundred bytes until the budget is passed, and returns the place at which the step
// before that starts. If all of b is within the budget, fits is true and the place is the end.
func (c *Counter) lastStep(b []byte, budget int) (at place, fits bool) {
	var before, here place
	for step := 1 << 8; ; {
		more, end := c.count(b, here.pos, min(len(b), here.pos+step))
		switch {
		case here.count+more > budget:
			return before, false
		case end == len(b):
			return place{end, here.count + more}, true
		case end == here.pos:
			step *= 2 // a piece is longer than the step
		default:
			before, here = here, place{end, here.count + more}
		}
	}
}

// cutRange goes on from a place, piece by piece, until the budget is passed. It returns a place and a position: the
// text up to the place fits wherever it is cut after it, and no cut after the position fits.
//
// A cut can change up to three pieces before it: blanks are cut before a newline and before the last of them. So the
// first is the start of the fourth piece before the one that passes the budget. With the cut inside one of the next
// pieces, some of those may fit as well.
func (c *Counter) cutRange(b []byte, at place, budget int) (low place, high int) {
	starts := [4]place{at, at, at, at}
	for {
		end, n := c.next(b, at.pos)
		if at = (place{end, at.count + n}); at.count > budget {
			break
		}
		copy(starts[:], starts[1:])
		starts[len(starts)-1] = at
	}
	high = starts[len(starts)-1].pos
	for range 3 {
		if high < len(b) {
			high, _ = c.next(b, high)
		}
	}
	return starts[0], high
}

// bisect finds a place to cut between low, which fits, and high: the next character wouldn't fit.
func (c *Counter) bisect(b []byte, low place, high, budget int) int {
	fits := low.pos
	for {
		end := runeStart(b, fits+(high-fits+1)/2)
		if end <= fits {
			end = nextRune(b, fits)
		}
		switch {
		case end >= high:
			return fits
		case c.countFrom(low, b[:end]) <= budget:
			fits = end
		default:
			high = end
		}
	}
}

// next returns the end and the count of the piece at b[pos].
func (c *Counter) next(b []byte, pos int) (end, n int) {
	end, seen := c.piece(b, pos)
	if in(invalid, seen) {
		return end, c.countInvalid(b[pos:end]) + c.resolve()
	}
	return end, c.countPiece(b[pos:end]) + c.resolve()
}

// runeStart returns the last start of a character at i or before it. A byte that isn't UTF-8 is a character.
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

// nextRune returns the end of the character at b[i].
func nextRune(b []byte, i int) int {
	_, n := utf8.DecodeRune(b[i:])
	return i + n
}
