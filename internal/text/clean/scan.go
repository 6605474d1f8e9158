package clean

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// plain returns the length of the longest start of p that is clean as it is: valid UTF-8 in which no rune has to
// go. It looks at eight bytes at a time as long as they are ASCII.
func plain(p []byte) int {
	i := 0
	for {
		for len(p)-i >= 8 {
			x := binary.LittleEndian.Uint64(p[i:])
			if x&highs != 0 {
				break
			}
			// The high bit of each byte below 0x20, and of each 0x7f. All bytes are below 0x80, so nothing carries
			// over.
			m := ^((x|highs)-0x20*ones)&highs | (x+ones)&highs
			for ; m != 0; m &= m - 1 {
				at := i + bits.TrailingZeros64(m)/8
				if c := p[at]; c != '\n' && c != '\t' {
					return at
				}
			}
			i += 8
		}
		// The bytes up to and including the next rune beyond ASCII, or the last few.
		for {
			if i == len(p) {
				return i
			}
			c := p[i]
			if c >= utf8.RuneSelf {
				break
			}
			if c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
				return i
			}
			i++
		}
		for i < len(p) && p[i] >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(p[i:])
			if r == utf8.RuneError && n == 1 || hidden(r) {
				return i
			}
			i += n
		}
	}
}

// hidden reports whether a rune from U+0080 on is a control or a character that shows nothing and can mislead.
func hidden(r rune) bool {
	switch {
	case r < 0xa0: // C1
		return true
	case r < 0x61c:
		return false
	case r < 0x200b:
		return r == 0x61c
	case r <= 0x2069:
		return hiddenPunctuation(r)
	case r < 0xe0000:
		return r == 0xfeff // byte order mark
	}
	return r <= 0xe007f // tags
}

// hiddenPunctuation is hidden for the runes from U+200B to U+2069.
func hiddenPunctuation(r rune) bool {
	switch r {
	case 0x200b, 0x2060: // zero-width space, word joiner
		return true
	case 0x200e, 0x200f: // marks of bidirectional text
		return true
	}
	return 0x2028 <= r && r <= 0x202e || r >= 0x2066 // separators of lines and paragraphs, its embeddings and isolates
}
