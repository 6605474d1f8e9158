package general

import "github.com/toktee/toktee/internal/text/textline"

// bytes reports whether a line goes on with bytes in hexadecimal, which say nothing to a reader: those of a key or a
// signature. The first line of them stays, as does a fingerprint, which has one.
//
//	00:ad:89:4f:0a:9c:79:dc:cd:44:d3:5e:e6:93:20:
//	13:b6:43:e5:c8:9a:82:96:70:8e:2e:bd:28:19:f8:
func (sc *scanner) bytes(s string) bool {
	before := sc.hex
	s = textline.TrimIndent(s)
	sc.hex = len(s) > 2 && s[2] == ':' && isBytes(s)
	return before && sc.hex
}

// isBytes reports whether a line is nothing but bytes in hexadecimal, with colons between them.
func isBytes(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case i%3 == 2:
			if c != ':' {
				return false
			}
		case c >= '0' && c <= '9', c|0x20 >= 'a' && c|0x20 <= 'f':
		default:
			return false
		}
	}
	return len(s)%3 != 1
}
