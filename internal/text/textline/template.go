package textline

import "github.com/toktee/toktee/internal/text/parse"

// templateOf hashes a line without its numbers, hexadecimal words, times, days and months, so lines that differ only in
// those are one template. The rest is hashed eight bytes at a time.
func templateOf(s string) uint64 {
	h, part, n := uint64(odd2), uint64(0), 0
	for i := 0; i < len(s); {
		c := s[i]
		switch templateByte[c] {
		case 0:
			i++
		case digitByte:
			for i < len(s) && (parse.Digit(s[i]) || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'f') {
				i++
			}
			c = '0'
		default:
			d := 0
			if i == 0 || !isLetter(s[i-1]) {
				d = DateWord(s[i:])
			}
			if d > 0 {
				c = '0'
			}
			i += max(d, 1)
		}
		part = part<<8 | uint64(c)
		if n++; n&7 == 0 {
			h, part = mix(h, part), 0
		}
	}
	return mix(mix(h, part), uint64(n))
}

// mix adds eight bytes to a hash.
func mix(h, part uint64) uint64 {
	h = (h ^ part) * odd1
	return h ^ h>>32
}

// Odd numbers whose bits look random, of the golden ratio and of xxHash.
const (
	odd1 = 0x9e3779b97f4a7c15
	odd2 = 0xc2b2ae3d27d4eb4f
)

// templateByte marks the bytes that may be left out of a line's template; 0 for all others.
var templateByte = func() (kinds [256]uint8) {
	for c := range kinds {
		switch {
		case parse.Digit(byte(c)):
			kinds[c] = digitByte
		case opensDate[c]:
			kinds[c] = dateByte
		}
	}
	return kinds
}()

const (
	digitByte = 1
	dateByte  = 2
)

// maxTemplates bounds the templates that are counted; later ones count as seen before.
const maxTemplates = 1 << 18

// Templates counts how often each template was seen. The zero value has seen none.
type Templates struct{ times map[uint64]uint32 }

// Note counts a line. It returns how often the line's template came before, or [NoRoom] if the template isn't among
// the counted ones, and the template, which is equal for lines that differ in numbers alone.
func (t *Templates) Note(s string) (seen uint32, template uint64) {
	k := templateOf(s)
	if seen = t.times[k]; seen == 0 {
		if len(t.times) == maxTemplates {
			return NoRoom, k
		}
		if t.times == nil {
			t.times = map[uint64]uint32{}
		}
	}
	t.times[k] = seen + 1
	return seen, k
}

// NoRoom means that a line's template isn't among the counted ones.
const NoRoom = 1 << 31
