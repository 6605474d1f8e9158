package tokens

import "math/bits"

// A block is up to 64 bytes of text that begin with a piece, as bit sets: bit i is set if byte i is in the class. So
// all of its pieces are found at once, by shifts: x<<1 is "the character before is an x", x>>1 "the next one is".
type block struct {
	upper, lower, digit uint64
	blank               uint64 // ' '
	tab                 uint64 // white space other than ' ' and newlines
	newline             uint64
	quote, slash        uint64 // ' and /, which are symbols as well
}

// lanes has, for each byte of text, a word with a bit in the byte for its class: the lowest byte is for upper, the
// highest for slash. The words of symbols other than ' and / and of bytes beyond ASCII are 0.
var lanes = func() (t [256]uint64) {
	for c := range ascii {
		switch ascii[c] {
		case upper:
			t[c] = 1
		case lower:
			t[c] = 1 << 8
		case number:
			t[c] = 1 << 16
		case space:
			t[c] = 1 << 32
		case newline:
			t[c] = 1 << 40
		}
	}
	t[' '] = 1 << 24
	t['\''] = 1 << 48
	t['/'] = 1 << 56
	return t
}()

// classify makes a block of 64 bytes, or as many bit sets of other classes: of each eight bytes a word with a byte for
// each class, and then rows and columns of the eight words are exchanged, in three steps that swap halves, quarters and
// bytes.
func classify(p *[64]byte, lanes *[256]uint64) block {
	var w [8]uint64
	_ = lanes[0] // checked once
	for i := range w {
		q := (*[8]byte)(p[8*i:])
		w[i] = lanes[q[0]] | lanes[q[1]]<<1 | lanes[q[2]]<<2 | lanes[q[3]]<<3 |
			lanes[q[4]]<<4 | lanes[q[5]]<<5 | lanes[q[6]]<<6 | lanes[q[7]]<<7
	}
	a0, a4 := w[0]&m32|w[4]<<32, w[0]>>32|w[4]&^m32
	a1, a5 := w[1]&m32|w[5]<<32, w[1]>>32|w[5]&^m32
	a2, a6 := w[2]&m32|w[6]<<32, w[2]>>32|w[6]&^m32
	a3, a7 := w[3]&m32|w[7]<<32, w[3]>>32|w[7]&^m32
	a0, a2 = a0&m16|a2&m16<<16, a0>>16&m16|a2&^m16
	a1, a3 = a1&m16|a3&m16<<16, a1>>16&m16|a3&^m16
	a4, a6 = a4&m16|a6&m16<<16, a4>>16&m16|a6&^m16
	a5, a7 = a5&m16|a7&m16<<16, a5>>16&m16|a7&^m16
	return block{
		a0&m8 | a1&m8<<8, a0>>8&m8 | a1&^m8,
		a2&m8 | a3&m8<<8, a2>>8&m8 | a3&^m8,
		a4&m8 | a5&m8<<8, a4>>8&m8 | a5&^m8,
		a6&m8 | a7&m8<<8, a6>>8&m8 | a7&^m8,
	}
}

const (
	m32 = 0x00000000ffffffff
	m16 = 0x0000ffff0000ffff
	m8  = 0x00ff00ff00ff00ff
)

// starts returns a bit for the start of each piece after the first, among the block's first n characters, which are
// ASCII. With last, the text ends there, which counts as a start; n is less than 64 then. Without it, starts that the
// text after the block may change are left out.
func (k *block) starts(n int, last, o200k bool) uint64 {
	valid := ^uint64(0) >> (64 - n)
	letter := k.upper | k.lower
	blank := k.blank | k.tab
	newline := k.newline
	symbol := valid &^ (letter | k.digit | blank | newline)

	// Newlines after a symbol belong to it, and in o200k_base slashes among them do, too. The addition carries from the
	// first of them through all.
	run := newline
	if o200k {
		run |= k.slash
	}
	first := newline & (symbol << 1)
	trail := (run ^ (run + first) | first) & run
	symbol &^= trail
	newline &^= trail
	white := blank | newline

	// A symbol alone, or the last blank, leads the word after it.
	lead := symbol &^ (symbol<<1 | k.blank<<1) & (letter >> 1)
	s := letter &^ (letter<<1 | blank<<1 | lead<<1)
	s |= symbol &^ (symbol<<1 | k.blank<<1)
	s |= white&^(white<<1) | blank&(newline<<1)
	ends := blank &^ (blank >> 1)
	if o200k {
		s |= k.upper & (k.lower << 1)
	}

	// Numbers are cut after three digits each.
	for d := k.digit &^ (k.digit << 1); d != 0; d = d << 3 & k.digit & (k.digit << 1) & (k.digit << 2) {
		s |= d
	}

	// The scanner for any text does the rest, from cut on: blanks before a newline, and contractions.
	cut := n + 1
	if last {
		ends &= valid >> 1
		s |= 1 << n
	} else {
		cut = max(0, n-3-bits.LeadingZeros64(^(blank<<(64-n))))
	}
	if e := newline & (blank << 1); e != 0 {
		i := bits.TrailingZeros64(e)
		cut = min(cut, i-bits.LeadingZeros64(^(blank<<(64-i))))
	}
	if q := k.quote & (letter >> 1); q != 0 {
		if o200k {
			q &= letter << 1
		} else {
			q = q & lead << 1
		}
		if q != 0 {
			cut = min(cut, bits.TrailingZeros64(q))
		}
	}
	s = (s | ends) &^ 1
	return s & (1<<cut - 1)
}
