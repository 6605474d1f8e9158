package textline

import "github.com/toktee/toktee/internal/parse"

// templateOf hashes a line with its numbers, hexadecimal words and times left out, so that lines that differ in those
// alone are one template. It is FNV-1a over what is left.
func templateOf(s string) uint64 {
	h := uint64(14695981039346656037)
	const prime = 1099511628211
	for i := 0; i < len(s); {
		c := s[i]
		if parse.Digit(c) {
			for i < len(s) && (parse.Digit(s[i]) || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'f') {
				i++
			}
			h = (h ^ '0') * prime
			continue
		}
		h = (h ^ uint64(c)) * prime
		i++
	}
	return h
}

// maxTemplates bounds the templates that are told apart; later ones count as seen before.
const maxTemplates = 1 << 18

// templates counts how often each template was seen.
type Templates map[uint64]uint32

// seen notes a line and returns how often its template had been seen before; more than ever counts where there is no room.
func (t Templates) Seen(s string) uint32 {
	k := templateOf(s)
	n := t[k]
	if n == 0 && len(t) >= maxTemplates {
		return NoRoom
	}
	t[k] = n + 1
	return n
}

// noRoom says that a line's template is not among those that are counted.
const NoRoom = 1 << 31
