package textline

import (
	"github.com/toktee/toktee/internal/hash"
	"github.com/toktee/toktee/internal/parse"
)

// templateOf hashes a line with its numbers, hexadecimal words, times, days and months left out, so that lines that
// differ in those alone are one template. It is FNV-1a over what is left.
func templateOf(s string) uint64 {
	h := hash.Start
	for i := 0; i < len(s); {
		c := s[i]
		if parse.Digit(c) {
			for i < len(s) && (parse.Digit(s[i]) || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'f') {
				i++
			}
			h = h.Byte('0')
			continue
		}
		if opensDate[c] && (i == 0 || !isLetter(s[i-1])) {
			if n := DateWord(s[i:]); n > 0 {
				h = h.Byte('0')
				i += n
				continue
			}
		}
		h = h.Byte(c)
		i++
	}
	return uint64(h)
}

// maxTemplates bounds the templates that are counted; later ones count as seen before.
const maxTemplates = 1 << 18

// Templates counts how often each template was seen.
type Templates map[uint64]uint32

// Seen notes a line and returns how often its template had been seen before; [NoRoom] where its template is not among
// those that are counted.
func (t Templates) Seen(s string) uint32 {
	n, _ := t.Note(s)
	return n
}

// Note is Seen, and returns the line's template besides: equal for lines that differ in numbers alone.
func (t Templates) Note(s string) (seen uint32, template uint64) {
	k := templateOf(s)
	n := t[k]
	if n == 0 && len(t) >= maxTemplates {
		return NoRoom, k
	}
	t[k] = n + 1
	return n, k
}

// NoRoom says that a line's template is not among those that are counted.
const NoRoom = 1 << 31
