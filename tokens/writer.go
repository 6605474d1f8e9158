package tokens

import (
	"errors"
	"unicode/utf8"
)

const (
	writerBuffer = 64 << 10 // bytes
	lookahead    = 8        // bytes after a piece that affect its end, except for runs; see settled
)

// A Writer counts the text that is written to it, in memory that doesn't grow with the text: about 0.7 MB. It isn't
// safe for concurrent use.
type Writer struct {
	c      *Counter // nil once closed
	buf    []byte   // what isn't counted yet
	inside bool     // buf goes on with the open piece; else buf starts with a piece
	open   *open    // nil before the first piece that is longer than half of buf
	count  int
}

// NewWriter returns a writer that counts in the encoding; "" is [Default]. The writer has to be closed.
func NewWriter(enc Encoding) (*Writer, error) { return newWriter(enc, writerBuffer) }

// newWriter does [NewWriter] with the size of the buffer in bytes.
func newWriter(enc Encoding, size int) (*Writer, error) {
	c, err := Get(enc)
	if err != nil {
		return nil, err
	}
	return &Writer{c: c, buf: make([]byte, 0, size)}, nil
}

// Write counts b as the continuation of the text so far, wherever the text is divided. It fails
// only after [Writer.Close].
func (w *Writer) Write(b []byte) (int, error) {
	if w.c == nil {
		return 0, errors.New("counting tokens: write after close")
	}
	for rest := b; len(rest) > 0; {
		n := copy(w.buf[len(w.buf):cap(w.buf)], rest)
		w.buf, rest = w.buf[:len(w.buf)+n], rest[n:]
		if len(w.buf) == cap(w.buf) {
			w.flush(false)
		}
	}
	return len(b), nil
}

// Close ends the text. It never fails.
func (w *Writer) Close() error {
	if w.c != nil {
		w.flush(true)
		Put(w.c)
		w.c, w.buf, w.open = nil, nil, nil
	}
	return nil
}

// Count returns the number of tokens of all that was written, once the writer is closed. Before that, the last ones are
// missing.
func (w *Writer) Count() int { return w.count }

// flush counts as much of the buffer as the text after it can't change, and all of it at the end of the text (last). A
// piece that hasn't ended in half of the buffer becomes the open piece.
func (w *Writer) flush(last bool) {
	b, pos, limit, half := w.buf, 0, len(w.buf), cap(w.buf)/2
	if !last {
		limit = settled(b)
	}
	for {
		if !w.inside {
			if pos < limit {
				n, end := w.c.count(b, pos, limit)
				w.count, pos = w.count+n, end
			}
			if len(b)-pos <= half {
				break
			}
			if w.open == nil {
				w.open = &open{c: w.c}
			}
			pos += w.open.start(b[pos:])
			w.inside = true
		}
		n, done := w.open.feed(b[pos:], last, half)
		if pos += n; !done {
			break
		}
		w.count += w.open.count
		w.inside = false
	}
	w.buf = w.buf[:copy(w.buf, b[pos:])]
}

// settled returns the position in b up to which the ends of pieces are certain, whatever follows b. It is before a run
// of blanks or of letters at the end, since their pieces depend on how the run ends.
func settled(b []byte) int {
	end := len(b)
	for i := 1; i < utf8.UTFMax && i <= len(b); i++ {
		if utf8.RuneStart(b[len(b)-i]) {
			if !utf8.FullRune(b[len(b)-i:]) {
				end -= i
			}
			break
		}
	}
	for _, s := range []set{spaces, letters | 1<<mark} {
		if start := trailing(b[:end], s); start < end {
			end = start
			break
		}
	}
	return max(0, min(end, len(b)-lookahead))
}

// trailing returns the start of the run of characters of the set at the end of b.
func trailing(b []byte, s set) int {
	end := len(b)
	for end > 0 {
		r, n := utf8.DecodeLastRune(b[:end])
		if n == 1 && r == utf8.RuneError || !in(classOf(r), s) {
			break
		}
		end -= n
	}
	return end
}
