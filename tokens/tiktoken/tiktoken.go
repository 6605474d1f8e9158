// Package tiktoken counts tokens with the library tiktoken-go, for the encodings that package tokens doesn't have: p50k_base
// and r50k_base. It has o200k_base and cl100k_base as well, as the oracle of that package's tests.
//
// It is slow: some MB/s, a tenth of a second to load an encoding, 10 MB of vocabularies in the program, and time that grows
// with the square of a run's length, up to minutes for a megabyte without a space. Programs that are started for each call
// must not link it. Counts are exact; a byte that isn't UTF-8 counts as U+FFFD, names of special tokens as text.
package tiktoken

import (
	"fmt"
	"sync"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// A Counter counts tokens of one encoding. It is safe for concurrent use.
type Counter struct {
	bpe *tiktoken.Tiktoken
}

var counters = map[string]func() (*Counter, error){
	tiktoken.MODEL_O200K_BASE:  load(tiktoken.MODEL_O200K_BASE),
	tiktoken.MODEL_CL100K_BASE: load(tiktoken.MODEL_CL100K_BASE),
	tiktoken.MODEL_P50K_BASE:   load(tiktoken.MODEL_P50K_BASE),
	tiktoken.MODEL_R50K_BASE:   load(tiktoken.MODEL_R50K_BASE),
}

// The library's loader is a global of its own, which is the network until it is set.
var offline = sync.OnceFunc(func() { tiktoken.SetBpeLoader(loader.NewOfflineLoader()) })

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

// New returns the counter of p50k_base, r50k_base, o200k_base or cl100k_base. The first call for each loads it.
func New(encoding string) (*Counter, error) {
	get, ok := counters[encoding]
	if !ok {
		return nil, fmt.Errorf("unknown encoding %q: want p50k_base, r50k_base, o200k_base or cl100k_base", encoding)
	}
	return get()
}

// Count is the number of tokens of s.
func (c *Counter) Count(s string) int { return len(c.bpe.EncodeOrdinary(s)) }
