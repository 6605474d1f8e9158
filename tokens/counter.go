package tokens

import (
	"fmt"
	"sync"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// Counter counts tokens of one encoding. It is not safe for concurrent use; a counter is cheap to make.
type Counter struct {
	enc Encoding
	bpe *tiktoken.Tiktoken
}

var engines = map[Encoding]func() (*tiktoken.Tiktoken, error){
	O200kBase:  sync.OnceValues(func() (*tiktoken.Tiktoken, error) { return load(O200kBase) }),
	Cl100kBase: sync.OnceValues(func() (*tiktoken.Tiktoken, error) { return load(Cl100kBase) }),
}

func load(enc Encoding) (*tiktoken.Tiktoken, error) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	return tiktoken.GetEncoding(string(enc))
}

// New returns a counter for the encoding; "" is [Default].
func New(enc Encoding) (*Counter, error) {
	enc, err := ParseEncoding(string(enc))
	if err != nil {
		return nil, err
	}
	bpe, err := engines[enc]()
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", enc, err)
	}
	return &Counter{enc, bpe}, nil
}

// Encoding is the counter's encoding.
func (c *Counter) Encoding() Encoding { return c.enc }

// Count is the number of tokens of b. Each byte that isn't valid UTF-8 counts as U+FFFD; names of special tokens count
// as the ordinary text that they are.
func (c *Counter) Count(b []byte) int { return c.CountString(string(b)) }

// maxRun is the length above which a run without a space is cut before it is counted: the library's time grows with the
// square of a run's length.
const maxRun = 4096

// CountString is Count for a string.
func (c *Counter) CountString(s string) int {
	n := 0
	for len(s) > 0 {
		cut := len(s)
		run := 0
		for i := 0; i < len(s); i++ {
			if b := s[i]; b == ' ' || b == '\n' {
				run = 0
			} else if run++; run >= maxRun && utf8.RuneStart(b) {
				cut = i
				break
			}
		}
		n += len(c.bpe.EncodeOrdinary(s[:cut]))
		s = s[cut:]
	}
	return n
}

// CountUpTo counts b until the count passes limit: it returns the count and true, or a number above limit and false.
func (c *Counter) CountUpTo(b []byte, limit int) (int, bool) {
	n := 0
	for len(b) > 0 {
		end := min(len(b), 64<<10)
		if end < len(b) {
			for end > 0 && b[end-1] != '\n' {
				end--
			}
			if end == 0 {
				end = len(b)
			}
		}
		n += c.Count(b[:end])
		if n > limit {
			return n, false
		}
		b = b[end:]
	}
	return n, true
}

// Truncate returns the length of the longest prefix of b that ends at a rune's start and has at most budget tokens, and
// its count.
func (c *Counter) Truncate(b []byte, budget int) (end, count int) {
	if n, ok := c.CountUpTo(b, budget); ok {
		return len(b), n
	}
	lo, hi := 0, min(len(b), budget*128)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		for mid > lo && !utf8.RuneStart(b[mid-1]) {
			mid--
		}
		for mid < len(b) && !utf8.RuneStart(b[mid]) {
			mid++
		}
		if mid <= lo {
			break
		}
		if n, ok := c.CountUpTo(b[:mid], budget); ok {
			lo = mid
			_ = n
		} else {
			hi = mid - 1
			for hi > lo && !utf8.RuneStart(b[hi]) {
				hi--
			}
		}
	}
	return lo, c.Count(b[:lo])
}
