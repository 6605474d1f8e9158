// Package tiktoken counts tokens with the library tiktoken-go. It is the reference for the tests of package tokens, and
// the yardstick of its speed.
//
// Counts are exact. A byte that isn't UTF-8 counts as U+FFFD, and the names of special tokens count as ordinary text.
//
// # Cost
//
// It is slow: some MB/s, and time that grows with the square of the length of a run without a space, up to minutes for
// a megabyte. Loading an encoding takes a tenth of a second. The vocabularies add 10 MB to a program. Programs that are
// started for each call must not link it. It doesn't use the network.
package tiktoken

import (
	"fmt"
	"sync"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// A Counter counts tokens of one encoding. It is safe for concurrent use. [New] makes counters.
type Counter struct {
	bpe *tiktoken.Tiktoken
}

// counters load each encoding once.
var counters = map[string]func() (*Counter, error){
	tiktoken.MODEL_O200K_BASE:  load(tiktoken.MODEL_O200K_BASE),
	tiktoken.MODEL_CL100K_BASE: load(tiktoken.MODEL_CL100K_BASE),
}

// offline makes the library load embedded vocabularies. Its loader is a global variable that uses the network by
// default.
var offline = sync.OnceFunc(func() { tiktoken.SetBpeLoader(loader.NewOfflineLoader()) })

// load returns a function that loads an encoding when it is first called.
func load(encoding string) func() (*Counter, error) {
	return sync.OnceValues(func() (*Counter, error) {
		offline()
		bpe, err := tiktoken.GetEncoding(encoding)
		if err != nil {
			return nil, fmt.Errorf("loading %s: %w", encoding, err)
		}
		return &Counter{bpe}, nil
	})
}

// New returns the counter of an encoding: o200k_base or cl100k_base. Any other name is an error.
// The first call for each encoding loads it.
func New(encoding string) (*Counter, error) {
	get, ok := counters[encoding]
	if !ok {
		return nil, fmt.Errorf("unknown encoding %q: want o200k_base or cl100k_base", encoding)
	}
	return get()
}

// Count returns the number of tokens of s.
func (c *Counter) Count(s string) int { return len(c.bpe.EncodeOrdinary(s)) }
