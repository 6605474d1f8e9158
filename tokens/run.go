package tokens

import "unicode/utf8"

// A run counts a piece of any length that comes in parts, and keeps a window of it. Text before the window is counted
// for good: the encoding has a token that ends at the window's start, whatever follows the window. If that can't be
// shown, the window grows. No text is known that makes it grow: encodings that start apart meet again within some
// tokens.
type run struct {
	buf   []byte                  // the window
	prev  token                   // the last token before the window, or noToken
	count int                     // tokens before the window
	ends  [proof + maxToken]token // scratch memory of certain
}

const (
	proof    = 1 << 9 // bytes at the end of the window in which its possible encodings should have met
	maxToken = 128    // length of the longest token, in bytes
)

// reset begins a new piece.
func (r *run) reset() { r.buf, r.prev, r.count = r.buf[:0], noToken, 0 }

// empty reports whether nothing was written since the last reset.
func (r *run) empty() bool { return len(r.buf) == 0 && r.count == 0 }

// write adds bytes of valid UTF-8 to the piece.
func (r *run) write(e *encoder, b []byte) {
	for len(b) > 0 {
		if len(r.buf) == cap(r.buf) {
			r.slide(e)
		}
		if len(r.buf) == cap(r.buf) {
			r.buf = append(make([]byte, 0, max(window, 2*cap(r.buf))), r.buf...)
		}
		n := copy(r.buf[len(r.buf):cap(r.buf)], b)
		r.buf = r.buf[:len(r.buf)+n]
		b = b[n:]
	}
}

// writeText does write for bytes that may not be UTF-8: each invalid one counts as U+FFFD.
func (r *run) writeText(e *encoder, b []byte) {
	var text [256]byte
	for len(b) > 0 {
		n, taken := validText(text[:], b)
		r.write(e, text[:n])
		b = b[taken:]
	}
}

// validText copies as much of b as fits to text, with U+FFFD for each byte that isn't UTF-8. It returns the number of
// bytes written to text and the number of bytes read from b.
func validText(text, b []byte) (n, taken int) {
	for taken < len(b) && n+utf8.UTFMax <= len(text) {
		if c := b[taken]; c < utf8.RuneSelf {
			text[n] = c
			n, taken = n+1, taken+1
			continue
		}
		if k, width := classAt(b, taken); k == invalid {
			text[n], text[n+1], text[n+2] = 0xef, 0xbf, 0xbd // U+FFFD
			n, taken = n+3, taken+1
		} else {
			n += copy(text[n:], b[taken:taken+width])
			taken += width
		}
	}
	return n, taken
}

// copyOf makes r a copy of another run.
func (r *run) copyOf(o *run) {
	r.buf = append(r.buf[:0], o.buf...)
	r.prev, r.count = o.prev, o.count
}

// finish ends the piece and returns its count.
func (r *run) finish(e *encoder) int {
	if len(r.buf) > 0 {
		r.count += e.encode(r.buf, r.prev)
	}
	return r.count
}

// slide counts as much of the window as is certain and drops it. It leaves the last bytes (proof) in the window.
func (r *run) slide(e *encoder) {
	if len(r.buf) <= proof {
		return
	}
	n := e.encode(r.buf, r.prev)
	pos := 0
	for i, t := range e.path[:n] {
		size := e.recs[t].length()
		if pos+size > len(r.buf)-proof {
			if i > 0 && r.certain(e, pos, e.path[i-1]) {
				r.count += i
				r.prev = e.path[i-1]
				r.buf = r.buf[:copy(r.buf, r.buf[pos:])]
			}
			return
		}
		pos += size
	}
}

// certain reports whether the encoding has a token that ends at pos, whatever follows the window; last is that token.
//
// A token that crosses the window's end starts in its last 127 bytes, or at the end, and the tokens before a token are
// the encoding of the text before it. So it is enough to look at the encodings of the text up to each of these starts.
// All of them pass through pos if from pos a sequence of tokens leads to each start in which all neighbours are allowed
// (see [vocab.adjacent]).
func (r *run) certain(e *encoder, pos int, last token) bool {
	b := r.buf[pos:]
	ends := r.ends[:len(b)+1] // for each position the last token of a sequence that leads there, or noToken
	for i := range ends {
		ends[i] = noToken
	}
	ends[0] = last
	for i := range b {
		if ends[i] == noToken {
			if len(b)-i < maxToken {
				return false
			}
			continue
		}
		node := uint32(b[i])
		w := e.nodes[node]
		for j := i + 1; ; j++ {
			if t := e.tokens[node]; t != noToken && ends[j] == noToken && e.cachedAdjacent(ends[i], t) {
				ends[j] = t
			}
			if j == len(b) {
				break
			}
			node = w>>9 ^ uint32(b[j])
			if w = e.nodes[node]; byte(w) != b[j] {
				break
			}
		}
	}
	return ends[len(b)] != noToken
}
