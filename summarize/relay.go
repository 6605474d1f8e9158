package summarize

import (
	"errors"
	"fmt"
	"io"
)

// errStop ends a pass whose consumer has seen enough.
var errStop = errors.New("stopped")

const (
	relayBlock = 64 << 10 // bytes that are handed over at once, at least
	relayAhead = 4        // blocks that wait
)

// relay hands text from a goroutine of its own, which reads and cleans it, to the one that digests it.
type relay struct {
	blocks chan string
	quit   chan struct{} // closed when no more blocks are wanted
	held   []byte
	err    error // of the producer, once blocks is closed
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
	r.held = append(r.held, b...)
	if len(r.held) >= relayBlock {
		if err := r.send(); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

func (r *relay) send() error {
	if len(r.held) == 0 {
		return nil
	}
	select {
	case r.blocks <- string(r.held):
		r.held = r.held[:0]
		return nil
	case <-r.quit:
		return errStop
	}
}

// take gives all blocks to use, until it returns false. The producer has ended when take returns.
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
