package summarize

import (
	"cmp"
	"context"
	"fmt"

	"github.com/toktee/toktee/tokens"
)

// counts are the tokens of an output.
type counts struct {
	raw   int // of the raw output
	clean int // of the clean text; above the largest count that matters, some number above it
}

// asyncFrom is the size in bytes from which the tokens of a raw output are counted while it is digested.
const asyncFrom = 32 << 10

// A rawCount counts the tokens of a raw output, at once or in another goroutine. Only it uses the counter until wait or
// stop returns.
type rawCount struct {
	counter *tokens.Counter
	src     Source
	cancel  context.CancelFunc // ends the counting of a raw output that is streamed
	done    chan struct{}      // closed once n and err are set; nil if they are set from the start
	n       int
	err     error
}

// countRaw counts the tokens of a small raw output, or starts to count those of a larger one. The caller must stop it
// before it returns the counter to its pool.
func countRaw(ctx context.Context, c *tokens.Counter, enc tokens.Encoding, src Source) *rawCount {
	r := &rawCount{counter: c, src: src}
	b, inMem := src.Bytes()
	if inMem && len(b) < asyncFrom {
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

// stop ends the counting of a streamed raw output, and waits until the goroutine has ended.
func (r *rawCount) stop() {
	if r.done != nil {
		r.cancel()
		<-r.done
	}
}

// wait returns the tokens of the raw output and of the clean text. It stops counting the clean text above the largest
// number that matters for the limits.
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

// streamTokens counts the tokens of a raw output that isn't in memory.
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
