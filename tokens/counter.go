package tokens

import "unsafe"

// A Counter counts tokens of one encoding. It isn't safe for concurrent use: goroutines take one each from [Get].
//
// A counter remembers the counts of short words that it has seen, so one that is kept is a little faster than a new
// one. The counts are the same.
type Counter struct {
	enc     Encoding
	piece   func(b []byte, i int) (end int, seen set) // the scanner that cuts off the piece at b[i]; see o200kPiece
	encoder encoder
	cache   cache
	long    run                  // for pieces longer than a window
	bad     [blockSize + 1]uint8 // the counts of so many bytes that aren't UTF-8; 0 is unknown
	joined  uint64               // the result of cutMixed for countMixed
	broken  bool                 // cutMixed came upon a rune that it leaves to the scanner for any text
	tail    [blockSize + 16]byte // the last bytes of a text, followed by zeros
}

// New returns a counter for the encoding; "" is [Default]. It returns an error for any other name than those of the
// encodings. The caller keeps the counter; [Get] is cheaper for one that is needed for a moment.
func New(enc Encoding) (*Counter, error) {
	enc, err := ParseEncoding(string(enc))
	if err != nil {
		return nil, err
	}
	c := &Counter{enc: enc, piece: o200kPiece}
	vocab := o200kVocab
	if enc == Cl100kBase {
		vocab, c.piece = cl100kVocab, cl100kPiece
	}
	if c.encoder.vocab, err = vocab(); err != nil {
		return nil, err
	}
	c.long.buf = make([]byte, 0, window)
	c.cache.unused, c.encoder.unused, c.cache.left = narrow, narrow, wideFrom
	return c, nil
}

// Count returns the number of tokens of b.
func (c *Counter) Count(b []byte) int {
	n, _ := c.count(b, 0, len(b))
	return n
}

// CountString returns the number of tokens of s.
func (c *Counter) CountString(s string) int {
	return c.Count(unsafe.Slice(unsafe.StringData(s), len(s))) // which is only read
}

// CountUpTo counts until the count passes limit. It returns the count of b and true, or, if b has more tokens than
// limit, some number above limit and false. The time depends on the limit, not on the length of b.
func (c *Counter) CountUpTo(b []byte, limit int) (n int, ok bool) {
	if limit >= 0 && limit < len(b)/maxToken {
		b = b[:(limit+1)*maxToken] // which has more tokens than limit
	}
	step := 1 << 10
	for pos := 0; pos < len(b) && n <= limit; {
		more, end := c.count(b, pos, min(len(b), pos+step))
		if end == pos || step < 1<<16 {
			step *= 2 // a piece may be longer than a step
		}
		n, pos = n+more, end
	}
	return n, n <= limit
}
