package summarize

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/clean"
	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// text is an output as a person would have seen it. It is held in memory where the payload is; otherwise each pass reads
// and cleans the payload again.
type text struct {
	ctx   context.Context
	src   Source
	mem   string // the clean text, when inMem
	inMem bool
	first int // the first line that a strategy sees; an envelope's lines before it are skipped
	last  int // the last one; 0 for all
	count int // lines of the whole clean text, once known
	known bool
	size  int64 // bytes of the clean text, once known
	files bool  // it holds the contents of files, in which a carriage return moves no cursor
	err   error // the first of any pass
}

// newText cleans an output that is in memory, or prepares to stream one that is not.
func newText(ctx context.Context, src Source, files bool) *text {
	t := &text{ctx: ctx, src: src, first: 1, files: files}
	if b, ok := src.Bytes(); ok {
		t.hold(b)
	}
	return t
}

// hold takes raw bytes as the payload's text.
func (t *text) hold(raw []byte) {
	t.inMem = true
	raw = clean.LineFeedBytes(raw)
	if t.files {
		raw = clean.Content(raw)
	} else {
		raw = clean.Bytes(raw)
	}
	t.mem = string(raw)
	t.known, t.size = true, int64(len(raw))
	t.count = strings.Count(t.mem, "\n")
	if t.mem != "" && t.mem[len(t.mem)-1] != '\n' {
		t.count++
	}
}

func (t *text) cleaner(dst io.Writer) io.WriteCloser {
	if t.files {
		return clean.NewContentWriter(dst)
	}
	return clean.NewWriter(dst)
}

// rawTokens counts the tokens of a payload that isn't in memory.
func rawTokens(ctx context.Context, src Source, enc tokens.Encoding) (int, error) {
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

// tokensUpTo counts the tokens of the clean text. Above limit it may return any number above it.
func (t *text) tokensUpTo(c *tokens.Counter, limit int) int {
	if t.Count(); t.size > int64(limit)*maxTokenBytes {
		return limit + 1
	}
	s := t.mem
	if !t.inMem {
		s = t.join()
	}
	n, _ := c.CountUpTo([]byte(s), limit)
	return n
}

// writeClean reads the payload and writes the clean text to dst.
func (t *text) writeClean(dst io.Writer) error {
	src, err := t.src.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	w := t.cleaner(dst)
	if err := copyAll(t.ctx, w, clean.LineFeeds(src)); err != nil {
		return err
	}
	return w.Close()
}

// copyAll copies until the end, an error, or the end of ctx.
func copyAll(ctx context.Context, w io.Writer, r io.Reader) error {
	buf := make([]byte, 256<<10)
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n, err := r.Read(buf)
		if n > 0 {
			if _, err := w.Write(buf[:n]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Total is the number of lines of the whole clean text.
func (t *text) Total() int {
	if !t.known {
		for range t.all() {
		}
	}
	return t.count
}

// Count implements [strategies.Lines].
func (t *text) Count() int {
	last := t.Total()
	if t.last > 0 {
		last = t.last
	}
	return max(0, last-t.first+1)
}

// All implements [strategies.Lines]. A pass that could not be finished leaves its error in t.err.
func (t *text) All() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		s := splitter{yield: func(l strategies.Line) bool {
			if t.last > 0 && l.N > t.last {
				return false
			}
			return l.N < t.first || yield(l)
		}}
		if t.inMem {
			s.memory(t.ctx, t.mem)
			if err := t.ctx.Err(); err != nil {
				t.fail(context.Cause(t.ctx))
			}
			return
		}
		err := newRelay(t.writeClean).take(s.block)
		if err == nil && !s.flush() {
			err = errStop
		}
		if err == nil {
			t.count, t.size, t.known = s.n, s.size, true
		}
		if err != nil && !errors.Is(err, errStop) {
			t.fail(err)
		}
	}
}

// all yields every line, those of the envelope too.
func (t *text) all() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		first, last := t.first, t.last
		defer func() { t.first, t.last = first, last }()
		t.first, t.last = 1, 0
		t.All()(yield)
	}
}

// splitter cuts text into lines.
type splitter struct {
	yield func(strategies.Line) bool
	n     int
	part  []byte // the start of a line whose end is still to come, at most MaxLine bytes
	cut   int    // bytes of it that were left out
	begun bool
	size  int64 // bytes that were written
}

// memory yields the lines of a text that is in memory, without copying it.
func (s *splitter) memory(ctx context.Context, text string) {
	for n := 1; text != ""; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return
		}
		l, rest, _ := strings.Cut(text, "\n")
		if !s.yield(strategies.NewLine(n, l)) {
			return
		}
		text = rest
	}
}

// block yields the lines that end in a block of text, which share it.
func (s *splitter) block(block string) bool {
	s.size += int64(len(block))
	for block != "" {
		l, rest, ended := strings.Cut(block, "\n")
		if !ended {
			s.keep(l)
			break
		}
		if s.begun {
			s.keep(l)
			if !s.flush() {
				return false
			}
		} else {
			s.n++
			if !s.yield(strategies.NewLine(s.n, l)) {
				return false
			}
		}
		block = rest
	}
	return true
}

func (s *splitter) keep(l string) {
	s.begun = true
	room := textline.RuneStart(l, min(len(l), strategies.MaxLine-len(s.part)))
	if s.cut > 0 {
		room = 0
	}
	s.part = append(s.part, l[:room]...)
	s.cut += len(l) - room
}

// flush yields the line that was begun.
func (s *splitter) flush() bool {
	if !s.begun {
		return true
	}
	s.n++
	l := strategies.Line{N: s.n, Text: string(s.part), Cut: s.cut}
	s.part, s.cut, s.begun = s.part[:0], 0, false
	return s.yield(l)
}

// join is the whole clean text, for one that is small but not held in memory.
func (t *text) join() string {
	var sb strings.Builder
	if err := t.writeClean(&sb); err != nil {
		t.fail(err)
	}
	return sb.String()
}

// fail keeps the first error of any pass.
func (t *text) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}
