package summarize

import (
	"errors"
	"fmt"
	"io"
)

// errStop ends a pass whose consumer has seen enough.
var errStop = errors.New("stopped")

const (
	relayBlock = 64 << 10 // the smallest block, in bytes, but for the last
	relayAhead = 4        // the number of blocks that can wait
)

// relay passes text from a second goroutine, which reads and cleans it, to the goroutine that digests it.
type relay struct {
	blocks chan string
	quit   chan struct{} // closed when no more blocks are wanted
	buffer []byte        // written and not sent yet
	err    error         // of the producer, once blocks is closed
}

// newRelay starts produce, which writes the text to its argument.
func newRelay(produce func(io.Writer) error) *relay {
	r := &relay{blocks: make(chan string, relayAhead), quit: make(chan struct{})}
	go func() {
		defer close(r.blocks)
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("panic: %v", p)
			}
		}()
		if r.err = produce(r); r.err == nil {
			r.err = r.send()
		}
	}()
	return r
}

// Write implements [io.Writer].
func (r *relay) Write(b []byte) (int, error) {
	r.buffer = append(r.buffer, b...)
	if len(r.buffer) >= relayBlock {
		if err := r.send(); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

func (r *relay) send() error {
	if len(r.buffer) == 0 {
		return nil
	}
	select {
	case r.blocks <- string(r.buffer):
		r.buffer = r.buffer[:0]
		return nil
	case <-r.quit:
		return errStop
	}
}

// take calls use with each block, until use returns false. The producer has ended when take returns.
func (r *relay) take(use func(block string) bool) error {
	defer func() {
		close(r.quit)
		for range r.blocks {
		}
	}()
	for b := range r.blocks {
		if !use(b) {
			return errStop
		}
	}
	return r.err
}
