package summarize

import (
	"cmp"
	"context"
	"fmt"

	"github.com/toktee/toktee/tokens"
)

// counts are the tokens of an output.
type counts struct {
	raw   int // of the payload
	clean int // of the clean text; above the largest count that matters, some number above it
}

// countBeside is the size in bytes from which a payload is counted while it is digested.
const countBeside = 32 << 10

// A rawCount counts the tokens of a payload, at once or in a goroutine of its own. The counter is its own until wait or
// stop returns.
type rawCount struct {
	counter *tokens.Counter
	src     Source
	cancel  context.CancelFunc // ends the counting of a payload that is streamed
	done    chan struct{}      // closed when n and err are there; nil where they are from the start
	n       int
	err     error
}

// countRaw counts the tokens of a payload, or starts to. The caller stops it before it returns the counter.
func countRaw(ctx context.Context, c *tokens.Counter, enc tokens.Encoding, src Source) *rawCount {
	r := &rawCount{counter: c, src: src}
	b, inMem := src.Bytes()
	if inMem && len(b) < countBeside {
		r.n = c.Count(b)
		return r
	}
	ctx, r.cancel = context.WithCancel(ctx)
	r.done = make(chan struct{})
	go func() {
		defer close(r.done)
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("panic: %v", p)
			}
		}()
		if inMem {
			r.n = c.Count(b)
			return
		}
		r.n, r.err = streamTokens(ctx, src, enc)
	}()
	return r
}

// stop waits until nobody counts any more, and doesn't let a payload that is streamed be read to its end.
func (r *rawCount) stop() {
	if r.done != nil {
		r.cancel()
		<-r.done
	}
}

// wait waits for the tokens of the payload and counts those of the clean text, as far as they matter for the limits.
func (r *rawCount) wait(t *text, l limits) (counts, error) {
	if r.done != nil {
		<-r.done
	}
	n := counts{raw: r.n, clean: r.n}
	if b, ok := r.src.Bytes(); r.err == nil && (!ok || string(b) != t.mem) {
		n.clean = t.tokensUpTo(r.counter, l.largest()+1)
	}
	if err := cmp.Or(r.err, t.found.err); err != nil {
		return counts{}, readingErr(err)
	}
	return n, nil
}

// streamTokens counts the tokens of a payload that isn't in memory.
func streamTokens(ctx context.Context, src Source, enc tokens.Encoding) (int, error) {
	w, err := tokens.NewWriter(enc)
	if err != nil {
		return 0, err
	}
	r, err := src.Open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if err := copyAll(ctx, w, r); err != nil {
		return 0, err
	}
	err = w.Close()
	return w.Count(), err
}
